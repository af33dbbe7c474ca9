// Space to depth: a window that moves by s elements reads s phases of its input, each of them with a window of its own that moves by one.
// Phases do not slide, so they are channels: the first layer of an image network has 12 of them instead of 3, and its filter of
// 7 x 7 becomes one of 4 x 4, padded with zeros.

import type { Dataspace, Term, Workload } from '../../../workload/workload.js';
import { type Operands, windowsOf } from '../../operands.js';

interface Split {
  /** Position of the filter, as it stood, of which phases become a dimension. */
  readonly tap: number;
  readonly stride: number;
}

/** Null where no window moves by more than one element. */
export function inPhases(workload: Workload, operands: Operands): Workload | null {
  const { dataspaces, dimensions, bounds } = workload;
  const splits = windowsOf(workload, operands).flatMap(({ rank, stride, taps: [tap, ...others] }): Split[] => {
    const alone = dataspaces[operands.activations]!.projection[rank]!.length === 2;
    if (!alone || tap === undefined || others.length > 0 || tap.step !== 1 || stride === 1) return [];
    return bounds[tap.dimension]! > 1 ? [{ tap: tap.dimension, stride }] : [];
  });
  const taken = dimensions.map((name) => `${name}_phase`).filter((name) => dimensions.includes(name));
  if (splits.length === 0 || taken.length > 0) return null;
  const phaseOf = (at: number): number => dimensions.length + at;
  const padded = bounds.map((bound, d) => {
    const split = splits.find(({ tap }) => tap === d);
    return split ? Math.ceil(bound / split.stride) : bound;
  });
  const asked = bounds.map((bound, d) => bound / (splits.find(({ tap }) => tap === d)?.stride ?? 1));
  const strides = splits.map(({ stride }) => stride);
  return {
    ...workload,
    dimensions: [...dimensions, ...splits.map(({ tap }) => `${dimensions[tap]}_phase`)],
    bounds: [...padded, ...strides],
    paddedFrom: [...asked, ...strides],
    dataspaces: dataspaces.map((dataspace) => splitRanks(dataspace, splits, phaseOf)),
  };
}

/** A rank that the window moves along, or the filter's own, becomes two: steps of the stride, and phases. */
function splitRanks(dataspace: Dataspace, splits: readonly Split[], phaseOf: (at: number) => number): Dataspace {
  const projection = dataspace.projection.flatMap((rank): (readonly Term[])[] => {
    const at = splits.findIndex(({ tap }) => rank.some(({ dimension }) => dimension === tap));
    if (at < 0) return [rank];
    return [rank.map((term) => ({ ...term, coefficient: 1 })), [{ dimension: phaseOf(at), coefficient: 1 }]];
  });
  return { ...dataspace, projection };
}
