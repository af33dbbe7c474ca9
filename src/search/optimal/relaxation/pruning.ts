// Table entries that no mapping worth having can use: with the least that everything outside costs they are already worse
// than what has been found. Entries that are gone need not be carried further.

import { remembered } from '../../../math/remembered.js';
import { computeCount } from '../../../workload/workload.js';
import type { CandidatePool } from '../../candidate-pool.js';
import type { MappingFloor } from '../../mapping-floor.js';
import { firstTouchPj } from '../charges/energies.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import { feedPj, Surroundings } from '../charges/surroundings.js';
import { type Context, keyOf } from '../contexts.js';
import type { Parallelism } from './parallelism.js';

interface Inside {
  readonly context: Context;
  /** Links whose storages are outside of what the tables stand for. */
  readonly outside: number;
  /** By class of parallelism inside link k: the most of it. */
  readonly ends: readonly number[];
  /** Of the tiles of the tables. */
  readonly surroundings: Surroundings;
}

/** Entries are hopeless from this much on with what is outside: by class, and by place of the tile. */
export interface Limits {
  readonly mostPj: Float64Array;
  /** Null where nothing is known of single tiles. */
  readonly outsidePj: Float64Array | null;
}

export interface Pruner {
  /** By spatial choice and class, as `Pruning.sooner`; null where there is no difference. */
  readonly sooner: (problem: RelaxedProblem, k: number, parallelism: Parallelism) => Float64Array | null;
  readonly limits: (problem: RelaxedProblem, k: number, of: Inside) => Limits;
}

/** Of mappings that cost less than `most`, whatever their parallelism. */
export function below(most: number): Pruner {
  return {
    sooner: () => null,
    limits: (problem, _k, of) => {
      const outside = leastOutsidePj(problem, of); // first touches are taken off outside
      return { mostPj: new Float64Array(of.ends.length).fill(left(most, outside)), outsidePj: null };
    },
  };
}

export class Pruning implements Pruner {
  readonly #pool: CandidatePool;
  readonly #floor: MappingFloor;
  /** By instances in use: what mappings are hopeless from, of what the pool was after so many changes. */
  readonly #most = new Map<number, number>();
  #changes = -1;

  constructor(pool: CandidatePool, floor: MappingFloor) {
    this.#pool = pool;
    this.#floor = floor;
  }

  /**
   * By spatial choice at link k and class inside the next, `[s * classes + b]`: how much sooner costs are hopeless than with the most
   * parallelism that there can be inside link k.
   */
  sooner(problem: RelaxedProblem, k: number, { ends }: Parallelism): Float64Array {
    const inner = ends[k + 1]!;
    const sooner = new Float64Array(problem.chain.links[k]!.spreads.length * inner.length);
    const outside = problem.copies.mostElements(0, k);
    const most = this.#mostPj(outside * ends[k]!.at(-1)!);
    if (most === Number.POSITIVE_INFINITY) return sooner;
    return sooner.map((_, at) => {
      const elements = problem.working(k, Math.floor(at / inner.length)) * inner[at % inner.length]!;
      return Math.max(0, most - this.#mostPj(outside * elements));
    });
  }

  /** Of tables inside link k with this context; whatever costs more is hopeless too. */
  limits(problem: RelaxedProblem, k: number, of: Inside): Limits {
    if (this.#pool.worst === undefined)
      return { mostPj: new Float64Array(of.ends.length).fill(Number.POSITIVE_INFINITY), outsidePj: null };
    const outside = leastOutsidePj(problem, of);
    const across = problem.copies.mostElements(0, k);
    const mostPj = Float64Array.from(of.ends, (end) => left(this.#mostPj(across * end), outside));
    const waits = waitingIn(problem, of.context);
    return { mostPj, outsidePj: waits === 0 ? null : of.surroundings.waiting(waits) };
  }

  /** What storages and networks of a mapping with so many instances cost at least where it is hopeless. */
  #mostPj(across: number): number {
    const { worst, changes } = this.#pool;
    if (worst === undefined) return Number.POSITIVE_INFINITY;
    if (changes !== this.#changes) this.#most.clear();
    this.#changes = changes;
    return remembered(this.#most, across, () => {
      const hopeless = (pj: number): boolean =>
        this.#pool.excludes(this.#floor.of(pj, across, this.#floor.leastBusyCycles));
      return leastOf(hopeless, worst.energyPj);
    });
  }
}

/** Of tables of the tiles `nodes` inside link k, by context; nothing is of no use without a pruner. */
export function limitsOf(
  pruner: Pruner | null,
  problem: RelaxedProblem,
  of: { readonly k: number; readonly outside: number; readonly nodes: Int32Array; readonly ends: readonly number[] },
): (context: Context) => Limits {
  const { k, outside, nodes, ends } = of;
  const none = { mostPj: new Float64Array(ends.length).fill(Number.POSITIVE_INFINITY), outsidePj: null };
  const surroundings = new Surroundings(problem, { k, last: outside - 1, nodes });
  const known = new Map<string, Limits>();
  return (context) =>
    remembered(
      known,
      keyOf(context),
      () => pruner?.limits(problem, k, { context, outside, ends, surroundings }) ?? none,
    );
}

/** Dataspaces that wait for a loop which moves the tile of a storage. */
function waitingIn({ chain }: RelaxedProblem, context: Context): number {
  return context.reduce(
    (mask, state, t) => (state.is === 'waiting' && state.child < chain.links.length ? mask | (1 << t) : mask),
    0,
  );
}

/** What is left inside: nothing where nobody outside serves it, limit or not. */
function left(mostPj: number, outsidePj: number): number {
  return outsidePj === Number.POSITIVE_INFINITY ? -outsidePj : mostPj - outsidePj;
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

/** What is outside, but for children that wait for a loop which moves their tile: of these each tile knows more (`Surroundings`). */
function leastOutsidePj(problem: RelaxedProblem, { context, outside }: Inside): number {
  const { chain, flows, energies, copies } = problem;
  return context.reduce((pj, state, t) => {
    if (state.is === 'charged') {
      // Who has been charged for what is inside reads outputs back with every update so far.
      const { parent } = state;
      if (parent === null) return pj;
      return (
        pj + feedPj(problem, t, parent) - firstTouchPj(energies, flows[t]!, parent, copies.most[parent]!.copies[t]!)
      );
    }
    if (state.is === 'waiting' && state.child < chain.links.length) return pj;
    const parents = problem.parents(t, outside - 1).filter((parent) => parent !== null);
    return pj + Math.min(...parents.map((p) => askedPj(problem, { t, p, demanded: state.is === 'demanded' })));
  }, 0);
}

/** What compute's operands cost at the storage of link p beyond what is charged inside, and to fill it. */
function askedPj(
  problem: RelaxedProblem,
  { t, p, demanded }: { readonly t: number; readonly p: number; readonly demanded: boolean },
): number {
  const { chain, flows, energies, copies, filtered } = problem;
  const flow = flows[t]!;
  const { readPj, updatePj } = energies.flows[t]![p]!;
  const once = copies.leastWords(flow, t, { k: p, child: chain.links.length }) * energies.bytes.leastFrom(t, p);
  // What fan-outs inside multicast less than they could is charged there, over what compute asks for at the least.
  const least = leastAsked(problem, t, p);
  const known = demanded && filtered === null;
  const asked = known ? least : demanded ? Math.min(once, least) : once;
  const fed = feedPj(problem, t, p);
  if (!flow.readWrite) return asked * readPj + fed;
  // Outputs are read back with what is charged inside, too.
  const back = least * readPj - firstTouchPj(energies, flow, p, copies.most[p]!.copies[t]!);
  return asked * updatePj + (known ? back : Math.min(0, back)) + fed;
}

/** Words, or bytes, that compute asks for where every fan-out inside link k multicasts the most it can. */
function leastAsked({ chain, energies, copies }: RelaxedProblem, t: number, k: number): number {
  const { links, mapspace } = chain;
  const words = computeCount(mapspace.problem.workload) / copies.mostBelow(t, k);
  return words * energies.bytes.least(t, links.length);
}
