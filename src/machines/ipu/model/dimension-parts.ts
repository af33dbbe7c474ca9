// Which dimension does what on a tile: a kernel takes a group of input channels, one of output channels and one of convolution groups at a
// time, kernel positions are further groups of input channels, everything else is positions (section 2.5).

import type { Workload } from '../../../workload/workload.js';
import { type Operands, playing, windowsOf } from '../../operands.js';
import { paddedShare } from '../../padding.js';
import type { Channels } from './kernels.js';
import type { KernelName } from './settings.js';

export type DimensionParts = ReturnType<typeof dimensionParts>;

export function dimensionParts(
  workload: Workload,
  operands: Operands,
  { name, granule }: { readonly name: KernelName; readonly granule: Channels },
) {
  const { bounds } = workload;
  const [rows, columns] = [playing(operands, 'row'), playing(operands, 'column')];
  const [reductions, groups] = [playing(operands, 'reduction'), playing(operands, 'group')];
  const windows = windowsOf(workload, operands);
  const sliding = reductions.filter((d) => windows.some(({ taps }) => taps.some(({ dimension }) => dimension === d)));
  const standing = reductions.filter((d) => !sliding.includes(d));
  // The planner's ways to fill the matrix unit with a kernel's row where there are few channels: whatever is padded least.
  // Where there are none at all, it is that row in a vector, and nothing for kernels that take a single channel.
  const withRows = name === 'amp' || (standing.length === 0 && granule.ins > 1);
  const candidates = withRows ? [...standing, ...sliding] : standing;
  const inChannel = leastPadded(candidates, bounds, granule.ins);
  const kernel = sliding.filter((d) => d !== inChannel);
  return {
    rows,
    columns,
    reductions,
    groups,
    /** What the kernel's input channels, output channels and groups run over; -1 where there is none. */
    inChannel,
    outChannel: leastPadded(columns, bounds, granule.outs),
    group: leastPadded(groups, bounds, granule.groups),
    /** Reductions that slide along positions and are not the kernel's input channels. */
    kernel,
    /** All other reductions. */
    channels: reductions.filter((d) => !kernel.includes(d)),
  };
}

/** What the bound of every dimension is a multiple of. */
export function granulesOf(
  { bounds }: Pick<Workload, 'bounds'>,
  { inChannel, outChannel, group }: DimensionParts,
  granule: Channels,
): number[] {
  return bounds.map((_, d) => {
    if (d === inChannel) return granule.ins;
    if (d === outChannel) return granule.outs;
    return d === group ? granule.groups : 1;
  });
}

function leastPadded(dimensions: readonly number[], bounds: readonly number[], group: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const d of dimensions) {
    const padding = paddedShare(bounds[d]!, group);
    if (padding < least) [best, least] = [d, padding];
  }
  return best;
}
