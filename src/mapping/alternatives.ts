// Apart from `problem`, which reads files: threads that search need this much of it.

import type { Problem } from './problem.js';

/** The problem itself and those under the machine's other choices. */
export function alternativesOf(problem: Problem): readonly Problem[] {
  const { others = [], ...own } = problem;
  return [own, ...others];
}
