// The columns of figures that tables of mappings have in common.

import type { Costs } from '../results/network-totals.js';
import { readable } from './numbers.js';
import { numbers } from './table.js';
import { edpUnit, energyUnit, timeUnit } from './units.js';

/** Cycles, with a clock the time, energy and EDP, each column in one unit. */
export function figureColumns(all: readonly Costs[], seconds: number | null) {
  const energy = energyUnit(all.map(({ energyPj }) => energyPj));
  const edp = edpUnit(all.map(({ edpPjCycles }) => edpPjCycles));
  const time = timeUnit(all.map(({ cycles }) => cycles * (seconds ?? 0)));
  const headers = [
    'cycles',
    ...(seconds === null ? [] : [`time (${time.unit})`]),
    `energy (${energy.unit})`,
    `EDP (${edp.unit})`,
  ];
  return {
    columns: numbers(...headers),
    cells: ({ cycles, energyPj, edpPjCycles }: Costs): string[] => [
      readable(cycles),
      ...(seconds === null ? [] : [time.show(cycles * seconds)]),
      energy.show(energyPj),
      edp.show(edpPjCycles),
    ],
  };
}
