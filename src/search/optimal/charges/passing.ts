// Children that wait through a storage that keeps their dataspace: no loop inside moves either tile, so one loop moves both. The
// inner one takes everything in again whenever the outer one does (F.13).

import { parentPj } from './energies.js';
import type { RelaxedProblem } from './relaxed-problem.js';

/** Child `along` of the storage of link `child`, which is itself a child or the backing store. */
export interface Passing {
  readonly t: number;
  readonly child: number;
  readonly along: number;
}

/** Words, or bytes, that the storage hands to the inner child each time, all of its instances for one outside, at least. */
export function passingWords({ flows, energies, copies }: RelaxedProblem, { t, child, along }: Passing): number {
  return copies.leastWords(flows[t]!, t, { k: child, child: along }) * energies.bytes.least(t, along);
}

/** pJ of all words once. What is read here arrives there, and what others besides one take in is charged at the fan-outs; of outputs it may all be first touches. */
export function oncePj(problem: RelaxedProblem, passing: Passing): number {
  const { flows, chain } = problem;
  const { t, along } = passing;
  const pj = handedPj(problem, passing);
  return flows[t]!.readWrite || along >= chain.links.length ? pj : pj + filledPj(problem, passing);
}

function handedPj(problem: RelaxedProblem, passing: Passing): number {
  const { flows, energies } = problem;
  return parentPj(energies, flows[passing.t]!, passing.child, passingWords(problem, passing));
}

function filledPj(problem: RelaxedProblem, passing: Passing): number {
  return passingWords(problem, passing) * problem.energies.flows[passing.t]![passing.along]!.fillPj;
}

/**
 * pJ beyond all words once where the inner child takes them in so many `times`, and fan-outs outside link k make so many
 * `copies` of outputs: each may touch all of them for the first time.
 */
export function againPj(
  problem: RelaxedProblem,
  passing: Passing,
  { times, copies, k }: { readonly times: number; readonly copies: number; readonly k: number },
): number {
  const { t, child, along } = passing;
  const filled = problem.flows[t]!.readWrite
    ? Math.max(0, times - copies * problem.copies.mostBetween(t, k, along))
    : (times - 1) * problem.copies.leastServed(t, child, along);
  return (times - 1) * handedPj(problem, passing) + filled * filledPj(problem, passing);
}
