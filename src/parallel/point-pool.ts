// Threads that search one point of a sweep each, within one memory limit. What a point's result is does not depend on how
// many there are.

import { Piscina } from 'piscina';
import { createLayerState } from './layer-state.js';
import type { LayerWorkerData } from './layer-worker.js';
import type { LayerSearch, SearchedLayer } from './run-layers.js';
import { compiledWorker } from './worker-file.js';

export interface PointPool {
  readonly threads: number;
  readonly search: (point: LayerSearch) => Promise<SearchedLayer>;
  readonly close: () => Promise<void>;
}

export function openPointPool(threads: number): PointPool {
  const filename = compiledWorker('point-worker', import.meta.url);
  const workerData: LayerWorkerData = { shared: createLayerState(0).buffer };
  const pool = new Piscina<LayerSearch, SearchedLayer>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    workerData,
  });
  return {
    threads,
    search: ({ problem, plan, options }) => pool.run({ problem, plan, options: { ...options, threads: 1 } }),
    close: () => pool.destroy(),
  };
}
