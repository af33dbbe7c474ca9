// A convolution that keeps its outputs in registers: rows and columns of the output lie on the cores, each pop brings
// weights of some input channels of one tap of one filter to all of them (B10, C6, C7, C8). That weights are packed along
// input channels is inferred.

import { type ElementType, elementBytes, macLanes } from '../../../../src/machines/epu/element-type.js';
import type { Core } from '../../../../src/machines/epu/parameters.js';
import { tileElements } from '../../../../src/machines/epu/tiles.js';
import type { Taps } from './neighbours.js';

export interface Convolution {
  readonly batches: number;
  readonly filters: number;
  readonly channels: number;
  readonly taps: Taps;
  readonly output: { readonly rows: number; readonly columns: number };
  readonly type: ElementType;
}

/** Of one output channel. */
export function outputTiles({ arraySide }: Core, { batches, output }: Convolution): number {
  return batches * Math.ceil(output.rows / arraySide) * Math.ceil(output.columns / arraySide);
}

export function macs({ batches, filters, channels, taps, output }: Convolution): number {
  return batches * output.rows * output.columns * filters * channels * taps.rows * taps.columns;
}

export function macCycles(core: Core, convolution: Convolution): number {
  const steps = Math.ceil(convolution.channels / macLanes(core, convolution.type));
  return outputTiles(core, convolution) * filterTaps(convolution) * steps;
}

/** Of all lanes of all cores. */
export function macUtilization(core: Core, convolution: Convolution): number {
  const slots = macCycles(core, convolution) * tileElements(core) * macLanes(core, convolution.type);
  return macs(convolution) / slots;
}

export function popsPerFilter({ popBytes }: Core, { channels, taps, type }: Omit<Convolution, 'output'>): number {
  return taps.rows * taps.columns * Math.ceil((channels * elementBytes(type)) / popBytes);
}

/** With so many output tiles resident at once, which share every pop. */
export function weightPops(core: Core, convolution: Convolution, residentTiles: number): number {
  const rounds = Math.ceil(outputTiles(core, convolution) / residentTiles);
  return rounds * convolution.filters * popsPerFilter(core, convolution);
}

function filterTaps({ filters, taps }: Convolution): number {
  return filters * taps.rows * taps.columns;
}
