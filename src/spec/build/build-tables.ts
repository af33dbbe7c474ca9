// Energy and area tables (section A.9), from `ERT`/`ART` or from the summaries that the reference's tools print
// (section H.4).

import { childOf, type MapNode, type Node, plain, textOf } from '../node.js';
import type { ArtTable, ErtAction, ErtTable } from '../spec.js';
import { mapItems, numberOf } from './values.js';

/** The full table counts; a summary of it adds the components that the table does not have. */
export function buildErt(table: Node | undefined, summary: Node | undefined): readonly ErtTable[] {
  return joined(rows(table, 'tables').map(ertTable), rows(summary, 'table_summary').map(ertTable));
}

export function buildArt(table: Node | undefined, summary: Node | undefined): readonly ArtTable[] {
  return joined(rows(table, 'tables').map(artTable), rows(summary, 'table_summary').map(artTable));
}

function joined<T extends { readonly component: string }>(table: readonly T[], summary: readonly T[]): readonly T[] {
  const known = new Set(table.map((row) => row.component));
  return [...table, ...summary.filter((row) => !known.has(row.component))];
}

function rows(node: Node | undefined, key: string): readonly MapNode[] {
  return mapItems(childOf(node, key));
}

function ertTable(row: MapNode): ErtTable {
  return { component: componentOf(row), actions: mapItems(childOf(row, 'actions')).map(action), span: row.span };
}

function action(row: MapNode): ErtAction {
  const given = childOf(row, 'arguments');
  return {
    name: textOf(row, 'name') ?? '',
    energyPj: numberOf(childOf(row, 'energy')) ?? 0,
    arguments: given ? plain(given) : {},
    span: row.span,
  };
}

function artTable(row: MapNode): ArtTable {
  return { component: componentOf(row), areaUm2: numberOf(childOf(row, 'area')) ?? 0, span: row.span };
}

/** `system.PE[1..14].RF[1..2]` is about RF, and so is `RF [1..2]`. */
function componentOf(row: MapNode): string {
  const path = textOf(row, 'name') ?? '';
  const withoutRanges = path.replaceAll(/\[[^\]]*\]/g, '');
  return withoutRanges.slice(withoutRanges.lastIndexOf('.') + 1).trim();
}
