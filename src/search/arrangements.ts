// Which arrangements of a fan-out's loops, axes and orders along them, can cost differently. One of each class is enough
// to search, the first in canonical order, because all others evaluate to the same figures.
//
// An arrangement says which element stands where, and only hops and neighbours ask for that (F.5, F.6, F.10): without
// them all arrangements are alike. Two loops side by side along one axis whose dimensions move the same dataspaces, each
// alone on its ranks, change places without changing who shares what with whom: every element of both has a shift of its
// own where they move the tile, and the same where they do not. A displacement along such a rank is longer than the
// fan-out is wide, so that no neighbour could have had the words either.

import { canonicalOrders } from '../mapspace/canonical-key.js';
import { axesFit, axisMasks, loopsOf } from '../mapspace/loop-order.js';
import type { Point } from '../mapspace/point.js';
import type { SpatialPosition, Tiling } from '../mapspace/tiling.js';
import { remembered } from '../math/remembered.js';
import type { EvalPlan } from '../model/plan.js';
import { matters, type SequenceNeeds, sequenceSignature } from '../model/sparse/loop-order.js';
import { type ReuseMasks, reuseMasks } from './order-classes.js';

export interface Arrangement {
  /** Dimensions with a factor above 1, inner to outer; the first `alongX` lie along X. */
  readonly order: readonly number[];
  readonly alongX: number;
}

/** By level: `hops`, whether the network below it has energy, and `needs`, what else matters of the order of its loops. */
export function arrangements(
  plan: EvalPlan,
  { spatial, dimensions }: Tiling,
  { hops, needs }: { readonly hops: ArrayLike<number>; readonly needs: readonly SequenceNeeds[] },
) {
  const { workload } = plan;
  const reuse = workload.dataspaces.map((dataspace) => reuseMasks(workload, dataspace));
  const alike = workload.bounds.map((_, d) => kindOf(d, reuse));
  const alone = spatial.map(({ level }) => hops[level] === 0 && forwardedAt(plan, level) === 0);
  const signatureAt = (p: number, one: Arrangement, factors: readonly number[]): string => {
    const axes = alone[p] ? '' : signatureOf(one, { factors, kinds: alike });
    return `${axes} ${sequenceSignature(needs[spatial[p]!.level]!, one.order)}`;
  };
  /** By fan-out and factors: the first arrangement of each class, by what they have in common. */
  const known = new Map<string, ReadonlyMap<string, Arrangement>>();
  const classesOf = (p: number, factors: readonly number[]): ReadonlyMap<string, Arrangement> =>
    remembered(known, `${p} ${factors}`, () => {
      const found = new Map<string, Arrangement>();
      for (const one of arrangementsOf(spatial[p]!, factors)) {
        const signature = signatureAt(p, one, factors);
        if (!found.has(signature)) found.set(signature, one);
        if (alone[p] && !matters(needs[spatial[p]!.level]!)) break;
      }
      return found;
    });
  return {
    /** The first of each class that the constraints and the mesh allow, in canonical order; `factors[d]` of fan-out `p`. */
    of: (p: number, factors: readonly number[]): Arrangement[] => [...classesOf(p, factors).values()],
    /** Replaces the arrangement of fan-out `p` by the first of its class. */
    normalize: (p: number, point: Point): void => {
      const row = p * dimensions;
      const factors = [...point.factors.subarray(row, row + dimensions)];
      const own = { order: [...point.order.subarray(row, row + point.loops[p]!)], alongX: point.alongX[p]! };
      const first = classesOf(p, factors).get(signatureAt(p, own, factors))!;
      point.order.set(first.order, row);
      point.alongX[p] = first.alongX;
    },
  };
}

/** Dataspaces (mask) whose words neighbours may forward at a fan-out (F.6). */
export function forwardedAt(plan: EvalPlan, level: number): number {
  const all = 2 ** plan.workload.dataspaces.length - 1;
  return plan.options.linkTransfers ? all & ~plan.flags.noLinkTransfer[level]! : 0;
}

/** Equal for dimensions that move the same dataspaces, each alone on its ranks. */
function kindOf(d: number, reuse: readonly ReuseMasks[]): string {
  const shared = reuse.some(({ moving, alone }) => (moving >> d) & 1 && !((alone >> d) & 1));
  return shared ? `d${d}` : reuse.map(({ moving }) => (moving >> d) & 1).join('');
}

function signatureOf(
  { order, alongX }: Arrangement,
  { factors, kinds }: { readonly factors: readonly number[]; readonly kinds: readonly string[] },
): string {
  const axis = (dimensions: readonly number[]): string => {
    const runs: { kind: string; product: number }[] = [];
    for (const d of dimensions) {
      const last = runs.at(-1);
      if (last?.kind === kinds[d]) last!.product *= factors[d]!;
      else runs.push({ kind: kinds[d]!, product: factors[d]! });
    }
    return runs.map(({ kind, product }) => `${kind}*${product}`).join();
  };
  return `${axis(order.slice(0, alongX))}|${axis(order.slice(alongX))}`;
}

/** All that constraints and mesh allow, in canonical order. */
export function* arrangementsOf(position: SpatialPosition, factors: readonly number[]): Generator<Arrangement> {
  const mask = loopsOf(factors);
  for (const x of axisMasks(position, mask)) {
    if (!axesFit(position, mask, x, factors)) continue;
    for (const inner of canonicalOrders(position, x)) {
      for (const outer of canonicalOrders(position, mask & ~x))
        yield { order: [...inner, ...outer], alongX: inner.length };
    }
  }
}
