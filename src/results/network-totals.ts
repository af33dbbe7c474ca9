// The layers of a network together: layers run one after the other, each as often as it occurs.

import type { Evaluation } from '../model/evaluation.js';
import type { JsonObject } from './evaluation-json.js';

/** What everything that is costed costs. */
export type Costs = Pick<Evaluation, 'cycles' | 'energyPj' | 'edpPjCycles'>;

export interface LayerCost extends Pick<Costs, 'cycles' | 'energyPj'> {
  /** How often the layer occurs. */
  readonly count: number;
}

/** Its EDP is energy of the network times cycles of the network; not the sum over its layers. */
export interface NetworkTotals extends Costs {
  /** Occurrences, not files. */
  readonly layers: number;
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
