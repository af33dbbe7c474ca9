// One visit of a fan-out in the literal walk: multicast groups (F.5), neighbour forwarding (F.6), hops.

import { multicastGroups } from '../charge/elements.js';
import { hopsOf } from '../charge/hops.js';
import { someBeside } from '../charge/neighbours.js';
import type { Kernel, NetworkRecord } from './kernel.js';
import type { KernelLayout } from './layout.js';
import { gridOf, isUnicast } from './neighbours.js';
import { type Region, regionSize, sameRegion, translate } from './region.js';
import type { WalkLoop } from './walk-instances.js';

interface Visit {
  readonly t: number;
  readonly level: number;
  /** What each element of the fan-out receives, and what it did at the visit before. */
  readonly elements: readonly Region[];
  readonly previous: readonly Region[];
}

interface FirstElement {
  readonly t: number;
  /** Spatial loops, innermost first, and how many elements there are along each. */
  readonly run: readonly WalkLoop[];
  readonly trips: readonly number[];
  readonly delta: Region;
}

/** What each element receives: what the first one does, shifted. */
export function elementsOf(layout: KernelLayout, { t, run, trips, delta }: FirstElement): Region[] {
  const { stepStart, stepRank, stepCoefficient, dimensions, rankStart } = layout;
  const count = trips.reduce((product, one) => product * one, 1);
  const ranks = rankStart[t + 1]! - rankStart[t]!;
  return Array.from({ length: count }, (_, element) => {
    const shift = new Array<number>(ranks).fill(0);
    let rest = element;
    for (const [q, loop] of run.entries()) {
      const index = rest % trips[q]!;
      rest = Math.floor(rest / trips[q]!);
      const row = t * dimensions + loop.dimension;
      for (let at = stepStart[row]!; at < stepStart[row + 1]!; at += 1) {
        shift[stepRank[at]!] = shift[stepRank[at]!]! + index * loop.stride * stepCoefficient[at]!;
      }
    }
    return translate(delta, shift);
  });
}

/** `links`: words that neighbours forward. */
export function deliver(
  kernel: Kernel,
  visit: Visit,
): { readonly groups: readonly NetworkRecord[]; readonly links: number } {
  const { t, level, elements } = visit;
  const wanting = [...elements.keys()].filter((id) => regionSize(elements[id]!) > 0);
  const plain = group(kernel, visit, wanting);
  const linkable = kernel.linkTransfers !== 0 && !((kernel.flags.noLinkTransfer[level]! >> t) & 1);
  if (!linkable || visit.previous.length === 0) return { groups: plain, links: 0 };
  const grid = gridOf(kernel, level);
  const served = wanting.filter((id) =>
    someBeside(grid, id, (from) => {
      const had = visit.previous[from];
      return had !== undefined && sameRegion(had, elements[id]!);
    }),
  );
  const left = group(
    kernel,
    visit,
    wanting.filter((id) => !served.includes(id)),
  );
  const total = (groups: readonly NetworkRecord[]): number => groups.reduce((sum, { accesses }) => sum + accesses, 0);
  if (total(left) >= total(plain)) return { groups: plain, links: 0 };
  return { groups: left, links: served.reduce((sum, id) => sum + regionSize(elements[id]!), 0) };
}

function group(kernel: Kernel, { t, level, elements }: Visit, ids: readonly number[]): NetworkRecord[] {
  const unicast = isUnicast(kernel, t, level);
  const { width, height } = gridOf(kernel, level);
  const keyOf = (id: number): string => (unicast ? String(id) : JSON.stringify(elements[id]!));
  return multicastGroups(ids, keyOf).map(([multicast, sameSize]) => {
    const accesses = sameSize.reduce((sum, [id]) => sum + regionSize(elements[id!]!), 0);
    const hops = sameSize.reduce((sum, members) => sum + hopsOf(members, width, height), 0);
    return { multicast, scatter: sameSize.length, accesses, hops: (hops * accesses) / sameSize.length };
  });
}
