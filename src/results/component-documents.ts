// Tables of components as documents: JSON, CSV, and an ERT and ART in YAML that `--ert` and `--art` read back, with the
// sources as comments.

import { Document, isMap, isSeq } from 'yaml';
import type { ComponentAction, ComponentTable } from '../arch/component-tables.js';
import { inOneLine } from '../diagnostics/visible.js';
import { csvText } from './csv.js';
import type { JsonObject } from './evaluation-json.js';
import { errorText } from './row.js';

export function componentsJson(tables: readonly ComponentTable[]): JsonObject {
  return {
    schemaVersion: 1,
    components: tables.map((table) => ({
      name: table.name,
      class: table.className,
      instances: table.instances,
      actions: table.actions.map((action) => ({ ...action })),
      areaUm2: table.areaUm2,
      accessNs: table.accessNs,
      leakagePjPerCycle: table.leakagePjPerCycle,
      source: table.source,
    })),
  };
}

export function componentsCsv(tables: readonly ComponentTable[]): string {
  const header = 'component,class,action,energy_pj,source,error_percent,area_um2,basis,access_ns'.split(',');
  const rows = tables.flatMap((table) =>
    [...table.actions, leakOf(table)].map(({ name, energyPj, source, errorPercent, basis }) => [
      ...[table.name, table.className, name, energyPj, source, errorPercent],
      ...[table.areaUm2, basis, table.accessNs],
    ]),
  );
  return csvText([header, ...rows]);
}

export function ertYaml(tables: readonly ComponentTable[]): string {
  const rows = tables.map((table) => ({
    name: rangedName(table),
    actions: [...table.actions, leakOf(table)].map(({ name, energyPj }) => ({ name, energy: energyPj })),
  }));
  const document = new Document({ ERT: { version: '0.4', tables: rows } });
  document.commentBefore = ' Energy per action in pJ; leak is per cycle and instance.';
  const list = document.getIn(['ERT', 'tables']);
  tables.forEach((table, at) => {
    const actions = isSeq(list) && isMap(list.items[at]) ? list.items[at].get('actions') : undefined;
    if (!isSeq(actions)) return;
    [...table.actions, leakOf(table)].forEach((action, row) => {
      const item = actions.items[row];
      if (!isMap(item)) return;
      item.flow = true;
      item.comment = ` ${inOneLine(sourceOf(action))}`;
    });
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Components without an area are left out. */
export function artYaml(tables: readonly ComponentTable[]): string {
  const rows = tables.flatMap((table) =>
    table.areaUm2 === null ? [] : [{ name: rangedName(table), area: table.areaUm2 }],
  );
  const document = new Document({ ART: { version: '0.4', tables: rows } });
  document.commentBefore = ' Area of one instance in square micrometres.';
  return document.toString({ lineWidth: 0 });
}

function rangedName({ name, instances }: ComponentTable): string {
  return `${name}[1..${instances}]`;
}

function leakOf(table: ComponentTable): ComponentAction {
  const [first] = table.actions;
  const { source, errorPercent, extrapolated } = first ?? { ...table, errorPercent: null, extrapolated: [] };
  return { name: 'leak', energyPj: table.leakagePjPerCycle, source, errorPercent, extrapolated, basis: '' };
}

function sourceOf({ source, basis, ...stated }: ComponentAction): string {
  const told = [source, errorText(stated)].filter((one) => one !== undefined).join(', ');
  return basis === '' ? told : `${told}: ${basis}`;
}
