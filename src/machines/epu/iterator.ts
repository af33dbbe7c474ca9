// Iterators by name (L9). The letters say what runs fastest, then next; the missing one is slowest (W1).

import { illegal, legal } from '../verdict.js';
import type { Problem, Verdict } from './verdict.js';

export type WalkOrder = 'XY' | 'YX' | 'ZY';

export interface FlowIterator {
  readonly name: string;
  readonly order: WalkOrder;
  /** Whether the ring around each tile comes along. */
  readonly border: 'ring' | 'none';
}

const iterators: readonly FlowIterator[] = [
  { name: 'XY_NO_BORDER', order: 'XY', border: 'none' },
  { name: 'YX_NO_BORDER', order: 'YX', border: 'none' },
  { name: 'YX_BORDER', order: 'YX', border: 'ring' },
  { name: 'ZY_BORDER', order: 'ZY', border: 'ring' },
  { name: 'ZY_NO_BORDER', order: 'ZY', border: 'none' },
];

/** Value 0 of the enumeration; the documentation does not say which one stands for none. */
export const defaultIterator = 'XY_NO_BORDER';

/** Names that the documentation lists without a word about what they do. */
const undescribed: readonly string[] = ['ROW', 'ROW_ZY', 'LINE'];

const denied: Problem = {
  code: 'W_ITER',
  message: 'ZY_NO_BORDER is listed by the documentation, whose text says that ZY has borders only',
  instead: 'ZY_BORDER is certain',
};

export const iteratorNames = iterators.map(({ name }) => name);

export function iteratorOf(name: string): Verdict<FlowIterator> {
  const iterator = iterators.find((one) => one.name === name);
  if (iterator) return legal(iterator, name === 'ZY_NO_BORDER' ? [denied] : []);
  const instead = `there are ${iteratorNames.join(', ')}`;
  if (undescribed.includes(name)) {
    return illegal('E_ITER_UNMODELLED', `what ${name} does is not documented`, instead);
  }
  return illegal('E_ITER', `there is no iterator "${name}"`, instead);
}
