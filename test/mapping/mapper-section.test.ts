import { describe, expect, it } from 'vitest';
import { build } from './build.js';

const misspelt = (keys: string): string[] =>
  build({ more: `mapper:\n${keys.replace(/^/gm, '  ')}` })
    .problemDiagnostics.filter(({ code }) => code === 'W-UNUSED')
    .map(({ message, hint }) => `${message}; ${hint}`);

const said = (key: string, meant: string) =>
  `the mapper section has no key ${key}: it says nothing; did you mean ${meant}?`;

describe('keys of the mapper section', () => {
  it('that are misspelt are named, with what was meant', () => {
    expect(misspelt('optimisation_metrics: [delay]\nnum_thread: 16\nmax_temporal_loops: 2')).toEqual([
      said('optimisation_metrics', 'optimization_metrics'),
      said('num_thread', 'num_threads'),
      said('max_temporal_loops', 'max_temporal_loops_in_a_mapping'),
    ]);
    expect(misspelt('metrics: [energy]')).toEqual([said('metrics', 'optimization_metrics')]);
    expect(misspelt('mapspace: {template: ruby}')).toEqual([said('mapspace', 'a mapspace section beside it')]);
    expect(misspelt('type: exhaustive\nconstraints: [{target: GLB, type: bypass, bypass: [A]}]')).toEqual([
      said('type', 'algorithm'),
      said('constraints', 'a constraints section beside it'),
    ]);
  });

  it('are passed through where they are those of the reference, ours, or like none', () => {
    const keys = 'log_oaves: True\nlog_mappings_yaml: True\ntime_limit: 9\nmemory-limit: 100\nfoo: 1\nname: a search';
    expect(misspelt(keys)).toEqual([]);
  });
});
