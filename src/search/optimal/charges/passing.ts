// Children that wait through a storage that keeps their dataspace: no loop inside moves either tile, so one loop moves both. The
// inner one takes everything in again whenever the outer one does (F.13). It may be compute, where neighbours forward its operands
// while nothing moves (F.6).

import { type Along, nobody, type State } from '../contexts.js';
import { parentPj } from './energies.js';
import type { Flow } from './flows.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import { alikeUnder } from './spread-cost.js';

/** Child `along` of the storage of link `child`, which is itself a child or the backing store; the number of links for compute. */
export interface Passing {
  readonly t: number;
  readonly child: number;
  readonly along: number;
}

/** Of child `child` and those that wait along with it. */
export function passingsOf(t: number, child: number, along: Along): Passing[] {
  return along.map((inner, at) => ({ t, child: at === 0 ? child : along[at - 1]!, along: inner }));
}

/** Whether the bandwidths of a link's storage count (`Throttles`). */
interface Limiting {
  readonly limits: (p: number) => boolean;
}

/**
 * Of children that wait along those that tables are told of, for each of which they have contexts of their own: the next one, and
 * those further inside as far as bandwidths see what is passed on.
 */
export function toldOf([next, ...further]: Along, throttles: Limiting | null): Along {
  if (next === undefined) return nobody;
  const told = [next];
  for (const along of further) {
    if (!throttles?.limits(told.at(-1)!) && !throttles?.limits(along)) break;
    told.push(along);
  }
  return told;
}

/**
 * How often the outer child takes in all words, and how many that computes touch (`touched`), which of windows are more where
 * they overlap; and how many copies of outputs the fan-outs outside make as far as `times` counts their elements, each of which
 * may touch all of them for the first time: further inside there are as many times more of either. `sure`: that there surely are.
 */
export interface Taken {
  readonly times: number;
  readonly words: number;
  readonly copies: number;
  readonly sure: number;
}

/** Whether child `along` takes in everything again: not compute where neighbours may forward as a window steps, or zeros are left out. */
export function takesAgain({ flows, chain, filtered }: RelaxedProblem, t: number, along: number): boolean {
  return along < chain.links.length || (flows[t]!.window === null && filtered === null);
}

/** Whether children take in whole tiles, which do not overlap, and pass nothing back: elements side by side that hold the same do so, each. */
export function takesWhole({ window, readWrite }: Flow): boolean {
  return window === null && !readWrite;
}

/** Elements that take in each word where that is so, at the fan-outs of links `from` to `to` - 1, at least; else 1. */
export function leastTaking({ flows, copies }: RelaxedProblem, t: number, from: number, to: number): number {
  return takesWhole(flows[t]!) ? copies.leastServed(t, from, to) : 1;
}

/** The same under a spatial choice of each link. */
export function takingUnder(
  { flows, costs }: RelaxedProblem,
  spread: ArrayLike<number>,
  t: number,
  links: { readonly from: number; readonly to: number },
): number {
  return takesWhole(flows[t]!) ? alikeUnder(costs, spread, t, links) : 1;
}

/** The child that waits, if it takes in everything again, and those along with it. */
export function waitingAlong(problem: RelaxedProblem, t: number, state: State): Along {
  return state.is === 'waiting' && takesAgain(problem, t, state.child) ? [state.child, ...state.along] : nobody;
}

/**
 * Of `words` that the outer child takes in those that computes touch, at least: a window's stride leaves holes, which no tile further
 * inside need hold. `node`: the tile that it takes them into, where that is known.
 */
export function touched({ flows }: RelaxedProblem, t: number, words: number, node: number | null): number {
  const { points, tile, sparsest } = flows[t]!;
  return node !== null && points[node] === tile[node] ? words : words / sparsest;
}

/** All words of the dataspace, which the inner child is given at least each time. */
function allWords({ flows, copies }: RelaxedProblem, { t, child, along }: Passing): number {
  return copies.leastWords(flows[t]!, t, { k: child, child: along });
}

/** How often the inner child takes in all words: whatever is new to the outer one is new to some inner one, too. */
export function timesPassed(
  problem: RelaxedProblem,
  passing: Passing,
  { times, words }: Pick<Taken, 'times' | 'words'>,
): number {
  const { window, readWrite } = problem.flows[passing.t]!;
  const all = allWords(problem, passing);
  return window === null || readWrite || all === 0 ? times : Math.max(times, words / all);
}

/** Words, or bytes, that the storage hands to the inner child each time, of all its instances to all of the child's, at least. */
export function passingWords(problem: RelaxedProblem, passing: Passing): number {
  return allWords(problem, passing) * problem.energies.bytes.least(passing.t, passing.along);
}

/** Words, or bytes, that all instances of the inner child are filled with at least, so many elements of it for each of the outer one. */
export function filledWords(
  problem: RelaxedProblem,
  passing: Passing,
  { times, copies, served = 1 }: { readonly times: number; readonly copies: number; readonly served?: number },
): number {
  const { t, child, along } = passing;
  const filled = problem.flows[t]!.readWrite
    ? Math.max(0, times - copies) * served
    : times * Math.max(served, problem.copies.leastServed(t, child, along));
  return filled * passingWords(problem, passing);
}

/**
 * pJ of all words once, of outputs of every copy that fan-outs outside the outer child make. What is read here arrives there, and what
 * others besides one take in is charged at the fan-outs; of outputs it may all be first touches.
 */
export function oncePj(problem: RelaxedProblem, passing: Passing): number {
  const { flows, energies, chain } = problem;
  const { t, along } = passing;
  const handed = handedPj(problem, passing);
  if (flows[t]!.readWrite || along >= chain.links.length) return handed;
  const filled = passingWords(problem, passing) * leastTaking(problem, t, passing.child, along);
  return handed + filled * energies.flows[t]![along]!.fillPj;
}

/**
 * pJ of each word that an outer child takes in of an input because fan-outs multicast to several: what one of them passes on is
 * charged apart, times or words.
 */
export function othersPj(problem: RelaxedProblem, passing: Passing): number {
  const all = allWords(problem, passing);
  return problem.flows[passing.t]!.readWrite || all === 0 ? 0 : oncePj(problem, passing) / all;
}

/** pJ beyond all words once (`oncePj`). */
export function againPj(problem: RelaxedProblem, passing: Passing, taken: Taken): number {
  const { t, along } = passing;
  const fillPj = problem.energies.flows[t]![along]?.fillPj ?? 0; // compute keeps nothing
  const times = timesPassed(problem, passing, taken);
  const { copies, sure } = taken;
  const filled = filledWords(problem, passing, { times, copies }) - filledWords(problem, passing, { times: 1, copies });
  const once = problem.flows[t]!.readWrite ? sure : 1;
  return (times - once) * handedPj(problem, passing) + filled * fillPj;
}

function handedPj(problem: RelaxedProblem, passing: Passing): number {
  const { flows, energies } = problem;
  return parentPj(energies, flows[passing.t]!, passing.child, passingWords(problem, passing));
}
