// From the walked loops to what each storage level holds and moves per instance (F.7, F.8), step by step in the order
// of the semantics.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { type AccessRecord, utilisedInstances, type WalkedNest } from './loop-walk.js';
import { roundHalfAway } from './rectangles.js';

/** One dataspace at one level; mutable because F.7 rewrites it in passes. */
export interface StorageTile {
  kept: boolean;
  size: number;
  partition: number;
  accesses: AccessRecord[];
  links: number;
  content: number;
  parentShare: number;
  peer: number;
  /** Children per instance that the nest uses. */
  readonly fanout: number;
  /** The same on average, where factors are imperfect (F.7.2). */
  readonly children: number;
}

export interface AccessCounts {
  readonly reads: number;
  readonly fills: number;
  readonly updates: number;
  readonly temporalReductions: number;
}

export interface TiledNest {
  /** tiles[level][dataspace], innermost level first. */
  readonly tiles: readonly (readonly StorageTile[])[];
  /** R_i of F.7. */
  readonly instances: readonly number[];
  /** F.7.2: counts are a mean over instances in use. */
  readonly averaging: boolean;
  readonly computes: number;
  readonly computeInstances: number;
  /** Index of the outermost level that keeps the dataspace and merges its traffic, by dataspace; -1 = none. */
  readonly backing: readonly number[];
}

const bit = (mask: number | undefined, dataspace: number): boolean => (((mask ?? 0) >> dataspace) & 1) === 1;

const sumOf = (records: readonly AccessRecord[], of: (record: AccessRecord) => number): number =>
  records.reduce((sum, record) => sum + of(record), 0);

export function tileStorage(plan: EvalPlan, mapping: Mapping, walked: WalkedNest): TiledNest {
  const { loops, boundaries, records, masters, instancesAbove } = walked;
  const levels = boundaries.length;
  const dataspaces = plan.workload.dataspaces;
  const { referenceQuirks } = plan.options;
  const instances = boundaries.map((boundary) => {
    const mean = instancesAbove[boundary]!;
    return referenceQuirks ? Math.trunc(mean) : mean;
  });
  // F.7.2: with imperfect factors only those in use share what arrives, but in the reference.
  const averaging = walked.imperfect && !referenceQuirks;

  /** The innermost valid loop of level i: the master spatial one, or the first temporal one. */
  const source = (level: number): number => masters[level] ?? (level === 0 ? 0 : boundaries[level - 1]! + 1);
  const fanoutOf = (level: number): number =>
    loops.reduce((fanout, loop) => (loop.level === level && loop.kind !== 't' ? fanout * loop.end : fanout), 1);

  const tiles = boundaries.map((boundary, level) =>
    dataspaces.map((_, d): StorageTile => {
      const record = records[source(level)]!;
      // F.7.2: of all instances that were in use, shared by the mean; the reference counted one.
      const sharers = referenceQuirks ? 1 : instances[level]!;
      const accesses = [...record.accesses[d]!.values()].map((one) => ({
        ...one,
        accesses: one.accesses / sharers,
        hops: one.hops / sharers,
      }));
      return {
        kept: mapping.levels[level]!.keep[d]!,
        size: records[boundary]!.maxSize[d]!,
        partition: 0,
        accesses,
        links: record.links[d]! / sharers,
        content: sumOf(accesses, (one) => one.accesses),
        parentShare: 0,
        peer: 0,
        fanout: fanoutOf(level),
        children: averaging && level > 0 ? instances[level - 1]! / instances[level]! : fanoutOf(level),
      };
    }),
  );

  const backing = dataspaces.map(() => -1);
  dataspaces.forEach((_, d) => {
    const of = (level: number): StorageTile => tiles[level]![d]!;
    const passesThrough = (level: number): boolean => !of(level).kept || bit(plan.flags.noCoalesce[level], d);

    // 1. Partition.
    of(levels - 1).partition = of(levels - 1).size;
    let whole = true;
    for (let i = levels - 2; i >= 0; i--) {
      const master = masters[i + 1];
      const denominator = master == null ? of(i).size : records[master]!.maxSize[d]!;
      const part = (of(i + 1).partition * of(i).size) / denominator;
      // Imperfect elements, each of which touches its words once, whatever part of the time it is used.
      const { fanout, children } = of(i + 1);
      const touching = averaging ? walked.everUsed[i]! / walked.everUsed[i + 1]! : fanout;
      if (touching !== children) whole = false;
      const mean = touching === children ? part : (part * touching) / children;
      of(i).partition = whole ? Math.floor(mean) : mean;
    }
    // 2. Parent share.
    for (let i = 0; i < levels - 1; i++) {
      const parent = of(i + 1);
      of(i).parentShare = sumOf(
        bySignature(parent.accesses),
        (one) => (one.accesses * one.multicast) / parent.children,
      );
      if (averaging && !dataspaces[d]!.readWrite) of(i).parentShare = roundHalfAway(of(i).parentShare);
    }
    // 4. Bypass, inner to outer.
    for (let c = 0; c < levels; c++) {
      if (!passesThrough(c)) continue;
      const child = of(c);
      let outer: StorageTile | undefined;
      for (let o = c + 1; o < levels && !outer; o++) if (of(o).size > 0) outer = of(o);
      if (outer) {
        const factor = (child.content * outer.children) / sumOf(outer.accesses, (one) => one.accesses * one.multicast);
        for (const one of outer.accesses) one.accesses *= factor;
        outer.links = 0;
        outer.content = sumOf(outer.accesses, (one) => one.accesses);
      }
      if (!child.kept || !outer) Object.assign(child, { size: 0, partition: 0, content: 0, parentShare: 0 });
    }
    // 5. Backing store.
    for (let i = levels - 1; i >= 0; i--) {
      if (!passesThrough(i)) {
        of(i).parentShare = 0;
        backing[d] = i;
        break;
      }
      Object.assign(of(i), { size: 0, partition: 0, content: 0, parentShare: 0, accesses: [], links: 0 });
    }
    // 6. Peers.
    for (let i = 1; i < levels; i++) {
      if (of(i).links !== 0) of(i - 1).peer += of(i).links / instances[i - 1]!;
    }
  });

  const innermost = source(0);
  // F.7: elements of a fan-out right above compute are averaged.
  const elements = masters[0] === null ? 1 : fanoutOf(0);
  const computeInstances = averaging ? utilisedInstances(loops, -1) : Math.trunc(instancesAbove[innermost]! * elements);
  return {
    tiles,
    instances,
    averaging,
    computes: averaging
      ? plan.workload.bounds.reduce((points, bound) => points * bound, 1)
      : Math.trunc((records[innermost]!.computes * computeInstances) / elements),
    computeInstances,
    backing,
  };
}

/** F.8. */
export function countAccesses(
  plan: EvalPlan,
  tiled: TiledNest,
  at: { level: number; dataspace: number },
): AccessCounts {
  const { level, dataspace } = at;
  const tile = tiled.tiles[level]![dataspace]!;
  if (!tile.kept) return { reads: 0, fills: 0, updates: 0, temporalReductions: 0 };
  const { content, peer, parentShare, partition } = tile;
  if (!plan.workload.dataspaces[dataspace]!.readWrite) {
    return {
      reads: roundHalfAway(content + peer),
      fills: Math.trunc(parentShare + peer),
      updates: 0,
      temporalReductions: 0,
    };
  }
  const updates = roundHalfAway(content);
  const reads = roundHalfAway(content + peer);
  if (bit(plan.flags.noCoalesce[level], dataspace)) return { reads, fills: reads, updates, temporalReductions: reads };
  const brought = roundHalfAway(parentShare + peer);
  if (bit(plan.flags.rmwFirstUpdate[level], dataspace) || !plan.options.firstReadElision) {
    return { reads, fills: brought, updates, temporalReductions: reads };
  }
  // The reference would wrap a negative difference to 1.8e19; that is no count, so none is left.
  const elided = Math.max(0, roundHalfAway(content + peer - partition));
  const fills =
    level === tiled.backing[dataspace] ? brought : Math.max(0, roundHalfAway(parentShare + peer - partition));
  return { reads: elided, fills, updates, temporalReductions: elided };
}

/**
 * In the order of the reference's table. The sum of shares is often an integer but for rounding (4 2/3 + 1 1/3), and u64() of
 * F.8 then cuts it to one word less: a measured case shows it.
 */
function bySignature(records: readonly AccessRecord[]): AccessRecord[] {
  return [...records].sort((a, b) => a.multicast - b.multicast || a.scatter - b.scatter);
}
