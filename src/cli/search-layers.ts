// Searches layer after layer, equal layers once, until all are done or a signal comes.

import { runSearch } from '../parallel/run-search.js';
import type { RankedMapping, SearchResult } from '../search/result.js';
import type { Context } from './context.js';
import type { Interrupts, StopSignal } from './interrupts.js';
import type { Layer } from './layers.js';
import { showProgress } from './progress.js';

export interface SearchedLayer {
  readonly layer: Layer;
  readonly result: SearchResult;
  readonly elapsedSeconds: number;
}

export interface SearchedLayers {
  /** In the order of the layers; after a signal only those that were reached. */
  readonly searched: readonly SearchedLayer[];
  readonly signal: StopSignal | undefined;
}

export async function searchLayers(
  context: Context,
  layers: readonly Layer[],
  interrupts: Interrupts,
): Promise<SearchedLayers> {
  const known = new Map<string, SearchedLayer>();
  const searched: SearchedLayer[] = [];
  for (const [at, layer] of layers.entries()) {
    const twin = known.get(layer.configHash);
    if (!twin && interrupts.received()) break;
    const one = twin
      ? { ...twin, layer }
      : await searchLayer(context, layer, { at, of: layers.length, signal: interrupts.signal });
    known.set(layer.configHash, one);
    searched.push(one);
  }
  return { searched, signal: interrupts.received() };
}

async function searchLayer(
  context: Context,
  layer: Layer,
  { at, of, signal }: { readonly at: number; readonly of: number; readonly signal: AbortSignal },
): Promise<SearchedLayer> {
  const { name } = layer.problem.workload;
  const label = of === 1 ? name : `${at + 1}/${of} ${name}`;
  const progress = showProgress(context, { label, timeLimitSeconds: layer.options.timeLimitSeconds });
  const started = performance.now();
  try {
    const result = await runSearch(layer.problem, layer.plan, layer.options, { signal, onProgress: progress.update });
    const elapsedSeconds = (performance.now() - started) / 1000;
    return { layer, result: outermostFirst(result, layer), elapsedSeconds };
  } finally {
    progress.stop();
  }
}

/** Levels are shown outermost first everywhere. */
function outermostFirst(result: SearchResult, { problem }: Layer): SearchResult {
  const names = problem.architecture.levels.map((level) => level.name).toReversed();
  const ordered = (ranked: RankedMapping): RankedMapping => {
    const used = ranked.bufferUtilization;
    return {
      ...ranked,
      bufferUtilization: Object.fromEntries(names.flatMap((name) => (name in used ? [[name, used[name]!]] : []))),
    };
  };
  return { ...result, mappings: result.mappings.map(ordered), frontier: result.frontier.map(ordered) };
}
