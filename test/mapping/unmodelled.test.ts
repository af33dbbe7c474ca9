import { describe, expect, it } from 'vitest';
import { build } from './build.js';

function said(more: string): readonly string[] {
  return build({ more }).problemDiagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('what is not modelled', () => {
  it('is an error where figures would be wrong without it', () => {
    expect(said('machine: {name: systolic, rows: 8}')).toEqual([
      'E-UNSUPPORTED: there is no model of machine systolic',
    ]);
    expect(build({ more: 'machine: {name: systolic, rows: 8}' }).problem).toBeUndefined();
  });

  it('is a warning where it only leaves mappings out', () => {
    expect(said('mapspace: {template: ruby}')).toEqual(['W-DROPPED: mapspace.template ruby has no effect']);
  });

  it('is nothing to speak of where nothing is asked', () => {
    expect(said('sparse_optimizations: {version: 0.4, targets: []}')).toEqual([]);
    expect(said('machine: {name: generic}')).toEqual([]);
    expect(said('mapspace: {template: uber}')).toEqual([]);
  });
});
