// The provably optimal search as one object: prepares the relaxed problem where the mapspace allows it, descends, and says
// what it has proven. Pure: the caller brings the clock.

import { denseFloor } from '../../model/sparse/dense-floor.js';
import type { CandidatePool } from '../candidate-pool.js';
import type { Counters, Finder } from '../finder.js';
import { Effort } from '../infeasible/effort.js';
import { MappingFloor } from '../mapping-floor.js';
import type { SearchOptions } from '../result.js';
import type { SearchContext } from '../search-context.js';
import { cyclesOf, type Energies, energiesOf } from './charges/energies.js';
import { Filtered } from './charges/filtered.js';
import { flowsOf } from './charges/flows.js';
import { RelaxedProblem } from './charges/relaxed-problem.js';
import { Descent } from './descent/descent.js';
import { parallelismClasses } from './relaxation/parallelism.js';
import { Pruning } from './relaxation/pruning.js';
import { Relaxation, type RelaxationOptions } from './relaxation/relaxation.js';
import { leastBytes } from './relaxation/table-bytes.js';
import { type Chain, createChain, keepMasks } from './space/chain.js';
import { Footprints } from './space/footprints.js';
import { createLattice, type Lattice, latticeSize } from './space/lattice.js';
import { MovedBytes } from './space/moved-bytes.js';

/** Spatial choices of one link beyond which they are not listed. */
const mostSpreads = 20_000;

/** What the program takes besides tables and lists, with what it has not cleaned up yet; at most half the limit. */
const programBytes = 128 * 2 ** 20;

/** Steps to lay out orders of loops, and ways through them, of all links: beyond so many a proof is not even begun. */
const mostSteps = 2_000_000;

/** Classes of parallelism, fewer where tables are large. */
const mostClasses = 12;

/**
 * A coarse lattice is searched first, for something to drop table entries with: in lattices `from` so many tiles on, one of
 * `tiles` or of the given `share`, whichever is more.
 */
export interface Look {
  readonly from: number;
  readonly tiles: number;
  readonly share: number;
}

const usualLook: Look = { from: 1500, tiles: 800, share: 1 / 16 };

/** Steps of the descent in the coarse lattice: the first mappings that it comes to, once it does, are the good ones. */
const lookSteps = 1000;
const mostLookSteps = 20 * lookSteps;

export interface ChainSearch {
  /** One value per unit of work, the first before any; exhausted when everything that can matter has been looked at. */
  readonly work: Generator<void, void, void>;
  /** To be asked beside it (`withFinders`). */
  readonly finders: readonly Finder[];
  /** What it takes, at most. */
  readonly bytes: number;
  /** Proven lower bound of the first metric so far, 0 for none. */
  lowerBound(): number;
  /** Without those of the finders. */
  counters(): Counters;
}

/** Why the chain search cannot run here, or the search, which offers what it finds to `pool`. What grows fast with levels and dimensions is laid out a little at a time. */
export function* openChainSearch(
  context: SearchContext,
  pool: CandidatePool,
  look: Look = usualLook,
): Generator<void, ChainSearch | string, void> {
  const { mapspace, classes, inputs } = context;
  const { options, plan } = inputs;
  if (!mapspace.perfect) return 'factors need not divide their dimension';
  if (classes === null) return 'the older sliding-window rule holds';
  if (plan.flags.noCoalesce.some((mask) => mask !== 0)) return 'no_coalesce is in use';
  const { bounds } = mapspace.problem.workload;
  const memoryBytes = Math.max(options.memoryLimitBytes / 2, options.memoryLimitBytes - programBytes);
  const { dataspaces } = plan.workload;
  const tiles = { size: latticeSize(bounds), dimensions: bounds.length };
  const least = leastBytes(tiles, dataspaces.length, mapspace.tiling.temporal.length);
  if (least > memoryBytes) return tooLarge(least, memoryBytes, options);
  const of = { pool, floor: chainFloor(context), memoryBytes };
  const chainOf = (lattice: Lattice): Chain | undefined => createChain(mapspace, lattice, { plan, mostSpreads });
  const lattice = createLattice(bounds);
  yield;
  const chain = chainOf(lattice);
  if (chain === undefined) return `there are more than ${mostSpreads} spatial choices at one fan-out`;
  const whole = yield* openPart(context, chain, of);
  if (whole === undefined) return 'there are too many ways to order loops and to keep dataspaces';
  if (whole.bytes > memoryBytes) return tooLarge(whole.bytes, memoryBytes, options);
  const few = Math.max(look.tiles, tiles.size * look.share);
  const coarseChain = tiles.size < look.from ? undefined : chainOf(createLattice(bounds, few));
  // A factor that a constraint asks for may not be among the coarse ones.
  const looks = coarseChain?.links.every(({ spreads }) => spreads.length > 0) === true;
  const coarse = looks ? yield* openPart(context, coarseChain!, of) : undefined;
  return {
    bytes: whole.bytes + (coarse?.bytes ?? 0),
    work: workOf(whole),
    finders: coarse === undefined ? [] : [coarseLook(coarse)],
    lowerBound: () => (whole.oneRoot ? whole.descent.lowerBound : 0), // never above the best found: see Descent
    counters: () => countersOf(whole),
  };
}

function countersOf({ costs, descent: { nodes, leaf } }: Part): Counters {
  const prepared = costs[0].prepared + (costs[1]?.prepared ?? 0);
  return { evaluations: leaf.evaluations, valid: leaf.valid, nodes, steps: nodes + leaf.steps, prepared };
}

/** Charges are added and taken off again along the way. */
const slack = 1 - 1e-11;

export function chainFloor({ mapspace, floors, machine }: SearchContext): MappingFloor {
  const { busyComputes, lostCycles, whole } = floors;
  const schedule = machine?.schedule.floor;
  const known = { busyComputes, lostCycles, leastCycles: whole.cycles };
  return new MappingFloor(mapspace.problem, { ...known, schedule, slack });
}

type PartCosts = readonly [energy: Relaxation, cycles?: Relaxation];

/** The relaxed problem over one lattice, and the descent through it. */
interface Part {
  readonly costs: PartCosts;
  readonly descent: Descent;
  readonly bytes: number;
  /** Whether all mappings keep the same at the outermost storage. */
  readonly oneRoot: boolean;
}

interface PartOptions {
  readonly pool: CandidatePool;
  readonly floor: MappingFloor;
  readonly memoryBytes: number;
}

function* openPart(context: SearchContext, chain: Chain, of: PartOptions): Generator<void, Part | undefined, void> {
  const { inputs } = context;
  yield;
  const { lattice } = chain;
  const energyOnly = inputs.options.objective[0] === 'energy' && !inputs.options.frontier;
  const wanted = energyOnly ? 1 : Math.min(mostClasses, Math.max(3, Math.floor(400_000 / lattice.size)));
  const costs = relax(chain, context, { ...of, wanted });
  yield;
  for (const one of costs) if (!(yield* one!.layOut(new Effort(mostSteps)))) return undefined;
  return {
    costs,
    descent: new Descent(context, costs, of),
    bytes: costs.reduce((sum, one) => sum + one!.bytes, 0),
    oneRoot: keepMasks(chain.links[0]!).length === 1,
  };
}

/** Tables of energy, and tables of cycles where those of the machine's schedule add up. */
function relax(
  chain: Chain,
  { machine, classes, inputs }: SearchContext,
  of: PartOptions & { readonly wanted: number },
): PartCosts {
  const flows = flowsOf(chain);
  const sparse = denseFloor(inputs.plan, inputs.constraints);
  const footprints = new Footprints(chain, flows, machine, sparse?.room);
  const bytes = new MovedBytes(chain, machine);
  const floor = sparse?.under;
  // Less parallelism than there is would be mistaken for less than is demanded.
  const filtered = floor && inputs.constraints.minParallelism === 0 ? new Filtered(chain, flows, floor) : null;
  const prices = machine?.schedule.floor.composition === 'serial' ? machine.schedule.floor.prices : undefined;
  const options = {
    classes: classes!,
    parallelism: (most: number, throttled: number) => parallelismClasses(chain.links, most, throttled),
    mostClasses: of.wanted,
    memoryBytes: prices === undefined ? of.memoryBytes : of.memoryBytes / 2,
    // Less parallelism than there is would be mistaken for less than is demanded, and a machine has its own idea of work.
    throttled: machine === null && inputs.constraints.minParallelism === 0 ? of.floor : null,
  };
  const made = (energies: Energies, hops: boolean, own: Pick<RelaxationOptions, 'pruning' | 'within'>): Relaxation =>
    new Relaxation(new RelaxedProblem(chain, { flows, footprints, energies, filtered, hops }), { ...options, ...own });
  const pruning = new Pruning(of.pool, of.floor);
  const energy = made(energiesOf(chain, flows, bytes), true, { pruning, within: null });
  if (prices === undefined) return [energy];
  return [energy, made(cyclesOf(chain, prices, bytes), false, { pruning: null, within: energy })];
}

function* workOf({ costs, descent }: Part): Generator<void, void, void> {
  yield;
  for (const one of costs) yield* one!.prepare();
  yield* descent.run();
}

/** At the very beginning, and up to the first mappings. */
function coarseLook(part: Part): Finder {
  let begun = false;
  return {
    due: () => !begun,
    *go() {
      begun = true;
      for (const _ of workOf(part)) {
        const { steps, evaluations } = countersOf(part);
        if (steps >= (evaluations > 0 ? lookSteps : mostLookSteps)) break;
        yield;
      }
    },
    counters: () => countersOf(part),
  };
}

function tooLarge(bytes: number, roomBytes: number, { memoryLimitBytes }: SearchOptions): string {
  const mebibytes = (count: number): string => `${Math.ceil(count / 2 ** 20)} MiB`;
  const room = `${mebibytes(roomBytes)} that a memory limit of ${mebibytes(memoryLimitBytes)} leaves beside the program`;
  return `even its coarsest tables take ${mebibytes(bytes)}, more than the ${room}`;
}
