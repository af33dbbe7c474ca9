import type { Verdict } from '../../../../src/machines/tpu/layout/verdict.js';

/** For layouts that a test needs and does not question. */
export function soundValue<T>(outcome: Verdict<T>): T {
  if (outcome.kind === 'legal') return outcome.value;
  throw new Error(outcome.problems.map(({ message }) => message).join('; '));
}
