// The literal walk of F.3 to F.6, for nests with imperfect factors only: there the last iteration of a loop differs from
// the others, and the closed form of F.13 does not hold. Two of N iterations are simulated (plus the last ones where a
// residual shows), so its cost doubles with every loop; it allocates. It fills the same scratch arrays as the closed form.

import { TEMPORAL } from '../nest-buffer.js';
import type { Kernel, NetworkRecord, WalkRecords } from './kernel.js';
import { addRecord } from './network.js';
import { type Box, centreDisplacement, type Region, regionSize, subtract } from './region.js';
import { deliver, elementsOf } from './walk-fanout.js';
import { instancesInUse, type Row, rowsInUse, type WalkLoop } from './walk-instances.js';

/** Visits, and elements of fan-outs, between two questions whether to go on: a tenth of a second, and most walks are over. */
const patience = 2 ** 15;
const gaveUp = new Error('the walk was given up');

/** One word to one child. */
const alone = { multicast: 1, scatter: 1, accesses: 1, hops: 0 };

/** What the walk remembers of one loop and dataspace between visits (F.4, F.6). */
interface LoopState {
  previous: Box | null;
  step: number[] | null;
  /** What each element of the fan-out received at the visit before, by how many there are along each loop. */
  received: Map<string, Region[]>;
}

export class Walk {
  readonly loops: WalkLoop[];
  /** Loop index of the last temporal loop of each level. */
  readonly boundary: number[];
  /** Words and multicast signatures per `[t * levels + i]`. */
  readonly records: WalkRecords[];
  /** Of all elements of the innermost fan-out together, where there is one right above compute. */
  computes = 0;
  computeElements = 1;
  private readonly index: number[];
  private readonly position: number[];
  private readonly full: number[][];
  private readonly part: number[][];
  private readonly states: LoopState[][];
  private epochs = 1;
  private work = 0;

  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    const { loops, boundary } = explicitLoops(kernel);
    const { dataspaces, dimensions, levels } = kernel.layout;
    this.loops = loops;
    this.boundary = boundary;
    this.index = loops.map(() => 0);
    this.position = new Array<number>(dimensions).fill(0);
    this.states = loops.map(() =>
      Array.from({ length: dataspaces }, () => ({ previous: null, step: null, received: new Map() })),
    );
    this.records = Array.from({ length: dataspaces * levels }, () => ({ bySignature: new Map(), links: 0 }));
    this.full = [];
    this.part = [];
    const fullNow = new Array<number>(dimensions).fill(1);
    const partNow = new Array<number>(dimensions).fill(0);
    for (const loop of loops) {
      fullNow[loop.dimension] = fullNow[loop.dimension]! * loop.end;
      partNow[loop.dimension] = partNow[loop.dimension]! + loop.stride * (loop.residual - 1);
      this.full.push(fullNow.map((extent) => extent - 1));
      this.part.push([...partNow]);
    }
  }

  /** False where it was given up. */
  run(): boolean {
    try {
      this.evaluate(this.loops.length - 1);
      return true;
    } catch (problem) {
      if (problem === gaveUp) return false;
      throw problem;
    }
  }

  private spend(work: number): void {
    this.work += work;
    this.kernel.walkedSteps += work;
    if (this.work < patience) return;
    this.work = 0;
    if (this.kernel.giveUp?.()) throw gaveUp;
  }

  private lastAbove(l: number, d: number): boolean {
    for (let q = l + 1; q < this.loops.length; q += 1) {
      const loop = this.loops[q]!;
      if (loop.dimension === d && this.index[q]! + 1 < loop.residual) return false;
    }
    return true;
  }

  private isBoundary(l: number): boolean {
    return this.boundary[this.loops[l]!.level] === l;
  }

  private isMaster(l: number): boolean {
    return this.loops[l]!.kind !== TEMPORAL && this.loops[l + 1]!.kind === TEMPORAL;
  }

  /** F.3 `eval`: what is newly needed of the tile of loop `l`, per dataspace. */
  private evaluate(l: number): Region[] {
    const loop = this.loops[l]!;
    const { layout, scratch, flags } = this.kernel;
    this.spend(1);
    if (loop.kind === TEMPORAL) this.walkTime(l);
    else this.walkSpace(l);
    const tiles = this.tiles(l);
    const master = this.isMaster(l);
    const noReuse = master ? 0 : flags.temporalNoReuse[loop.level]!;
    return tiles.map((tile, t) => {
      const at = t * layout.levels + loop.level;
      if (this.isBoundary(l)) scratch.tile[at] = Math.max(scratch.tile[at]!, regionSize([tile]));
      if (master) scratch.masterTile[at] = Math.max(scratch.masterTile[at]!, regionSize([tile]));
      return (noReuse >> t) & 1 ? [tile] : this.delta(this.states[l]![t]!, tile);
    });
  }

  /** F.4. */
  private delta(state: LoopState, tile: Box): Region {
    const { previous } = state;
    state.previous = tile;
    if (previous === null) return [tile];
    const move = centreDisplacement(previous, tile);
    const still = move.every((one) => one === 0);
    if (still && this.kernel.oldWindow === 0) return subtract(tile, previous);
    if (state.step === null) {
      state.step = move;
      return subtract(tile, previous);
    }
    if (move.every((one, rank) => one === state.step![rank])) return subtract(tile, previous);
    state.step = null;
    return [tile];
  }

  /** F.2: the bounding rectangle of the iterations of loops 0 to l at the current position, per dataspace. */
  private tiles(l: number): Box[] {
    const { layout } = this.kernel;
    const low: number[] = [];
    const high: number[] = [];
    for (let d = 0; d < layout.dimensions; d += 1) {
      const reach = this.lastAbove(l, d) ? this.part[l]![d]! : this.full[l]![d]!;
      low.push(this.position[d]!);
      high.push(this.position[d]! + reach);
    }
    return Array.from({ length: layout.dataspaces }, (_, t) => this.project(t, low, high));
  }

  private project(t: number, low: readonly number[], high: readonly number[]): Box {
    const { rankStart, termStart, termDimension, termCoefficient } = this.kernel.layout;
    const box: Box = { low: [], high: [] };
    for (let rank = rankStart[t]!; rank < rankStart[t + 1]!; rank += 1) {
      let from = 0;
      let to = 0;
      for (let term = termStart[rank]!; term < termStart[rank + 1]!; term += 1) {
        const d = termDimension[term]!;
        const coefficient = termCoefficient[term]!;
        from += coefficient * (coefficient > 0 ? low[d]! : high[d]!);
        to += coefficient * (coefficient > 0 ? high[d]! : low[d]!);
      }
      box.low.push(from);
      box.high.push(to + 1);
    }
    return box;
  }

  private walkTime(l: number): void {
    const { layout } = this.kernel;
    const loop = this.loops[l]!;
    const last = this.lastAbove(l, loop.dimension);
    const trips = last ? loop.residual : loop.end;
    if (l === 0) {
      const times = trips * this.inUse(0);
      for (let t = 0; t < layout.dataspaces; t += 1) this.record(t, loop.level, alone, times);
      this.computes += trips * this.epochs;
      return;
    }
    const inner = this.loops.slice(0, l).some((one) => one.dimension === loop.dimension && one.end !== one.residual);
    const runLast = inner && last;
    const runTwo = runLast && loop.end !== loop.residual;
    const counted = this.isBoundary(l - 1);
    const start = this.position[loop.dimension]!;
    const recorded: { weight: number; deltas: Region[] }[] = [];
    const visit = (index: number, weight: number): Region[] => {
      this.index[l] = index;
      const outer = this.epochs;
      this.epochs = outer * weight;
      const deltas = this.evaluate(l - 1);
      this.epochs = outer;
      return deltas;
    };
    const advance = (iterations: number): void => {
      this.position[loop.dimension] = this.position[loop.dimension]! + loop.stride * iterations;
    };

    recorded.push({ weight: 1, deltas: visit(0, 1) });
    const middle = trips - 1 - (runLast ? 1 : 0) - (runTwo ? 1 : 0);
    const secondRuns = trips >= (runTwo ? 4 : runLast ? 3 : 2);
    if (secondRuns) {
      advance(1);
      recorded.push({ weight: middle, deltas: visit(1, middle) });
    }
    if (runTwo && trips >= 3) {
      advance(secondRuns ? middle : 1);
      const deltas = visit(trips - 2, 1);
      if (trips >= 4) recorded[recorded.length - 1]!.weight += 1;
      else recorded.push({ weight: 1, deltas });
    }
    if (runLast && trips >= 2) {
      if (!runTwo && trips >= 3) {
        advance(middle);
        visit(trips - 1, 1); // its delta is taken to be that of the visit before
        recorded[recorded.length - 1]!.weight += 1;
      } else {
        advance(1);
        recorded.push({ weight: 1, deltas: visit(trips - 1, 1) });
      }
    }
    this.position[loop.dimension] = start;
    this.index[l] = 0;
    if (!counted) return;
    const instances = this.inUse(l);
    for (let t = 0; t < layout.dataspaces; t += 1) {
      const words = recorded.reduce((sum, { weight, deltas }) => sum + weight * regionSize(deltas[t]!), 0);
      if (words > 0) this.record(t, loop.level, alone, words * instances);
    }
  }

  /** F.5: the first element is evaluated, the others receive its delta shifted. `l` is the master of its run. */
  private walkSpace(l: number): void {
    const { layout } = this.kernel;
    let first = l;
    while (first > 0 && this.loops[first - 1]!.kind !== TEMPORAL) first -= 1;
    const run = this.loops.slice(first, l + 1);
    const rows = rowsInUse(this.loops, this.index, [first, l], layout.dimensions);
    // The reference takes the first element for all, and multiplies by a mean in the end.
    const counted = this.kernel.referenceQuirks === 0 ? rows : [{ ...rows[0]!, instances: 1 }];
    // The representative sits at index 0 of every spatial loop.
    const deltas = first === 0 ? this.points() : this.evaluate(first - 1);
    if (first === 0) {
      this.computeElements = run.reduce((product, { end }) => product * end, 1);
      this.computes += rows[0]!.trips.reduce((product, trips) => product * trips, this.epochs);
    }
    for (let t = 0; t < layout.dataspaces; t += 1) {
      const state = this.states[l]![t]!;
      const before = state.received;
      state.received = new Map();
      for (const row of counted) this.handOut(t, run, row, { delta: deltas[t]!, before, received: state.received });
    }
  }

  /** What instances that use the same children hand out to them at one visit, `delta` to the first. */
  private handOut(
    t: number,
    run: readonly WalkLoop[],
    { trips, instances, key }: Row,
    { delta, before, received }: { delta: Region; before: LoopState['received']; received: LoopState['received'] },
  ): void {
    const { level } = run[0]!;
    this.spend(trips.reduce((product, one) => product * one, 1));
    const elements = elementsOf(this.kernel.layout, { t, run, trips, delta });
    // A row that is short for the first time was a full one at the visit before.
    const previous = before.get(key) ?? before.values().next().value ?? [];
    const { groups, links } = deliver(this.kernel, { t, level, elements, previous });
    for (const one of groups) this.record(t, level, one, instances);
    this.records[t * this.kernel.layout.levels + level]!.links += links * this.epochs * instances;
    received.set(key, elements);
  }

  /** Instances above loop `l` at the visit at hand; 1 in the reference, which multiplies by a mean in the end. */
  private inUse(l: number): number {
    if (this.kernel.referenceQuirks !== 0) return 1;
    return instancesInUse(this.loops, this.index, l, this.kernel.layout.dimensions);
  }

  private points(): Region[] {
    return Array.from({ length: this.kernel.layout.dataspaces }, (_, t) => [
      this.project(t, this.position, this.position),
    ]);
  }

  private record(t: number, level: number, visit: Readonly<NetworkRecord>, times = 1): void {
    const { bySignature } = this.records[t * this.kernel.layout.levels + level]!;
    addRecord(bySignature, visit, times * this.epochs);
  }
}

/** Every loop of the nest with its stride, and one trivial loop where a level has no temporal loop (D.2). */
function explicitLoops(kernel: Kernel): { loops: WalkLoop[]; boundary: number[] } {
  const { nest, layout } = kernel;
  const loops: WalkLoop[] = [];
  const boundary: number[] = [];
  const extent = new Array<number>(layout.dimensions).fill(1);
  for (let level = 0; level < layout.levels; level += 1) {
    for (let l = nest.levelStart[level]!; l < nest.levelStart[level + 1]!; l += 1) {
      const dimension = nest.dimension[l]!;
      const end = nest.bound[l]!;
      loops.push({
        dimension,
        end,
        residual: nest.residual[l]!,
        kind: nest.kind[l]!,
        level,
        stride: extent[dimension]!,
      });
      extent[dimension] = extent[dimension]! * end;
    }
    if (nest.temporalStart[level] === nest.levelStart[level + 1]) {
      const dimension = layout.dimensions - 1;
      loops.push({ dimension, end: 1, residual: 1, kind: TEMPORAL, level, stride: extent[dimension]! });
    }
    boundary.push(loops.length - 1);
  }
  return { loops, boundary };
}
