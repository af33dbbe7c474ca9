// What sparsity made of the dense accesses, for people: what is left, gated and skipped, and the metadata beside it.

import type { Evaluation } from '../model/evaluation.js';
import { percent, readable } from './numbers.js';
import type { Style } from './style.js';
import { numbers, renderTable, texts } from './table.js';

const columns = [
  ...texts('sparse', 'dataspace', 'format'),
  ...numbers('density (%)', 'accesses', 'actual', 'gated', 'skipped', 'metadata (bits)', 'metadata (pJ)'),
];

export function sparseText({ levels, compute }: Evaluation, style: Style): string {
  const rows = levels.flatMap(({ name, dataspaces }) =>
    Object.entries(dataspaces).flatMap(([dataspace, counts], index) => {
      const { sparse } = counts;
      if (sparse === undefined) return [];
      const sum = (of: { scalarReads: number; scalarFills: number; scalarUpdates: number }): string =>
        readable(of.scalarReads + of.scalarFills + of.scalarUpdates);
      const { metadata } = sparse;
      return [
        [
          index === 0 ? style.accent(name) : '',
          dataspace,
          metadata?.format ?? 'uncompressed',
          percent(sparse.expectedDensity),
          ...[counts, sparse.actual, sparse.gated, sparse.skipped].map(sum),
          ...(metadata === null ? ['', ''] : [metadata.capacityBits, metadata.energyPj].map(readable)),
        ],
      ];
    }),
  );
  const { sparse } = compute;
  if (sparse !== undefined) {
    const counts = [compute.computes, sparse.actual, sparse.gated, sparse.skipped].map(readable);
    rows.push([style.accent(compute.name), '', '', '', ...counts, '', '']);
  }
  const table = renderTable({ columns, rows, style, keys: 2 });
  return `${table}${style.dim('words per instance, of the compute all operations; metadata: of the fullest tile, energy of all instances')}\n`;
}
