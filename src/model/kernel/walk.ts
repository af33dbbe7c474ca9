// The literal walk of F.3 to F.6, for nests with imperfect factors only: there the last iteration of a loop differs from
// the others, and the closed form of F.13 does not hold. Two of N iterations are simulated (plus the last ones where a
// residual shows), so its cost doubles with every loop; it allocates. It fills the same scratch arrays as the closed form.

import { TEMPORAL } from '../nest-buffer.js';
import type { Kernel, NetworkRecord, WalkRecords } from './kernel.js';
import { addRecord } from './network.js';
import { type Box, centreDisplacement, type Region, regionSize, subtract, translate } from './region.js';
import { deliver } from './walk-fanout.js';

/** Visits, and elements of fan-outs, between two questions whether to go on: a tenth of a second, and most walks are over. */
const patience = 2 ** 15;
const gaveUp = new Error('the walk was given up');

interface WalkLoop {
  readonly dimension: number;
  readonly end: number;
  readonly residual: number;
  /** TEMPORAL, SPATIAL_X or SPATIAL_Y. */
  readonly kind: number;
  readonly level: number;
  /** Product of the ends of the loops of the same dimension below. */
  readonly stride: number;
}

/** What the walk remembers of one loop and dataspace between visits (F.4, F.6). */
interface LoopState {
  previous: Box | null;
  step: number[] | null;
  /** What each element of the fan-out received at the visit before. */
  received: Region[];
}

/** The nest at hand, walked; null where it was given up. */
export function walkNest(kernel: Kernel) {
  const { layout, scratch, flags } = kernel;
  const { loops, boundary } = explicitLoops(kernel);
  const indices = loops.map(() => 0);
  const position = new Array<number>(layout.dimensions).fill(0);
  const states = loops.map(() =>
    Array.from({ length: layout.dataspaces }, (): LoopState => ({ previous: null, step: null, received: [] })),
  );
  const records = Array.from(
    { length: layout.dataspaces * layout.levels },
    (): WalkRecords => ({ bySignature: new Map(), links: 0 }),
  );
  const full: number[][] = [];
  const part: number[][] = [];
  const fullNow = new Array<number>(layout.dimensions).fill(1);
  const partNow = new Array<number>(layout.dimensions).fill(0);
  for (const { dimension, end, stride, residual } of loops) {
    fullNow[dimension] = fullNow[dimension]! * end;
    partNow[dimension] = partNow[dimension]! + stride * (residual - 1);
    full.push(fullNow.map((extent) => extent - 1));
    part.push([...partNow]);
  }
  let computes = 0;
  let epochs = 1;
  let worked = 0;
  try {
    evaluate(loops.length - 1);
  } catch (problem) {
    if (problem === gaveUp) return null;
    throw problem;
  }
  return {
    loops,
    /** Loop index of the last temporal loop of each level. */
    boundary,
    /** Words and multicast signatures per `[t * levels + i]`. */
    records,
    computes,
  };

  function spend(work: number): void {
    worked += work;
    if (worked < patience) return;
    worked = 0;
    if (kernel.giveUp?.()) throw gaveUp;
  }

  function lastAbove(l: number, d: number): boolean {
    for (let q = l + 1; q < loops.length; q += 1) {
      const loop = loops[q]!;
      if (loop.dimension === d && indices[q]! + 1 < loop.residual) return false;
    }
    return true;
  }

  function isBoundary(l: number): boolean {
    return boundary[loops[l]!.level] === l;
  }

  function isMaster(l: number): boolean {
    return loops[l]!.kind !== TEMPORAL && loops[l + 1]!.kind === TEMPORAL;
  }

  /** F.3 `eval`: what is newly needed of the tile of loop `l`, per dataspace. */
  function evaluate(l: number): Region[] {
    const loop = loops[l]!;
    spend(1);
    if (loop.kind === TEMPORAL) walkTime(l);
    else walkSpace(l);
    const tiles = tilesOf(l);
    const master = isMaster(l);
    const noReuse = master ? 0 : flags.temporalNoReuse[loop.level]!;
    return tiles.map((tile, t) => {
      const at = t * layout.levels + loop.level;
      if (isBoundary(l)) scratch.tile[at] = Math.max(scratch.tile[at]!, regionSize([tile]));
      if (master) scratch.masterTile[at] = Math.max(scratch.masterTile[at]!, regionSize([tile]));
      return (noReuse >> t) & 1 ? [tile] : deltaOf(states[l]![t]!, tile);
    });
  }

  /** F.4. */
  function deltaOf(state: LoopState, tile: Box): Region {
    const { previous } = state;
    state.previous = tile;
    if (previous === null) return [tile];
    const move = centreDisplacement(previous, tile);
    const still = move.every((one) => one === 0);
    if (still && kernel.oldWindow === 0) return subtract(tile, previous);
    if (state.step === null) {
      state.step = move;
      return subtract(tile, previous);
    }
    if (move.every((one, rank) => one === state.step![rank])) return subtract(tile, previous);
    state.step = null;
    return [tile];
  }

  /** F.2: the bounding rectangle of the iterations of loops 0 to l at the current position, per dataspace. */
  function tilesOf(l: number): Box[] {
    const low: number[] = [];
    const high: number[] = [];
    for (let d = 0; d < layout.dimensions; d += 1) {
      const reach = lastAbove(l, d) ? part[l]![d]! : full[l]![d]!;
      low.push(position[d]!);
      high.push(position[d]! + reach);
    }
    return Array.from({ length: layout.dataspaces }, (_, t) => project(t, low, high));
  }

  function project(t: number, low: readonly number[], high: readonly number[]): Box {
    const { rankStart, termStart, termDimension, termCoefficient } = layout;
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

  function walkTime(l: number): void {
    const loop = loops[l]!;
    const last = lastAbove(l, loop.dimension);
    const trips = last ? loop.residual : loop.end;
    if (l === 0) {
      for (let t = 0; t < layout.dataspaces; t += 1) recordAlone(t, loop.level, trips);
      computes += trips * epochs;
      return;
    }
    const inner = loops.slice(0, l).some((one) => one.dimension === loop.dimension && one.end !== one.residual);
    const runLast = inner && last;
    const runTwo = runLast && loop.end !== loop.residual;
    const counted = isBoundary(l - 1);
    const start = position[loop.dimension]!;
    const recorded: { weight: number; deltas: Region[] }[] = [];
    const visit = (index: number, weight: number): Region[] => {
      indices[l] = index;
      const outer = epochs;
      epochs = outer * weight;
      const deltas = evaluate(l - 1);
      epochs = outer;
      return deltas;
    };
    const advance = (iterations: number): void => {
      position[loop.dimension] = position[loop.dimension]! + loop.stride * iterations;
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
    position[loop.dimension] = start;
    indices[l] = 0;
    if (!counted) return;
    for (let t = 0; t < layout.dataspaces; t += 1) {
      const words = recorded.reduce((sum, { weight, deltas }) => sum + weight * regionSize(deltas[t]!), 0);
      if (words > 0) recordAlone(t, loop.level, words);
    }
  }

  /** F.5: the first element is evaluated, the others receive its delta shifted. `l` is the master of its run. */
  function walkSpace(l: number): void {
    const level = loops[l]!.level;
    let first = l;
    while (first > 0 && loops[first - 1]!.kind !== TEMPORAL) first -= 1;
    const run = loops.slice(first, l + 1).map((loop, offset) => ({
      loop,
      trips: lastAbove(first + offset, loop.dimension) ? loop.residual : loop.end,
    }));
    // The representative sits at index 0 of every spatial loop.
    const deltas = first === 0 ? points() : evaluate(first - 1);
    if (first === 0) computes += epochs;
    for (let t = 0; t < layout.dataspaces; t += 1) {
      const elements = elementsOf(t, run, deltas[t]!);
      const state = states[l]![t]!;
      const { groups, links } = deliver(kernel, { t, level, elements, previous: state.received });
      for (const one of groups) record(t, level, one);
      records[t * layout.levels + level]!.links += links * epochs;
      state.received = elements;
    }
  }

  function points(): Region[] {
    return Array.from({ length: layout.dataspaces }, (_, t) => [project(t, position, position)]);
  }

  function elementsOf(
    t: number,
    run: readonly { readonly loop: WalkLoop; readonly trips: number }[],
    delta: Region,
  ): Region[] {
    const count = run.reduce((product, { trips }) => product * trips, 1);
    spend(count);
    const { stepStart, stepRank, stepCoefficient, dimensions, rankStart } = layout;
    const ranks = rankStart[t + 1]! - rankStart[t]!;
    return Array.from({ length: count }, (_, element) => {
      const shift = new Array<number>(ranks).fill(0);
      let rest = element;
      for (const { loop, trips } of run) {
        const index = rest % trips;
        rest = Math.floor(rest / trips);
        const row = t * dimensions + loop.dimension;
        for (let at = stepStart[row]!; at < stepStart[row + 1]!; at += 1) {
          shift[stepRank[at]!] = shift[stepRank[at]!]! + index * loop.stride * stepCoefficient[at]!;
        }
      }
      return translate(delta, shift);
    });
  }

  function record(t: number, level: number, { multicast, scatter, accesses, hops }: NetworkRecord): void {
    const { bySignature } = records[t * layout.levels + level]!;
    addRecord(bySignature, { multicast, scatter, accesses: accesses * epochs, hops: hops * epochs });
  }

  function recordAlone(t: number, level: number, accesses: number): void {
    record(t, level, { multicast: 1, scatter: 1, accesses, hops: 0 });
  }
}

export type Walk = NonNullable<ReturnType<typeof walkNest>>;

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
