import type { Checked } from '../../../../src/machines/tpu/layout/problem.js';

/** For layouts that a test needs and does not question. */
export function soundValue<T>(outcome: Checked<T>): T {
  if (outcome.kind === 'sound') return outcome.value;
  throw new Error(outcome.problems.map(({ message }) => message).join('; '));
}
