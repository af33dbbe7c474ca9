// The predefined shapes, and how `shape: <name>` finds one.

import { cnnLayer, depthwise, grouped, nativeCnnLayer } from './convolutions.js';
import { batchedGemm, gemm } from './gemm.js';
import type { Shape } from './shape.js';

export const shapes: readonly Shape[] = [cnnLayer, nativeCnnLayer, gemm, batchedGemm, depthwise, grouped];

/** What a problem without any shape means. */
export const defaultShapeName = 'cnn-layer';

export function shapeNames(): string[] {
  return [...new Set(shapes.flatMap((shape) => shape.names))];
}

/**
 * Several shapes may share a name and differ in what they call a dimension: the one whose dimensions are all bound is
 * meant, and the first when none is.
 */
export function findShape(name: string, bound: ReadonlyMap<string, unknown>): Shape | undefined {
  const wanted = shapes.filter((shape) => shape.names.some((spelling) => normal(spelling) === normal(name)));
  return wanted.find((shape) => shape.dimensions.every((dimension) => bound.has(dimension))) ?? wanted[0];
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}
