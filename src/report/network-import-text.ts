// An imported network for people: its distinct layers, what else it holds, and the total.

import { type Network, networkMacs, type OtherOperator } from '../workload/import/network.js';
import { boundsText } from '../workload/import/network-files.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { renderTable } from './table.js';

export function networkImportText(network: Network, style: Style): string {
  const { layers, steps, others, folded } = network;
  const rows = layers.map((layer) => {
    const { stride = [], dilation = [] } = layer;
    return [
      style.accent(layer.name),
      layer.operator,
      boundsText(layer),
      stride.some((one) => one !== 1) ? stride.join(' x ') : '',
      dilation.some((one) => one !== 1) ? dilation.join(' x ') : '',
      readable(layer.count),
      readable(layer.macs),
    ];
  });
  const occurrences = layers.reduce((sum, { count }) => sum + count, 0);
  rows.push([...['network', '', '', '', '', readable(occurrences), readable(networkMacs(network))].map(style.bold)]);
  const table = renderTable({
    columns: [
      { header: 'layer' },
      { header: 'operator' },
      { header: 'bounds' },
      { header: 'stride' },
      { header: 'dilation' },
      { header: 'count', align: 'right' },
      { header: 'MACs', align: 'right' },
    ],
    rows,
    style,
  });
  const note = `${steps.length} steps, ${layers.length} distinct layers; MACs of a layer are for one occurrence, those of the network count each as often as it occurs`;
  return [
    table,
    style.dim(note),
    '\n',
    ...listed('not multiplied', others, style),
    ...listed('constants computed', folded, style),
  ].join('');
}

function listed(what: string, operators: readonly OtherOperator[], style: Style): string[] {
  if (operators.length === 0) return [];
  const words = operators.reduce((sum, one) => sum + one.words, 0);
  const list = operators.map(({ operator, count }) => `${count} ${operator}`).join(', ');
  return [style.dim(`${what}: ${list} (${readable(words)} words)`), '\n'];
}
