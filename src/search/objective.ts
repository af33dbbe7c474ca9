// What is minimized: the metrics of the objective in order, the first decides and each next one breaks exact ties.
// Utilization is maximized, so its value is negated.

import type { Metric, RankedMapping } from './result.js';

export type Figures = Pick<RankedMapping, 'cycles' | 'energyPj' | 'utilization'>;

export function metricValue(metric: Metric, { cycles, energyPj, utilization }: Figures): number {
  switch (metric) {
    case 'edp':
      return energyPj * cycles;
    case 'energy':
      return energyPj;
    case 'cycles':
      return cycles;
    case 'utilization':
      return -utilization;
    case 'ed2p':
      return energyPj * cycles * cycles;
  }
}

/** After the metrics that were asked for, less energy is better, then fewer cycles. */
const settling: readonly Metric[] = ['energy', 'cycles'];

/** Negative when `a` is better. */
export function compareFigures(objective: readonly Metric[], a: Figures, b: Figures): number {
  for (const metric of objective) {
    const difference = metricValue(metric, a) - metricValue(metric, b);
    if (difference !== 0) return difference;
  }
  for (const metric of settling) {
    const difference = metricValue(metric, a) - metricValue(metric, b);
    if (difference !== 0) return difference;
  }
  return 0;
}
