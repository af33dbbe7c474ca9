// Searches the layers of a network, equal ones once, until all are done or a signal comes.

import { runLayers } from '../parallel/run-layers.js';
import type { SearchedLayer as Found } from '../parallel/task.js';
import type { NetworkFigures } from '../results/network-figures.js';
import type { Context } from './context.js';
import type { StopSignal } from './ending.js';
import type { Interrupts } from './interrupts.js';
import type { Layer } from './layers.js';
import { showLayers } from './progress.js';

export interface SearchedLayer extends Found {
  readonly layer: Layer;
}

export interface SearchedLayers {
  /** In the order of the layers; after a signal only those that were reached. */
  readonly searched: readonly SearchedLayer[];
  readonly signal: StopSignal | undefined;
  /** Of all layers together, as the clock on the wall says. */
  readonly elapsedSeconds: number;
  /** Traffic, steps and what stays on chip; absent for a single layer, and while a layer has no mapping. */
  readonly figures?: NetworkFigures;
}

export async function searchLayers(
  context: Context,
  layers: readonly Layer[],
  interrupts: Interrupts,
  nameOf = ({ problem }: Layer): string => problem.workload.name,
): Promise<SearchedLayers> {
  const started = performance.now();
  const places = new Map<string, number>();
  const distinct: Layer[] = [];
  for (const layer of layers) {
    if (places.has(layer.configHash)) continue;
    places.set(layer.configHash, distinct.length);
    distinct.push(layer);
  }
  const found = await search(context, distinct, { labels: distinct.map(nameOf), signal: interrupts.signal });
  const searched = layers.flatMap((layer) => {
    const one = found[places.get(layer.configHash)!];
    return one ? [{ layer, ...one }] : [];
  });
  return { searched, signal: interrupts.received(), elapsedSeconds: (performance.now() - started) / 1000 };
}

async function search(
  context: Context,
  layers: readonly Layer[],
  { labels, signal }: { readonly labels: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly (Found | undefined)[]> {
  const [first] = layers;
  const { threads, timeLimitSeconds, objective } = first!.options;
  const progress = showLayers(context, { labels, timeLimitSeconds, metric: objective[0]! });
  try {
    return await runLayers(layers, { threads, signal, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}
