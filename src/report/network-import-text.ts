// An imported network for people: its distinct layers, what else it holds, and the total.

import { counted } from '../math/count-text.js';
import {
  boundsOf,
  type Network,
  type NetworkLayer,
  networkMacs,
  type OtherOperator,
} from '../workload/import/network.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { notesText, numbers, renderTable, texts } from './table.js';

export function networkImportText(network: Network, style: Style): string {
  const { layers, steps, others, folded } = network;
  const rows = layers.map((layer) => {
    const { stride = [], dilation = [] } = layer;
    const said = (what: string, list: readonly number[]): string[] =>
      list.some((one) => one !== 1) ? [`${what} ${[...new Set(list)].join(' x ')}`] : [];
    return [
      style.accent(layer.name),
      layer.operator,
      [boundsText(layer), ...said('stride', stride), ...said('dilation', dilation)].join(' '),
      readable(layer.count),
      readable(layer.macs),
    ];
  });
  const occurrences = layers.reduce((sum, { count }) => sum + count, 0);
  rows.push([...['network', '', '', readable(occurrences), readable(networkMacs(network))].map(style.bold)]);
  const columns = [...texts('layer', 'operator', 'bounds'), ...numbers('count', 'MACs')];
  const table = renderTable({ columns, rows, style });
  const shares = `${counted(steps.length, 'step')}, ${counted(layers.length, 'distinct layer')}`;
  const note = `${shares}; bounds of 1 are left out; MACs of a layer are for one occurrence, those of the network count each as often as it occurs`;
  return table + notesText([note, ...listed('not multiplied', others), ...listed('constants computed', folded)], style);
}

function boundsText(layer: NetworkLayer): string {
  const moving = Object.entries(boundsOf(layer.problem)).filter(([, bound]) => bound > 1);
  return moving.map(([key, bound]) => `${key}${bound}`).join(' ');
}

function listed(what: string, operators: readonly OtherOperator[]): string[] {
  if (operators.length === 0) return [];
  const words = operators.reduce((sum, one) => sum + one.words, 0);
  const list = operators.map(({ operator, count }) => `${count} ${operator}`).join(', ');
  return [`${what}: ${list} (${readable(words)} words)`];
}
