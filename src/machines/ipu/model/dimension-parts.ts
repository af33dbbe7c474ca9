// Which dimension does what on a tile: the matrix unit takes a group of input channels and one of output channels at a time, kernel
// positions are further groups of input channels, everything else is positions or convolution groups (section 2.5).

import type { Workload } from '../../../workload/workload.js';
import type { Operands } from '../../operands.js';
import type { AmpShape } from '../compute/rates.js';

export interface DimensionParts {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly reductions: readonly number[];
  readonly groups: readonly number[];
  /** The reduction that the unit's input channels run over, and the dimension that its output channels do; -1 where there is none. */
  readonly inChannel: number;
  readonly outChannel: number;
  /** Reductions that slide along positions and are not the unit's input channels: positions of a kernel. */
  readonly kernel: readonly number[];
}

export function dimensionParts(
  { dataspaces, dimensions, bounds }: Workload,
  operands: Operands,
  amp: AmpShape,
): DimensionParts {
  const { roles, activations } = operands;
  const of = (role: string): number[] => dimensions.flatMap((_, d) => (roles[d] === role ? [d] : []));
  const [rows, columns, reductions] = [of('row'), of('column'), of('reduction')];
  const sliding = reductions.filter((d) =>
    dataspaces[activations]!.projection.some(
      (rank) =>
        rank.some(({ dimension }) => dimension === d) && rank.some(({ dimension }) => roles[dimension] === 'row'),
    ),
  );
  const channels = reductions.filter((d) => !sliding.includes(d));
  // The planner's ways to fill the unit with a kernel's row where there are few channels: whatever is padded least.
  const inChannel = leastPadded([...channels, ...sliding], bounds, amp.inGroup);
  const outChannel = leastPadded(columns, bounds, amp.outGroup);
  return {
    rows,
    columns,
    reductions,
    groups: of('group'),
    inChannel,
    outChannel,
    kernel: sliding.filter((d) => d !== inChannel),
  };
}

/** Bounds of whole groups of channels. */
export function groupedBounds(
  { bounds }: Workload,
  { inChannel, outChannel }: DimensionParts,
  amp: AmpShape,
): number[] {
  return bounds.map(
    (bound, d) =>
      Math.ceil(bound / granule(d, { inChannel, outChannel }, amp)) * granule(d, { inChannel, outChannel }, amp),
  );
}

export function granule(
  d: number,
  { inChannel, outChannel }: Pick<DimensionParts, 'inChannel' | 'outChannel'>,
  amp: AmpShape,
): number {
  if (d === inChannel) return amp.inGroup;
  return d === outChannel ? amp.outGroup : 1;
}

function leastPadded(dimensions: readonly number[], bounds: readonly number[], group: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const d of dimensions) {
    const padding = (Math.ceil(bounds[d]! / group) * group) / bounds[d]!;
    if (padding < least) [best, least] = [d, padding];
  }
  return best;
}
