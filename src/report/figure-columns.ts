// The columns of figures that tables of mappings have in common.

import { readable } from './numbers.js';
import type { TableColumn } from './table.js';
import { edpUnit, energyUnit, timeUnit } from './units.js';

export interface Figures {
  readonly cycles: number;
  readonly energyPj: number;
  readonly edpPjCycles: number;
}

/** Cycles, with a clock the time, energy and EDP, each column in one unit. */
export function figureColumns(all: readonly Figures[], seconds: number | null) {
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
    columns: headers.map((header): TableColumn => ({ header, align: 'right' })),
    cells: ({ cycles, energyPj, edpPjCycles }: Figures): string[] => [
      readable(cycles),
      ...(seconds === null ? [] : [time.show(cycles * seconds)]),
      energy.show(energyPj),
      edp.show(edpPjCycles),
    ],
  };
}
