import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { readPermutation } from '../../src/mapping/permutation-text.js';
import type { Scalar } from '../../src/spec/node.js';
import { listNode, scalarNode, workloadOf } from './nodes.js';

const letters = workloadOf({ A: 2, B: 2, C: 2, D: 2 });
const words = workloadOf({ K: 2, Q: 2, KQ: 2, in: 2, in_ch: 2 });

function order(value: Scalar | readonly Scalar[], workload = letters): string {
  const diagnostics: Diagnostic[] = [];
  const node = Array.isArray(value) ? listNode(value) : scalarNode(value as Scalar);
  const read = readPermutation(node, { workload, diagnostics });
  if (diagnostics.length > 0) return diagnostics.map((one) => `${one.code} ${one.message}`).join('; ');
  if (!read) return 'nothing';
  const names = (ids: readonly number[]): string => ids.map((id) => workload.dimensions[id]).join(' ');
  return `${names(read.innermost)} _ ${names(read.outermost)}`.trim();
}

describe('readPermutation', () => {
  it('reads lists and strings, first dimension innermost', () => {
    expect(order(['A', 'C', 'B'])).toBe('A C B _');
    expect(order('A, C, B')).toBe('A C B _');
    expect(order('A,C B')).toBe('A C B _');
    expect(order('ACB')).toBe('A C B _');
  });

  it('reads a gap for the free dimensions', () => {
    expect(order(['A', '_', 'B'])).toBe('A _ B');
    expect(order('A_BC')).toBe('A _ B C');
    expect(order('_D')).toBe('_ D');
    expect(order('AB_')).toBe('A B _');
    expect(order('___D')).toBe('_ D');
  });

  it('states nothing when empty', () => {
    expect(order(null)).toBe('nothing');
    expect(order('')).toBe('nothing');
    expect(order([])).toBe('nothing');
  });

  it('takes the longest name where names run together', () => {
    expect(order('KQ', words)).toBe('KQ _');
    expect(order('QKQK', words)).toBe('Q KQ K _');
    expect(order('K,Q', words)).toBe('K Q _');
    expect(order('in_ch, in', words)).toBe('in_ch in _');
    expect(order('in_chin', words)).toBe('in_ch in _');
    expect(order('in_K', words)).toBe('in _ K');
  });

  it('refuses unknown and repeated names', () => {
    expect(order('AXB')).toBe('E-NAME unknown dimension XB');
    expect(order(['A', 'E'])).toBe('E-NAME unknown dimension E');
    expect(order('ABA')).toBe('E-PERMUTATION A stands twice in a permutation');
    expect(order('A_B_')).toBe('E-PERMUTATION the permutation has two gaps');
    expect(order('*')).toBe('E-NAME unknown dimension *');
  });
});
