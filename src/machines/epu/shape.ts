// The extents of a tensor or of a region of interest in it, and offsets along the same four axes.

import { type ElementType, elementBytes } from './element-type.js';

export const axes = ['batches', 'channels', 'rows', 'columns'] as const;
export type Axis = (typeof axes)[number];

export type Shape = Readonly<Record<Axis, number>>;
export type Offset = Shape;

export const origin: Offset = { batches: 0, channels: 0, rows: 0, columns: 0 };

/** In the order in which all interfaces name them: batch, channel, row, column. */
export function shapeOf([batches, channels, rows, columns]: readonly [number, number, number, number]): Shape {
  return { batches, channels, rows, columns };
}

export function elementCount({ batches, channels, rows, columns }: Shape): number {
  return batches * channels * rows * columns;
}

/** Without padding: what passes between DDR and OCM. */
export function denseBytes(shape: Shape, type: ElementType): number {
  return elementCount(shape) * elementBytes(type);
}

export function shapeText({ batches, channels, rows, columns }: Shape): string {
  return `${batches}x${channels}x${rows}x${columns}`;
}
