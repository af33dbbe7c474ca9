// Whether what a mapping does can be counted exactly: known as soon as workload and architecture are, before any mapping is.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { grouped } from '../math/count-text.js';
import type { Spec } from '../spec/spec.js';
import { computeCount } from '../workload/workload.js';
import type { BareProblem } from './implied.js';

/**
 * Fewer cycles than computes for each compute instance take no mapping. A workload with more computes than that may be counted
 * all the same, where fan-outs share what is counted; of these the model judges mapping by mapping.
 */
export function checkCountable({ problem }: Spec, { workload, architecture }: BareProblem): Diagnostic[] {
  const { instances } = architecture.compute;
  const computes = computeCount(workload);
  if (computes / instances <= Number.MAX_SAFE_INTEGER) return [];
  const bounds = workload.dimensions.flatMap((name) => problem?.instance.get(name) ?? []);
  const [largest] = bounds.toSorted((a, b) => b.value - a.value);
  const most = grouped(String(instances));
  const message = `the workload takes more than 2^53 cycles, and counts beyond that are no longer exact`;
  return [
    error('E-OVERFLOW', message, {
      span: largest?.span ?? problem?.span,
      expected: `at most 2^53 computes (about 9e15) for each of the ${most} compute instances`,
      found: `${computes.toExponential(2)} computes, the product of all bounds`,
      hint: 'split the workload into smaller ones',
    }),
  ];
}
