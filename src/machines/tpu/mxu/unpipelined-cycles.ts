// Cycles where folds follow each other without overlap, for the three dataflows as SCALE-Sim v2 counts them (section 2.3):
// what stays in the array takes its rows to load (not for outputs), then the streams fill, pass and drain. SCALE-Sim reports one
// cycle less than this sum.

import type { FoldedArray } from './fold-cycles.js';
import type { Matmul } from './matmul-cycles.js';

export const dataflows = ['weight-stationary', 'output-stationary', 'input-stationary'] as const;

export type Dataflow = (typeof dataflows)[number];

/** Rows and columns of cells. */
export type Cells = Pick<FoldedArray, 'rows' | 'columns'>;

export function unpipelinedCycles(size: Matmul, { rows, columns }: Cells, dataflow: Dataflow): number {
  const { alongRows, alongColumns, overTime } = extents(size, dataflow);
  const folds = Math.ceil(alongRows / rows) * Math.ceil(alongColumns / columns);
  const loading = dataflow === 'output-stationary' ? 0 : rows;
  return folds * (loading + rows + columns + overTime - 2);
}

function extents({ m, k, n }: Matmul, dataflow: Dataflow) {
  switch (dataflow) {
    case 'weight-stationary':
      return { alongRows: k, alongColumns: n, overTime: m };
    case 'output-stationary':
      return { alongRows: m, alongColumns: n, overTime: k };
    case 'input-stationary':
      return { alongRows: k, alongColumns: m, overTime: n };
  }
}
