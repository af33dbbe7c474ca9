// The two-visit walk, literally (F.1 to F.6): every loop of the nest is visited as the reference does, tiles are boxes,
// deltas are set differences, every element of a fan-out is enumerated. Exponential in the number of loops.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';
import type { Dataspace } from '../../src/workload/workload.js';
import type { Box, PointSet } from './rectangles.js';
import { boxDifference, boxSize, displacement, sameSet, setKey, setSize, translated } from './rectangles.js';

export interface Loop {
  readonly dimension: number;
  readonly end: number;
  readonly residual: number;
  readonly kind: 't' | 'x' | 'y';
  readonly level: number;
}

export interface AccessRecord {
  readonly multicast: number;
  readonly scatter: number;
  accesses: number;
  /** Sum over accesses of the hops of their groups. */
  hops: number;
}

/** What one loop saw, per dataspace where an array. */
export interface LoopRecord {
  readonly maxSize: number[];
  readonly accesses: Map<string, AccessRecord>[];
  readonly links: number[];
  /** Where a fan-out is right above compute, of all its elements together. */
  computes: number;
  readonly previous: (PointSet | null)[];
  readonly step: (readonly number[] | null)[];
  /** F.6: the deltas that the elements received at the previous visit, by element id. */
  received: ReadonlyMap<string, readonly (readonly PointSet[])[]>;
}

export interface WalkedNest {
  readonly loops: readonly Loop[];
  /** Position of each level's last temporal loop. */
  readonly boundaries: readonly number[];
  readonly records: readonly LoopRecord[];
  /** Position of the master spatial loop of each level; null without spatial loops. */
  readonly masters: readonly (number | null)[];
  /** U of F.1: utilised instances above each loop, not truncated. */
  readonly instancesAbove: readonly number[];
  /** Most instances in use at a visit, above each level's last loop. */
  readonly everUsed: readonly number[];
  readonly imperfect: boolean;
}

export interface WalkSwitches {
  /** F.3: visit iterations 0 and 1 only. The reference has a switch that turns this off. */
  readonly extrapolation: boolean;
}

/** D.2: the loop nest, inner to outer, no unit loops but one where a temporal block would be empty. */
export function loopsOf(mapping: Mapping, dimensionCount: number): { loops: Loop[]; boundaries: number[] } {
  const loops: Loop[] = [];
  const boundaries: number[] = [];
  mapping.levels.forEach((levelMapping, level) => {
    for (const { dimension, bound, residual, axis } of levelMapping.spatial) {
      if (bound > 1) loops.push({ dimension, end: bound, residual, kind: axis, level });
    }
    const temporal = levelMapping.temporal.filter((loop) => loop.bound > 1);
    for (const { dimension, bound, residual } of temporal) {
      loops.push({ dimension, end: bound, residual, kind: 't', level });
    }
    if (temporal.length === 0) loops.push({ dimension: dimensionCount - 1, end: 1, residual: 1, kind: 't', level });
    boundaries.push(loops.length - 1);
  });
  return { loops, boundaries };
}

/** U of F.1. */
export function utilisedInstances(loops: readonly Loop[], above: number): number {
  let product = 1;
  for (let q = above + 1; q < loops.length; q++) {
    const loop = loops[q]!;
    if (loop.kind === 't') continue;
    if (loop.residual === loop.end) {
      product *= loop.end;
      continue;
    }
    let o = 1;
    for (let outer = loops.length - 1; outer > q; outer--) {
      const { dimension, residual, end } = loops[outer]!;
      if (dimension === loop.dimension) o = residual + end * (o - 1);
    }
    product *= (loop.residual + loop.end * (o - 1)) / o;
  }
  return product;
}

export function walkLoops(plan: EvalPlan, mapping: Mapping, switches: WalkSwitches): WalkedNest {
  const { workload, architecture, flags, options } = plan;
  const dimensions = workload.bounds.length;
  const dataspaces = workload.dataspaces;
  const { loops, boundaries } = loopsOf(mapping, dimensions);
  const isBoundary = (l: number): boolean => boundaries.includes(l);

  const stride = loops.map((loop, l) =>
    loops.slice(0, l).reduce((product, q) => (q.dimension === loop.dimension ? product * q.end : product), 1),
  );
  const full = loops.map((_, l) =>
    workload.bounds.map(
      (_bound, d) =>
        loops.slice(0, l + 1).reduce((product, q) => (q.dimension === d ? product * q.end : product), 1) - 1,
    ),
  );
  const part = loops.map((_, l) =>
    workload.bounds.map((_bound, d) =>
      loops.slice(0, l + 1).reduce((sum, q, at) => (q.dimension === d ? sum + stride[at]! * (q.residual - 1) : sum), 0),
    ),
  );

  const records: LoopRecord[] = loops.map(() => ({
    maxSize: dataspaces.map(() => 0),
    accesses: dataspaces.map(() => new Map()),
    links: dataspaces.map(() => 0),
    computes: 0,
    previous: dataspaces.map(() => null),
    step: dataspaces.map(() => null),
    received: new Map(),
  }));
  const masters = boundaries.map((boundary, level) => {
    let master: number | null = null;
    for (let l = 0; l <= boundary; l++) if (loops[l]!.level === level && loops[l]!.kind !== 't') master = l;
    return master;
  });

  const position: number[] = workload.bounds.map(() => 0);
  const index: number[] = loops.map(() => 0);
  const everUsed = boundaries.map(() => 0);
  let epochs = 1;

  const lastAbove = (l: number, dimension: number): boolean => {
    for (let q = l + 1; q < loops.length; q++) {
      if (loops[q]!.dimension === dimension && index[q]! + 1 < loops[q]!.residual) return false;
    }
    return true;
  };
  const tripCount = (l: number): number => {
    const loop = loops[l]!;
    return lastAbove(l, loop.dimension) ? loop.residual : loop.end;
  };

  /**
   * The elements of all fan-outs outside loop `l`, gone through one by one, by how many children each uses along the
   * loops `run` (F.7.2); the first is the one that is walked. The reference knows no other, and takes a mean in the end.
   */
  const elementsOutside = (l: number, run: readonly number[]): { counts: number[]; elements: number }[] => {
    const found = new Map<string, { counts: number[]; elements: number }>();
    const visit = (q: number, unfinished: ReadonlySet<number>): void => {
      const loop = loops[q];
      if (q === l || loop === undefined) {
        const counts = run.map((one) => loops[one]![unfinished.has(loops[one]!.dimension) ? 'end' : 'residual']);
        const known = found.get(counts.join());
        if (known) known.elements += 1;
        else found.set(counts.join(), { counts, elements: 1 });
        return;
      }
      const trips = unfinished.has(loop.dimension) ? loop.end : loop.residual;
      for (let n = 0; n < (loop.kind === 't' ? 1 : trips); n++) {
        const at = loop.kind === 't' ? index[q]! : n;
        visit(q - 1, at + 1 < loop.residual ? new Set([...unfinished, loop.dimension]) : unfinished);
      }
    };
    visit(loops.length - 1, new Set());
    const all = [...found.values()];
    return options.referenceQuirks ? [{ ...all[0]!, elements: 1 }] : all;
  };
  const instancesAt = (l: number): number => elementsOutside(l, []).reduce((sum, { elements }) => sum + elements, 0);

  const tileOf = (l: number, dataspace: Dataspace): Box => {
    const extent = position.map((_, d) => (lastAbove(l, d) ? part : full)[l]![d]!);
    const low: number[] = [];
    const high: number[] = [];
    for (const rank of dataspace.projection) {
      let first = 0;
      let last = 0;
      for (const { dimension, coefficient } of rank) {
        const ends = [position[dimension]! * coefficient, (position[dimension]! + extent[dimension]!) * coefficient];
        first += Math.min(...ends);
        last += Math.max(...ends);
      }
      low.push(first);
      high.push(last + 1);
    }
    return { low, high };
  };

  const addAccess = (record: LoopRecord, dataspace: number, access: AccessRecord): void => {
    const key = `${access.multicast},${access.scatter}`;
    const known = record.accesses[dataspace]!.get(key);
    if (!known) record.accesses[dataspace]!.set(key, { ...access });
    else {
      known.accesses += access.accesses;
      known.hops += access.hops;
    }
  };

  /** F.4. */
  const deltaOf = (l: number, dataspace: number, tile: Box): PointSet => {
    const record = records[l]!;
    if ((flags.temporalNoReuse[loops[l]!.level]! >> dataspace) & 1) return [tile];
    const previous = record.previous[dataspace]?.[0] ?? null;
    record.previous[dataspace] = [tile];
    if (previous === null) return [tile];
    const moved = displacement(previous, tile);
    const stationary = moved.every((by) => by === 0);
    const step = record.step[dataspace]!;
    if (stationary && options.slidingWindow === 'current') return boxDifference(tile, previous);
    if (step === null) {
      record.step[dataspace] = moved;
      return boxDifference(tile, previous);
    }
    if (moved.every((by, rank) => by === step[rank])) return boxDifference(tile, previous);
    record.step[dataspace] = null;
    return [tile];
  };

  const evaluate = (l: number): readonly PointSet[] => {
    if (loops[l]!.kind === 't') walkTime(l);
    else walkSpace(l);
    const record = records[l]!;
    const boundary = isBoundary(l);
    const { level } = loops[l]!;
    if (boundary) everUsed[level] = Math.max(everUsed[level]!, instancesAt(l));
    if (!boundary && !masters.includes(l)) return [];
    const tiles = dataspaces.map((dataspace) => tileOf(l, dataspace));
    tiles.forEach((tile, d) => {
      record.maxSize[d] = Math.max(record.maxSize[d]!, boxSize(tile));
    });
    // Nobody reads the delta of a loop inside a level.
    return boundary ? tiles.map((tile, d) => deltaOf(l, d, tile)) : [];
  };

  /** F.3. */
  const walkTime = (l: number): void => {
    const loop = loops[l]!;
    const record = records[l]!;
    const iterations = tripCount(l);
    if (l === 0) {
      dataspaces.forEach((_, d) => {
        addAccess(record, d, { multicast: 1, scatter: 1, accesses: iterations * epochs * instancesAt(0), hops: 0 });
      });
      record.computes += iterations * epochs;
      return;
    }

    const saved = position[loop.dimension]!;
    const taken: { weight: number; readonly sizes: readonly number[] }[] = [];
    /** One real visit that stands for `virtual` iterations. */
    const visit = (virtual: number): readonly number[] => {
      const savedEpochs = epochs;
      epochs *= virtual;
      const delta = evaluate(l - 1);
      epochs = savedEpochs;
      position[loop.dimension]! += stride[l]! * virtual;
      index[l]! += virtual;
      return delta.map(setSize);
    };
    index[l] = 0;

    if (!switches.extrapolation) {
      for (let n = 0; n < iterations; n++) taken.push({ weight: 1, sizes: visit(1) });
    } else {
      const innerImperfect = loops.slice(0, l).some((q) => q.dimension === loop.dimension && q.residual !== q.end);
      const runLast = innerImperfect && lastAbove(l, loop.dimension);
      const runSecondLast = runLast && loop.end !== loop.residual;
      taken.push({ weight: 1, sizes: visit(1) });
      const virtual = iterations - 1 - (runLast ? 1 : 0) - (runSecondLast ? 1 : 0);
      const atLeast = runSecondLast ? 4 : runLast ? 3 : 2;
      if (iterations >= atLeast) taken.push({ weight: virtual, sizes: visit(virtual) });
      if (runSecondLast && iterations >= 3) {
        const sizes = visit(1);
        if (iterations >= 4) taken.at(-1)!.weight += 1;
        else taken.push({ weight: 1, sizes });
      }
      if (runLast && iterations >= 2) {
        const sizes = visit(1);
        if (!runSecondLast && iterations >= 3) taken.at(-1)!.weight += 1;
        else taken.push({ weight: 1, sizes });
      }
    }
    position[loop.dimension] = saved;
    index[l] = 0;

    if (!isBoundary(l - 1)) return;
    dataspaces.forEach((_, d) => {
      const moved = taken.reduce((sum, one) => sum + one.weight * one.sizes[d]!, 0);
      addAccess(record, d, { multicast: 1, scatter: 1, accesses: epochs * instancesAt(l) * moved, hops: 0 });
    });
  };

  /** F.5 and F.6. */
  const walkSpace = (master: number): void => {
    const record = records[master]!;
    const level = loops[master]!.level;
    let lowest = master;
    while (lowest > 0 && loops[lowest - 1]!.level === level) lowest -= 1;
    const run = Array.from({ length: master - lowest + 1 }, (_, at) => lowest + at);

    const representative =
      lowest === 0
        ? dataspaces.map((dataspace): PointSet => {
            const point = dataspace.projection.map((rank) =>
              rank.reduce((sum, term) => sum + position[term.dimension]! * term.coefficient, 0),
            );
            return [{ low: point, high: point.map((at) => at + 1) }];
          })
        : evaluate(lowest - 1);
    if (lowest === 0) record.computes += run.reduce((product, l) => product * tripCount(l), epochs);

    const { fanoutX, fanoutY } = architecture.levels[level]!;
    const product = (axis: 'x' | 'y'): number =>
      run.reduce((fanout, l) => (loops[l]!.kind === axis ? fanout * loops[l]!.end : fanout), 1);
    const grid = { width: Math.max(fanoutX, product('x')), height: Math.max(fanoutY, product('y')) };

    const received = new Map<string, (readonly PointSet[])[]>();
    for (const { counts, elements: instances } of elementsOutside(master, run)) {
      const deltas = Array.from({ length: counts.reduce((product, count) => product * count, 1) }, (_, id) => {
        const offset = position.map(() => 0);
        let rest = id;
        run.forEach((l, at) => {
          offset[loops[l]!.dimension]! += (rest % counts[at]!) * stride[l]!;
          rest = Math.floor(rest / counts[at]!);
        });
        return dataspaces.map((dataspace, d) => {
          const shift = dataspace.projection.map((rank) =>
            rank.reduce((sum, term) => sum + offset[term.dimension]! * term.coefficient, 0),
          );
          return translated(representative[d]!, shift);
        });
      });
      const key = counts.join();
      // Elements that are fewer for the first time were as many as the others at the visit before.
      const before = record.received.get(key) ?? [...record.received.values()][0] ?? [];
      received.set(key, deltas);
      dataspaces.forEach((_, d) => {
        const separate = ((flags.spatialNoReuse[level]! >> d) & 1) === 1;
        const everybody = deltas.map((_delta, id) => id);
        const groupsOf = (ids: readonly number[]): number[][] => {
          const groups = new Map<string, number[]>();
          for (const id of ids) {
            if (setSize(deltas[id]![d]!) === 0) continue;
            const key = separate ? `${id}` : setKey(deltas[id]![d]!);
            groups.set(key, [...(groups.get(key) ?? []), id]);
          }
          return [...groups.values()];
        };
        const total = (groups: readonly (readonly number[])[]): number =>
          groups.reduce((sum, [first]) => sum + setSize(deltas[first!]![d]!), 0);

        let groups = groupsOf(everybody);
        if (options.linkTransfers && !((flags.noLinkTransfer[level]! >> d) & 1)) {
          const served = everybody.filter(
            (id) =>
              setSize(deltas[id]![d]!) > 0 &&
              neighboursOf(id, grid).some((other) => {
                const had = before[other]?.[d];
                return had !== undefined && sameSet(had, deltas[id]![d]!);
              }),
          );
          const remaining = groupsOf(everybody.filter((id) => !served.includes(id)));
          if (total(remaining) < total(groups)) {
            groups = remaining;
            for (const id of served) record.links[d]! += setSize(deltas[id]![d]!) * epochs * instances;
          }
        }

        for (const multicast of new Set(groups.map((group) => group.length))) {
          const same = groups.filter((group) => group.length === multicast);
          const accesses = epochs * instances * total(same);
          const hops = same.reduce((sum, group) => sum + hopsOf(group, grid), 0);
          addAccess(record, d, { multicast, scatter: same.length, accesses, hops: (hops * accesses) / same.length });
        }
      });
    }
    record.received = received;
  };

  evaluate(loops.length - 1);
  return {
    loops,
    boundaries,
    records,
    masters,
    everUsed,
    instancesAbove: loops.map((_, l) => utilisedInstances(loops, l)),
    imperfect: loops.some((loop) => loop.residual !== loop.end),
  };
}

interface Grid {
  readonly width: number;
  readonly height: number;
}

function neighboursOf(id: number, { width, height }: Grid): number[] {
  const [h, v] = [id % width, Math.floor(id / width)];
  const around: readonly (readonly [number, number])[] = [
    [h - 1, v],
    [h + 1, v],
    [h, v - 1],
    [h, v + 1],
  ];
  return around.filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height).map(([x, y]) => y * width + x);
}

/** F.5: along X to the farthest column, then in every used column from the centre row up and down. */
function hopsOf(group: readonly number[], { width, height }: Grid): number {
  const centre = (height - 1) / 2;
  const columns = new Map<number, number[]>();
  for (const id of group) columns.set(id % width, [...(columns.get(id % width) ?? []), Math.floor(id / width)]);
  let hops = Math.max(...columns.keys());
  for (const rows of columns.values()) {
    hops += Math.max(0, Math.max(...rows) - centre) + Math.max(0, centre - Math.min(...rows));
  }
  return hops;
}
