// Table entries that no mapping worth having can use: with the least that everything outside costs they are already worse
// than what has been found. Entries that are gone need not be carried further.

import { computeCount } from '../../../workload/workload.js';
import type { CandidatePool } from '../../candidate-pool.js';
import type { MappingFloor } from '../../mapping-floor.js';
import { firstTouchPj } from '../charges/energies.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Context } from '../contexts.js';
import { type Link, mostElements } from '../space/chain.js';

interface Surrounded {
  readonly context: Context;
  readonly outside: number;
}

export class Pruning {
  readonly #pool: CandidatePool;
  readonly #floor: MappingFloor;

  constructor(pool: CandidatePool, floor: MappingFloor) {
    this.#pool = pool;
    this.#floor = floor;
  }

  /**
   * Per class of parallelism inside link k, given by their ends: entries of tables with this context from this much on are hopeless, and so
   * is whatever costs more. `outside`: links whose storages are outside of what the tables stand for.
   */
  limits(problem: RelaxedProblem, k: number, of: Surrounded & { readonly ends: readonly number[] }): Float64Array {
    const limits = new Float64Array(of.ends.length).fill(Number.POSITIVE_INFINITY);
    const { worst } = this.#pool;
    if (worst === undefined) return limits;
    const outsidePj = leastOutsidePj(problem, of);
    const across = mostAcross(problem, k);
    for (let b = 0; b < limits.length; b += 1) {
      const elements = across * of.ends[b]!;
      const hopeless = (pj: number): boolean =>
        this.#pool.excludes(this.#floor.of(pj + outsidePj, elements, this.#floor.leastBusyCycles));
      limits[b] = leastOf(hopeless, worst.energyPj);
    }
    return limits;
  }
}

/** Doublings of the energy found, and halvings of what is between two of them. */
const doublings = 64;
const halvings = 40;

/** Close above the least number for which `holds`, which then holds for all greater ones; Infinity where it never does. */
function leastOf(holds: (pj: number) => boolean, start: number): number {
  let above = Math.max(start, 1);
  for (let step = 0; !holds(above); step += 1) {
    if (step === doublings) return Number.POSITIVE_INFINITY;
    above *= 2;
  }
  let below = -above;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (below + above) / 2;
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}

function mostAcross({ chain }: RelaxedProblem, k: number): number {
  let product = 1;
  for (let link = 0; link < k; link += 1) product *= mostElements(chain.links[link]!);
  return product;
}

/**
 * Every keeper further outside than what has been charged must hand every word on once: an input is filled (where another
 * storage outside surely keeps it) and read, an output updated. Who has been charged may yet be credited first touches.
 */
function leastOutsidePj(problem: RelaxedProblem, { context, outside }: Surrounded): number {
  const { chain, flows, energies, copies } = problem;
  let pj = 0;
  flows.forEach((flow, t) => {
    const state = context[t]!;
    const parent = state.is === 'charged' ? state.parent : outside;
    if (parent === null) return; // the backing store is inside
    const nearest = lastKeeper(chain.links, t, parent);
    for (let link = 0; link < parent; link += 1) {
      if (!((chain.links[link]!.forced >> t) & 1)) continue;
      const { readPj, fillPj, updatePj } = energies.flows[t]![link]!;
      const words = copies.leastWords(flow, t, { k: link, child: nextKeeper(chain.links, t, link) });
      const once = words * energies.bytes.leastFrom(t, link);
      // What fan-outs inside multicast less than they could is charged there, over what compute asks for at the least.
      const handed = state.is === 'demanded' && link === nearest ? Math.min(once, leastAsked(problem, t, link)) : once;
      const filled = problem.keptOutside(t, link) ? words * energies.bytes.least(t, link) : 0;
      pj += flow.readWrite ? handed * updatePj : handed * readPj + filled * fillPj;
    }
    // Who has been charged for what is inside reads outputs back with every update so far; and so does, of what is charged to it
    // inside, who will be charged for the rest.
    if (state.is === 'charged') pj -= firstTouchPj(energies, flow, parent, copies.most[parent]!.copies[t]!);
    const waits = state.is === 'waiting' && state.child === chain.links.length;
    if ((state.is === 'demanded' || waits) && flow.readWrite) pj -= mostReadBack(problem, t, parent);
  });
  return pj;
}

/** What first touches of an output take off, at most, of what compute asks for inside link k beyond the least. */
function mostReadBack(problem: RelaxedProblem, t: number, k: number): number {
  const { flows, energies, copies } = problem;
  const flow = flows[t]!;
  return problem.parents(t, k - 1).reduce<number>((most, p) => {
    if (p === null) return most;
    const least = leastAsked(problem, t, p) * energies.flows[t]![p]!.readPj;
    return Math.max(most, firstTouchPj(energies, flow, p, copies.most[p]!.copies[t]!) - least);
  }, 0);
}

/** Words, or bytes, that compute asks for where every fan-out inside link k multicasts the most it can. */
function leastAsked({ chain, energies, copies }: RelaxedProblem, t: number, k: number): number {
  const { links, mapspace } = chain;
  const words = computeCount(mapspace.problem.workload) / copies.mostBelow(t, k);
  return words * energies.bytes.least(t, links.length);
}

/** The innermost storage outside of link k that surely keeps `t`; -1 where there is none. */
function lastKeeper(links: readonly Link[], t: number, k: number): number {
  let last = k - 1;
  while (last >= 0 && !((links[last]!.forced >> t) & 1)) last -= 1;
  return last;
}

/** The next storage inside that surely keeps `t`; compute where there is none. */
function nextKeeper(links: readonly Link[], t: number, link: number): number {
  let next = link + 1;
  while (next < links.length && !((links[next]!.forced >> t) & 1)) next += 1;
  return next;
}
