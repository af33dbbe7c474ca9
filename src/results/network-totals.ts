// The layers of a network together: layers run one after the other, each as often as it occurs.

import type { JsonObject } from './evaluation-json.js';

export interface LayerCost {
  /** How often the layer occurs. */
  readonly count: number;
  readonly cycles: number;
  readonly energyPj: number;
}

export interface NetworkTotals {
  /** Occurrences, not files. */
  readonly layers: number;
  readonly cycles: number;
  readonly energyPj: number;
  /** Energy of the network times cycles of the network; not the sum over its layers. */
  readonly edpPjCycles: number;
}

export function networkTotals(layers: readonly LayerCost[]): NetworkTotals {
  const sum = (of: (layer: LayerCost) => number): number => layers.reduce((total, layer) => total + of(layer), 0);
  const cycles = sum((layer) => layer.count * layer.cycles);
  const energyPj = sum((layer) => layer.count * layer.energyPj);
  return { layers: sum((layer) => layer.count), cycles, energyPj, edpPjCycles: cycles * energyPj };
}

export function totalsJson(totals: NetworkTotals): JsonObject {
  const { layers, cycles, energyPj, edpPjCycles } = totals;
  return { layers, cycles, energyPj, edpPjCycles };
}
