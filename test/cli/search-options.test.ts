import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../src/cli/options.js';
import { checkRank, metricOf, searchOptions, withMapper } from '../../src/cli/search-options.js';
import type { MapNode } from '../../src/spec/node.js';
import { readSpec } from '../../src/spec/read-spec.js';

function mapperSection(text: string): MapNode {
  const source = { name: 'mapper.yaml', text: `mapper:\n${text.replace(/^/gm, '  ')}` };
  const { value, diagnostics } = readSpec([{ source, directory: null, role: 'mapper' }], {
    compat: 'none',
    overrides: [],
  });
  expect(diagnostics).toEqual([]);
  return value!.mapper!;
}

function asked(section: string, typed: Readonly<Record<string, string>> = {}) {
  const options = resolveOptions('search', { typed: new Map(Object.entries(typed)), environment: {} }).value!;
  const { value, diagnostics } = withMapper(options, mapperSection(section));
  return { options: value && searchOptions(value), diagnostics };
}

describe('checkRank', () => {
  const said = (typed: Readonly<Record<string, string>>): readonly string[] => {
    const options = resolveOptions('search', { typed: new Map(Object.entries(typed)), environment: {} }).value!;
    return checkRank(options).map(({ code, message }) => `${code} ${message}`);
  };

  it('says that more is kept than was asked for, and is silent where nothing was', () => {
    expect(said({ top: '5', rank: '9' })).toEqual([
      'W-DROPPED the 9 best mappings are kept and written, not 5: the one of rank 9 is to be shown',
    ]);
    expect([said({ top: '5', rank: '5' }), said({ rank: '9' }), said({ top: '5' })]).toEqual([[], [], []]);
    const explained = resolveOptions('explain', { typed: new Map([['rank', '9']]), environment: {} }).value!;
    expect(checkRank(explained)).toEqual([]);
  });
});

describe('the mapper section', () => {
  it('says what the command line does not', () => {
    const { options, diagnostics } = asked(
      'algorithm: linear_pruned\noptimization_metrics: [delay, energy]\nnum_threads: 3\nsearch_size: 100\nvictory_condition: 50\ntimeout: 10',
      { threads: '2', algorithm: 'random' },
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'not followed of the mapper section: algorithm linear_pruned, timeout 10',
    ]);
    expect(options).toMatchObject({
      algorithm: 'random',
      objective: ['cycles', 'energy'],
      threads: 2,
      maxEvaluations: 100,
      victoryCondition: 50,
    });
  });

  it('does not cost the proof, and says what it does not follow', () => {
    const { options, diagnostics } = asked('algorithm: random\ntimeout: 10000\nvictory_condition: 100\nsearch_size: 9');
    expect(options).toMatchObject({ algorithm: 'optimal', maxEvaluations: null, victoryCondition: null });
    expect(diagnostics).toMatchObject([
      {
        code: 'W-UNUSED',
        message:
          'not followed of the mapper section: algorithm random, timeout 10000, victory_condition 100, search_size 9',
        hint: 'the search that proves runs; --algorithm random samples instead',
      },
    ]);
  });

  it('takes 0 for no limit, as the field does', () => {
    const { options } = asked('search_size: 0\nvictory_condition: 0');
    expect(options).toMatchObject({ maxEvaluations: null, victoryCondition: null });
  });

  it('takes our own names with underscores', () => {
    const { options } = asked('top: 4\ntime_limit: 2.5\nobjective: energy\nimperfect: true');
    expect(options).toMatchObject({ top: 4, timeLimitSeconds: 2.5, objective: ['energy'], imperfect: true });
  });

  it('leaves out objectives that count accesses and says so', () => {
    const { options, diagnostics } = asked('optimization_metrics: [last_level_accesses, delay]');
    expect(options!.objective).toEqual(['cycles']);
    expect(diagnostics).toMatchObject([{ code: 'W-UNUSED', severity: 'warning' }]);
    expect(diagnostics[0]!.hint).toContain('the other metrics are');
  });

  it('says what is searched where nothing but accesses is asked for', () => {
    const { options, diagnostics } = asked('optimization_metric: last-level-accesses');
    expect(options!.objective).toEqual(['edp']);
    expect(diagnostics[0]!.hint).toContain('edp is, unless --objective says otherwise');
  });

  it('refuses unknown names with their place', () => {
    const { diagnostics } = asked('algorithm: magic\noptimization_metrics: [enrgy]');
    expect(diagnostics).toMatchObject([
      { code: 'E-OPTION', span: { source: { name: 'mapper.yaml' } } },
      { code: 'E-OPTION', hint: 'did you mean energy?' },
    ]);
  });
});

it('knows the names of metrics', () => {
  expect(['delay', ' EDP', 'ed2p', 'area'].map(metricOf)).toEqual(['cycles', 'edp', 'ed2p', undefined]);
});
