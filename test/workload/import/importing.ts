// How the tests import: a graph in memory, with sizes for its dynamic dimensions.

import { expect } from 'vitest';
import { renderDiagnostic } from '../../../src/diagnostics/render.js';
import type { Network } from '../../../src/workload/import/network.js';
import { boundsOf } from '../../../src/workload/import/network.js';
import { importOnnx } from '../../../src/workload/import/onnx/import-onnx.js';
import { sourceOf } from '../../support/onnx-writer.js';

export interface Importing {
  readonly dimensions?: Readonly<Record<string, number>>;
  readonly skipUnknown?: boolean;
}

export function importBytes(bytes: Uint8Array, { dimensions = {}, skipUnknown = false }: Importing = {}) {
  const options = { dimensions: new Map(Object.entries(dimensions)), skipUnknown };
  return importOnnx({ path: 'model.onnx', name: 'model', source: sourceOf(bytes) }, options);
}

/** The network, with nothing to be said about it. */
export function imported(bytes: Uint8Array, options: Importing = {}): Network {
  const { value, diagnostics } = importBytes(bytes, options);
  expect(diagnostics.map((one) => renderDiagnostic(one))).toEqual([]);
  return value!;
}

/** Code and message of the one thing that is wrong. */
export function complaint(bytes: Uint8Array, options: Importing = {}): string {
  const { value, diagnostics } = importBytes(bytes, options);
  expect(value).toBeUndefined();
  return diagnostics.map((one) => renderDiagnostic(one)).join('\n');
}

/** Bounds in the order of the layers, one line each, steps included. */
export function lines(network: Network): string[] {
  return network.steps.map(({ layer, times }) => {
    const { operator, problem, stride = [], groups } = network.layers[layer]!;
    const bounds = Object.entries(boundsOf(problem)).map(([key, value]) => `${key}${value}`);
    const more = [
      stride.some((one) => one !== 1) ? `stride ${stride.join('x')}` : '',
      (groups ?? 1) > 1 ? `groups ${groups}` : '',
      times > 1 ? `x ${times}` : '',
    ];
    return [operator, ...bounds, ...more.filter(Boolean)].join(' ');
  });
}
