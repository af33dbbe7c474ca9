// One part of the proving search: the relaxed problem over a lattice and some of the spatial choices, and the descent through it.

import { denseFloor } from '../../model/sparse/dense-floor.js';
import type { CandidatePool } from '../candidate-pool.js';
import type { Counters } from '../finder.js';
import { Effort } from '../infeasible/effort.js';
import { MappingFloor } from '../mapping-floor.js';
import type { SearchContext } from '../search-context.js';
import { CutTiles, cutTilesOf } from './charges/cut-tiles.js';
import {
  type Blend,
  type BusyPort,
  blendOf,
  cyclesOf,
  type Energies,
  energiesOf,
  isBlend,
  loadOf,
} from './charges/energies.js';
import { Filtered } from './charges/filtered.js';
import { flowsOf } from './charges/flows.js';
import { type Charged, RelaxedProblem } from './charges/relaxed-problem.js';
import { slowTilesOf } from './charges/slow-tiles.js';
import { slack } from './costs.js';
import type { BoundValue } from './descent/bound-value.js';
import { Descent } from './descent/descent.js';
import type { Reach } from './descent/inside.js';
import { parallelismClasses } from './relaxation/parallelism.js';
import { below, Pruning } from './relaxation/pruning.js';
import { Relaxation, type RelaxationOptions } from './relaxation/relaxation.js';
import type { Standing } from './relaxation/standing.js';
import { type Chain, keepMasks } from './space/chain.js';
import { Footprints } from './space/footprints.js';
import { MovedBytes } from './space/moved-bytes.js';

/** Steps to lay out orders of loops, and ways through them, of all links: beyond so many, only some of the keeps are looked at at once. */
const mostSteps = 2_000_000;

/** Classes of parallelism, fewer where a table would have more entries than these: tiles of the lattice, or those that stand, times classes. */
const mostClasses = 12;
const leastClasses = 3;
const manyEntries = 400_000;

/** What tables of all mappings take before they have fewer classes: then they only tell what is worth tables of its own. */
const roughBytes = 128 * 2 ** 20;

/**
 * Most entries of tables are of no use where some mapping has been found, and take no room: they are planned for so many times the
 * memory that there is, and given up if that was too bold.
 */
const bold = 8;

/** Share of the memory that entries may take: the rest is for figures that are kept while they are filled (`EdgeStages`). */
const entryShare = 7 / 8;

export function chainFloor(
  { mapspace, floors, machine }: SearchContext,
  range: CyclesRange | null = null,
): MappingFloor {
  const { busyComputes, lostCycles, whole } = floors;
  const schedule = machine?.schedule.floor;
  const known = { busyComputes, lostCycles, leastCycles: Math.max(whole.cycles, range?.least ?? 0) };
  return new MappingFloor(mapspace.problem, { ...known, schedule, slack });
}

type PartCosts = readonly [energy: Relaxation, cycles?: Relaxation];

/** The relaxed problem over one lattice, and the descent through it. */
export interface Part {
  readonly chain: Chain;
  readonly measured: Measured;
  readonly costs: PartCosts;
  readonly descent: Descent;
  readonly bytes: number;
  /** Whether all mappings keep the same at the outermost storage. */
  readonly oneRoot: boolean;
}

export interface PartOptions {
  readonly pool: CandidatePool;
  readonly floor: MappingFloor;
  readonly value: BoundValue;
  readonly memoryBytes: number;
}

/** What is known of a part from a larger one. */
export interface Known {
  readonly measured: Measured;
  /** Set where it is opened however large it is. */
  readonly whatever?: boolean;
  /** Set where there must be room for all entries of its tables, so that they are never given up. */
  readonly sure?: boolean;
  /** Null where the larger one has not told. */
  readonly reach: Reach | null;
  readonly standing: Standing | null;
  /** Whose cycles are counted, with energy or apart; null for nobody's. */
  readonly busy: BusyPort | Blend | null;
}

/** Cycles that a mapping takes, both ends included. */
export interface CyclesRange {
  readonly least: number;
  readonly most: number;
}

/** All mappings, or a case of them, and what they are bounded with. */
export interface Whole {
  /** Null where mappings may take as many cycles as they like. */
  readonly range: CyclesRange | null;
  /** Of these those that take so many cycles. */
  readonly between: (range: CyclesRange) => Whole;
  readonly context: SearchContext;
  readonly of: PartOptions;
  readonly chain: Chain;
  readonly measured: () => Measured;
  /** Cases that are bounded better; none where there is nothing to gain. */
  readonly divide: (context: SearchContext) => readonly Whole[];
}

/** Where no larger one has told anything. */
export function untoldOf(measured: Measured): Known {
  return { measured, reach: null, standing: null, busy: null };
}

/** Why there can be no tables of a part: there are too many ways to order loops and to keep dataspaces, or so many bytes are too many. */
export type TooLarge = { readonly bytes: number | null };

export function isPart(one: Part | TooLarge): one is Part {
  return 'descent' in one;
}

/** Lays out the tables of a part, if there can be any. */
export function* openPart(
  context: SearchContext,
  chain: Chain,
  of: PartOptions,
  { measured, reach, standing, busy, whatever = false, sure = whatever }: Known,
): Generator<void, Part | TooLarge, void> {
  yield;
  const room = sure ? sureOf(of) : boldOf(of);
  const known = { ...measured, reach, standing, busy };
  const costs = relax(chain, context, { ...of, ...known, ...room, ...wantedOf(chain, context, standing) });
  yield;
  for (const one of inTurn(costs))
    if (!(yield* one.layOut(new Effort(whatever ? Number.POSITIVE_INFINITY : mostSteps)))) return { bytes: null };
  const bytes = costs.reduce((sum, one) => sum + one!.bytes, 0);
  if (bytes > room.plannedBytes && !whatever) return { bytes };
  return {
    chain,
    measured,
    costs,
    descent: new Descent(context, costs, of),
    bytes,
    oneRoot: keepMasks(chain.links[0]!).length === 1,
  };
}

function wantedOf(
  { lattice }: Chain,
  { inputs: { options } }: SearchContext,
  standing: Standing | null = null,
): Pick<Relaxed, 'energyOnly' | 'wanted'> {
  const energyOnly = options.objective[0] === 'energy' && !options.frontier;
  const tiles = standing === null ? lattice.size : Math.max(...standing.inside.map(({ length }) => length));
  const most = Math.min(mostClasses, Math.max(leastClasses, Math.floor(manyEntries / tiles)));
  return { energyOnly, wanted: energyOnly ? 1 : most };
}

/** What is the same for all parts over one lattice. */
export function measure({ machine, inputs }: SearchContext, chain: Chain, floor: MappingFloor) {
  const flows = flowsOf(chain);
  const { plan, constraints, met = [] } = inputs;
  const sparse = denseFloor(plan, constraints, { met, imperfect: false });
  const footprints = new Footprints(chain, flows, { machine, room: sparse?.room ?? null, met });
  const slow = slowTilesOf(chain, machine, floor);
  const cut = cutTilesOf(chain, flows, sparse);
  return { flows, footprints, bytes: new MovedBytes(chain, machine), slow, sparse, cut, mostLeft: null };
}

/** Rounded tiles stand for some: see `Charged`. */
export type Measured = Readonly<Omit<ReturnType<typeof measure>, 'mostLeft'>> & Pick<Charged, 'mostLeft'>;

/**
 * The same part with cycles of a storage counted beside its energy, whose tables are full; null where they take too much memory,
 * or mean nothing.
 */
export function* countingCycles(
  part: Part,
  context: SearchContext,
  of: PartOptions,
  { standing, busy }: Pick<Known, 'standing'> & { readonly busy: BusyPort },
): Generator<void, Part | null, void> {
  const [energy] = part.costs;
  const room = boldOf(of);
  const known = { ...part.measured, reach: null, standing, busy };
  const wanted = wantedOf(part.chain, context, standing);
  const cycles = relaxing(part.chain, context, { ...of, ...known, ...room, ...wanted }).cycles(energy);
  if (cycles === null || !(yield* cycles.layOut(new Effort(mostSteps)))) return null;
  const bytes = part.bytes + cycles.bytes;
  if (bytes > room.plannedBytes || !(yield* cycles.prepare())) return null;
  const costs: PartCosts = [energy, cycles];
  return { ...part, costs, descent: new Descent(context, costs, of), bytes };
}

/** What tables may take (`RelaxationOptions`). */
type Room = Pick<RelaxationOptions, 'plannedBytes' | 'mostBytes'>;

function boldOf({ memoryBytes }: PartOptions): Room {
  return { plannedBytes: bold * memoryBytes, mostBytes: entryShare * memoryBytes };
}

function sureOf({ memoryBytes }: PartOptions): Room {
  return { plannedBytes: memoryBytes, mostBytes: Number.POSITIVE_INFINITY };
}

interface Relaxed extends PartOptions, Measured, Room, Pick<Known, 'reach' | 'standing' | 'busy'> {
  readonly energyOnly: boolean;
  /** Classes of parallelism. */
  readonly wanted: number;
  readonly toTheTop?: boolean;
  readonly tellsAlong?: boolean;
}

/** Tables of energy, and tables of cycles where those of the machine's schedule add up, or of a storage that is told to be busy. */
function relax(chain: Chain, context: SearchContext, of: Relaxed): PartCosts {
  const { energy, cycles, blended } = relaxing(chain, context, of);
  if (isBlend(of.busy)) {
    const blend = blended(of.busy); // first: what energy may come to alone shuts out less
    return [energy(blend), blend];
  }
  const one = energy();
  const other = cycles(one);
  return other === null ? [one] : [one, other];
}

/** Tables of the energy of all mappings, or of a blend, to the top, over rounded tiles (`space/rounding`); laid out by nobody yet. */
export function relaxRounded(
  chain: Chain,
  context: SearchContext,
  of: PartOptions,
  { blend, ...measured }: Measured & Pick<Known, 'standing'> & { readonly blend: Blend | null },
): Relaxation {
  const told = { reach: null, busy: null, toTheTop: true, tellsAlong: blend !== null && measured.standing !== null };
  const { energyOnly, wanted: most } = wantedOf(chain, context);
  const wanted = { energyOnly, wanted: Math.min(most, leastClasses) };
  const tables = relaxing(chain, context, { ...of, ...measured, ...told, ...boldOf(of), ...wanted });
  return blend === null ? tables.energy() : tables.blended(blend);
}

/** Makes either, laid out by nobody yet. */
function relaxing(chain: Chain, { machine, classes, inputs, floors }: SearchContext, of: Relaxed) {
  const { flows, footprints, bytes, slow, sparse, mostLeft } = of;
  const cuts = of.cut === null || mostLeft !== null ? null : new CutTiles(chain, of.cut);
  const floor = sparse?.under;
  // Less parallelism than there is would be mistaken for less than is demanded, and a machine has its own idea of work.
  const slows = inputs.constraints.minParallelism === 0;
  const limits = slows && machine === null;
  const filtered = floor && slows ? new Filtered(chain, flows, floor) : null;
  const prices = machine?.schedule.floor.composition === 'serial' ? machine.schedule.floor.prices : undefined;
  const { reach } = of;
  // Of sparse problems they are worth their time where nothing but cycles counts, and are not blended with energy.
  const counts = sparse === null || (inputs.options.objective[0] === 'cycles' && !isBlend(of.busy));
  const busy = limits && !of.energyOnly && counts ? of.busy : null;
  // Bandwidths let nobody exceed the floor.
  const most = limits
    ? of.floor.busyComputes / (of.floor.leastBusyCycles - of.floor.lostCycles)
    : Number.POSITIVE_INFINITY;
  const across = Math.min(reach?.across ?? Number.POSITIVE_INFINITY, most);
  const leastPj = reach === null ? floors.whole.energyPj : of.floor.of(reach.leastPj, across, 0).energyPj;
  // Inside tiles that count as less parallelism there is more.
  const fastest = slow === null ? across : Number.POSITIVE_INFINITY;
  const used = of.standing?.most?.used ?? null;
  const tables = prices === undefined && busy === null ? 1 : 2;
  const options = {
    classes: classes!,
    parallelism: (classes: number, throttled: boolean) => {
      const slowest = throttled ? of.floor.slowest(of.value.mostCycles(leastPj)) : null;
      return parallelismClasses(chain.links, { most: classes, slowest, fastest });
    },
    mostClasses: of.wanted,
    rough:
      of.standing === null || of.standing.most !== null
        ? { classes: Math.min(of.wanted, leastClasses), bytes: roughBytes }
        : null,
    standing: of.standing,
    plannedBytes: of.plannedBytes / tables,
    mostBytes: of.mostBytes / tables,
    slow: of.energyOnly ? null : slow,
    toTheTop: of.toTheTop ?? false,
    tellsAlong: of.tellsAlong ?? (of.standing !== null && (of.standing.most === null || of.standing.tellsAlong)),
    throttled: limits && !of.energyOnly ? of.floor : null,
  };
  const made = (energies: Energies, hops: boolean, own: Pick<RelaxationOptions, 'pruning' | 'within'>): Relaxation =>
    new Relaxation(new RelaxedProblem(chain, { flows, footprints, energies, cuts, mostLeft, filtered, hops, used }), {
      ...options,
      ...own,
    });
  return {
    blended: (blend: Blend): Relaxation =>
      made(blendOf(chain, flows, bytes, blend), true, { pruning: below(blend.mostPj), within: null }),
    energy: (within: Relaxation | null = null): Relaxation =>
      made(energiesOf(chain, flows, bytes), true, { pruning: new Pruning(of.pool, of.floor), within }),
    /** Null where nobody's are counted. */
    cycles: (energy: Relaxation): Relaxation | null => {
      if (prices !== undefined) return made(cyclesOf(chain, prices, bytes), false, { pruning: null, within: energy });
      if (busy === null || isBlend(busy)) return null;
      const hopeless = below(of.value.mostCycles(leastPj) + of.floor.lostCycles + 1); // and rounding
      return made(loadOf(chain, flows, bytes, busy), false, { pruning: hopeless, within: energy });
    },
  };
}

/** Fills the tables of a part; false where they take more memory than there is: they are gone then, and the part is of no use. */
export function* prepare({ costs }: Part): Generator<void, boolean, void> {
  for (const one of inTurn(costs)) {
    if (yield* one.prepare()) continue;
    for (const given of costs) given!.letGo();
    return false;
  }
  return true;
}

/** Those first that the others are within. */
function inTurn([energy, cycles]: PartCosts): Relaxation[] {
  if (cycles === undefined) return [energy];
  return energy.isWithin(cycles) ? [cycles, energy] : [energy, cycles];
}

/** Entries that its tables have looked at so far. */
export function entriesOf({ costs }: Part): number {
  return costs.reduce((sum, one) => sum + one!.entries, 0);
}

export function countersOf({ costs, descent: { nodes, leaf } }: Part): Counters {
  const prepared = costs[0].prepared + (costs[1]?.prepared ?? 0);
  return { evaluations: leaf.evaluations, valid: leaf.valid, nodes, steps: nodes + leaf.steps, prepared };
}
