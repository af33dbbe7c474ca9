// One visit of a fan-out in the literal walk: multicast groups (F.5), neighbour forwarding (F.6), hops.

import { someBeside } from '../charge/neighbours.js';
import type { Kernel } from './kernel.js';
import { gridOf, multicastGroups } from './neighbours.js';
import { hopsOf } from './network.js';
import { type Region, regionSize, sameRegion } from './region.js';

export interface FanoutElement {
  readonly region: Region;
}

export interface VisitDelivery {
  readonly groups: readonly { multicast: number; scatter: number; words: number; hops: number }[];
  /** Words that neighbours forward. */
  readonly links: number;
}

interface Visit {
  readonly t: number;
  readonly level: number;
  readonly elements: readonly FanoutElement[];
  readonly previous: readonly FanoutElement[];
}

export function deliver(kernel: Kernel, visit: Visit): VisitDelivery {
  const { t, level, elements } = visit;
  const wanting = elements.map((_, id) => id).filter((id) => regionSize(elements[id]!.region) > 0);
  const plain = group(kernel, visit, wanting);
  const linkable = kernel.linkTransfers !== 0 && !((kernel.flags.noLinkTransfer[level]! >> t) & 1);
  if (!linkable || visit.previous.length === 0) return { groups: plain, links: 0 };
  const grid = gridOf(kernel, level);
  const served = wanting.filter((id) =>
    someBeside(grid, id, (from) => {
      const had = visit.previous[from];
      return had !== undefined && sameRegion(had.region, elements[id]!.region);
    }),
  );
  const left = group(
    kernel,
    visit,
    wanting.filter((id) => !served.includes(id)),
  );
  const total = (groups: VisitDelivery['groups']): number => groups.reduce((sum, one) => sum + one.words, 0);
  if (total(left) >= total(plain)) return { groups: plain, links: 0 };
  return { groups: left, links: served.reduce((sum, id) => sum + regionSize(elements[id]!.region), 0) };
}

function group(
  kernel: Kernel,
  visit: Visit,
  ids: readonly number[],
): { multicast: number; scatter: number; words: number; hops: number }[] {
  const unicast = ((kernel.flags.spatialNoReuse[visit.level]! >> visit.t) & 1) !== 0;
  const { width, height } = gridOf(kernel, visit.level);
  const keyOf = (id: number): string => (unicast ? String(id) : JSON.stringify(visit.elements[id]!.region));
  return multicastGroups(ids, keyOf).map(([multicast, sameSize]) => {
    const words = sameSize.reduce((sum, [id]) => sum + regionSize(visit.elements[id!]!.region), 0);
    const hops = sameSize.reduce((sum, members) => sum + hopsOf(members, width, height), 0);
    return { multicast, scatter: sameSize.length, words, hops: (hops * words) / sameSize.length };
  });
}
