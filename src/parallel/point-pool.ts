// Threads that search one point of a sweep each, within one memory limit. What a point's result is does not depend on how
// many there are.

import { createSharedState } from './shared-state.js';
import type { LayerSearch, SearchedLayer } from './task.js';
import { openWorkerPool } from './worker-pool.js';

export interface PointPool {
  readonly threads: number;
  readonly search: (point: LayerSearch) => Promise<SearchedLayer>;
  readonly close: () => Promise<void>;
}

export function openPointPool(threads: number): PointPool {
  const pool = openWorkerPool(threads);
  const shared = createSharedState().buffer;
  return {
    threads,
    search: async ({ problem, plan, options }) => {
      const layer = { problem, plan, options: { ...options, threads: 1 } };
      return (await (await pool).run({ kind: 'search', layer, shared, place: null, declines: false }))!;
    },
    close: async () => (await pool).close(),
  };
}
