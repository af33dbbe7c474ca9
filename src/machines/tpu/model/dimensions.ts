// Dimensions by what the hardware does with them: streamed as rows of activations, along the columns or the rows of an array, or
// one after another.

import type { Workload } from '../../../workload/workload.js';
import { type Operands, playing, windowsOf } from '../../operands.js';

export interface DimensionSets {
  /** m: batch and pixels. */
  readonly streamed: readonly number[];
  /** n: output channels. */
  readonly columns: readonly number[];
  /** k, all of it. */
  readonly reduction: readonly number[];
  /** Of k, what may lie along the rows of an array: channels, and positions of a filter only if they need not take a pass each. */
  readonly rows: readonly number[];
  /** Of k, what is no position of a filter. */
  readonly channels: readonly number[];
  /** Independent problems. */
  readonly groups: readonly number[];
}

export function dimensionSets(
  workload: Workload,
  operands: Operands,
  { windowsOnRows }: { readonly windowsOnRows: boolean },
): DimensionSets {
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
    streamed: playing(operands, 'row'),
    columns: playing(operands, 'column'),
    reduction,
    rows: windowsOnRows ? shared : channels,
    channels,
    groups: playing(operands, 'group'),
  };
}
