// The mapspace taken apart by cycles. Where energy and cycles pull in opposite directions the least of each, which tables tell, are
// of different mappings, and their product says little. Among mappings that take about the same cycles a sum of both does: with as
// many pJ a cycle as make an increase of either cost the same, whatever is worth having comes to about the same.

import type { Blend, BusyPort, Share } from '../charges/energies.js';
import type { CyclesRange, Whole } from '../part.js';
import { busyPorts } from './bottleneck.js';

/** From the least cycles of a range to its most, as a ratio: what is worth having differs by a hundredth as far as that. */
const ratio = 1.3;

/** Whether energy and cycles count alike, and a storage is known to be busy for as long as compute. */
export function mayRange(whole: Whole, leastPj: number): boolean {
  const { context, chain, of, range } = whole;
  const { objective, frontier } = context.inputs.options;
  if (range !== null || frontier || objective[0] !== 'edp') return false;
  return Number.isFinite(mostCycles(whole, leastPj)) && busyPorts(context, chain, of.pool).length > 0;
}

/** Ranges that hold whatever is worth having of mappings that cost `leastPj` at least, storages and networks. */
export function rangesOf(whole: Whole, leastPj: number): CyclesRange[] {
  const { floor } = whole.of;
  const { cycles: fewest } = floor.of(0, Number.MAX_VALUE, floor.leastBusyCycles);
  const most = mostCycles(whole, leastPj);
  const ranges: CyclesRange[] = [];
  for (let least = Math.max(1, Math.floor(fewest)); least <= most; ) {
    const end = Math.min(most, Math.ceil(least * ratio));
    ranges.push({ least, most: end });
    least = end + 1;
  }
  return ranges;
}

function mostCycles({ of: { floor, value } }: Whole, leastPj: number): number {
  return Math.floor(value.mostCycles(floor.of(leastPj, Number.MAX_VALUE, 0).energyPj) * (1 + 1e-9));
}

/** Ports whose cycles are counted with energy, and those whose turn is next to be counted as well. */
export interface Weighed {
  readonly shares: readonly Share[];
  readonly next: readonly BusyPort[];
}

type Ranged = Pick<Whole, 'of' | 'range'>;

/** First metric of mappings in the range of the whole that cost `leastPj` at least. */
export function leastWithin({ of: { floor, value } }: Ranged, leastPj: number): number {
  return value.of(leastPj, Number.MAX_VALUE, floor.leastBusyCycles);
}

/** Energy with cycles of ports, of mappings in the range of the whole. */
export function blendIn({ of, range }: Ranged, shares: readonly Share[]): Blend {
  const { least, most } = range!;
  const { value } = of;
  const middle = Math.sqrt(least * most);
  // By the slope of what energy is worth having.
  const weightPj = value.slopePj(middle);
  const mostPj = Math.max(...[least, most].map((cycles) => value.limitAt(cycles) + weightPj * loadAt(of, cycles)));
  return { shares, weightPj, mostPj };
}

/** First metric of mappings in the range of the whole that come to `pj`, at least: it is least at either end of the cycles left to them. */
export function blendBound(
  { of, range }: Ranged,
  { weightPj }: Blend,
  { pj, across }: { readonly pj: number; readonly across: number },
): number {
  const { floor, value } = of;
  const { cycles: fewest } = floor.of(0, across, floor.leastBusyCycles);
  if (fewest > range!.most) return Number.POSITIVE_INFINITY;
  return Math.min(
    ...[fewest, range!.most].map((cycles) =>
      value.of(pj - weightPj * loadAt(of, cycles), across, floor.busyOf(cycles)),
    ),
  );
}

/** Cycles that a storage is busy for where a mapping takes so many, at most. */
function loadAt({ floor: { lostCycles } }: Whole['of'], cycles: number): number {
  return cycles + lostCycles + 1;
}
