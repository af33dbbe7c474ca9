// What the threads of a search of several layers share: a request to stop, how much memory their tables have taken, and
// how far each layer is, for the progress display. No result depends on it, except by stopping.

import type { Progress } from '../search/result.js';

export interface LayerState {
  readonly buffer: SharedArrayBuffer;
  /** Request to stop, mebibytes taken. */
  readonly words: Int32Array;
  /** Per layer: whether it runs, evaluations, valid mappings, best objective, lower bound (NaN for none). */
  readonly figures: Float64Array;
}

const figuresPerLayer = 5;

export function createLayerState(layers: number): LayerState {
  return viewLayerState(new SharedArrayBuffer(8 + 8 * figuresPerLayer * layers));
}

export function viewLayerState(buffer: SharedArrayBuffer): LayerState {
  return { buffer, words: new Int32Array(buffer, 0, 2), figures: new Float64Array(buffer, 8) };
}

export function requestLayerStop({ words }: LayerState): void {
  Atomics.store(words, 0, 1);
}

export function isLayerStopRequested({ words }: LayerState): boolean {
  return Atomics.load(words, 0) !== 0;
}

/**
 * Waits until so much memory is free, or nobody else holds any: a layer that needs more than all is for the search to
 * refuse. Only for worker threads. Returns what gives it back.
 */
export function takeMemory(state: LayerState, bytes: number, limitBytes: number): () => void {
  const { words } = state;
  const needed = mebibytes(bytes);
  const limit = mebibytes(limitBytes);
  for (;;) {
    const taken = Atomics.load(words, 1);
    const free = taken === 0 || taken + needed <= limit;
    if (free && Atomics.compareExchange(words, 1, taken, taken + needed) === taken) break;
    if (isLayerStopRequested(state)) return () => {};
    if (!free) Atomics.wait(words, 1, taken, 50);
  }
  return () => {
    Atomics.sub(words, 1, needed);
    Atomics.notify(words, 1);
  };
}

export function writeProgress({ figures }: LayerState, layer: number, progress: Progress | null): void {
  const at = layer * figuresPerLayer;
  figures[at] = progress === null ? 0 : 1;
  if (progress === null) return;
  figures[at + 1] = progress.evaluations;
  figures[at + 2] = progress.valid;
  figures[at + 3] = progress.bestObjective ?? Number.NaN;
  figures[at + 4] = progress.lowerBound ?? Number.NaN;
}

/** Null for a layer that does not run. */
export function readProgress({ figures }: LayerState, layer: number): Progress | null {
  const at = layer * figuresPerLayer;
  if (figures[at] === 0) return null;
  const figure = (offset: number): number | null => (Number.isNaN(figures[at + offset]) ? null : figures[at + offset]!);
  return {
    evaluations: figures[at + 1]!,
    valid: figures[at + 2]!,
    bestObjective: figure(3),
    lowerBound: figure(4),
    fraction: null,
  };
}

function mebibytes(bytes: number): number {
  return Math.min(2 ** 30, Math.ceil(bytes / 2 ** 20));
}
