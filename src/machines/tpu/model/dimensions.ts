// Dimensions by what the hardware does with them: streamed as rows of activations, along the columns or the rows of an array, or
// one after another.

import type { Workload } from '../../../workload/workload.js';
import { type Operands, playing, windowsOf } from '../../operands.js';

export type DimensionSets = ReturnType<typeof dimensionSets>;

export function dimensionSets(
  workload: Workload,
  operands: Operands,
  { windowsOnRows }: { readonly windowsOnRows: boolean },
) {
  const { dimensions, dataspaces, bounds } = workload;
  const { roles } = operands;
  const windows = windowsOf(workload, operands).filter(({ dimension }) => bounds[dimension]! > 1);
  const slides = (d: number): boolean => windows.some(({ taps }) => taps.some(({ dimension }) => dimension === d));
  const produces = (d: number): boolean =>
    dataspaces[operands.outputs]!.projection.some((rank) => rank.some((term) => term.dimension === d));
  // What moves one input alone is summed up over, too, but has no place along the rows.
  const shared = playing(operands, 'reduction');
  const channels = shared.filter((d) => !slides(d));
  const reduction = [...dimensions.keys()].filter(
    (d) => roles[d] === 'reduction' || (roles[d] === 'single' && !produces(d)),
  );
  return {
    /** m: batch and pixels. */
    streamed: playing(operands, 'row'),
    /** n: output channels. */
    columns: playing(operands, 'column'),
    /** k, all of it. */
    reduction,
    /** Of k, what may lie along the rows of an array: channels, and positions of a filter only if they need not take a pass each. */
    rows: windowsOnRows ? shared : channels,
    /** Of k, what is no position of a filter. */
    channels,
    /** Independent problems. */
    groups: playing(operands, 'group'),
  };
}
