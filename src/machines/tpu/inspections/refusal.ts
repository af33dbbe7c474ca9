// What was found wrong with a layout, as the refusal of a request.

import type { Refusal } from '../../machine.js';
import type { LayoutProblem } from '../layout/verdict.js';

/** Code and message are those of the first problem; all are listed where there are several. */
export function refusal(problems: readonly [LayoutProblem, ...LayoutProblem[]]): Refusal {
  const [{ code, message }] = problems;
  if (problems.length === 1) return { kind: 'refused', code, message };
  const all = problems.map((problem) => problem.message).join('; ');
  return { kind: 'refused', code, message: all, details: { problems } };
}
