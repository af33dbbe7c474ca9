// What a machine's own model says of a costed mapping, for people: cycles by part, and its facts.

import type { MachineEvaluation } from '../model/evaluation.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { numbers, renderTable, texts } from './table.js';

export function machineText({ name, parts, facts, choices }: MachineEvaluation, style: Style): string {
  const cycles = renderTable({
    columns: [...texts(`schedule of ${name}`), ...numbers('cycles')],
    rows: parts.map((part) => [part.name, readable(part.cycles)]),
    style,
  });
  const chosen = Object.entries(choices).map(([key, value]) => [`machine.${key}`, plainText(value), '', 'chosen']);
  if (facts.length + chosen.length === 0) return cycles;
  const rows = facts.map(({ name: fact, value, unit, trust }) => [
    fact,
    typeof value === 'number' ? readable(value) : value,
    unit === '1' ? '' : unit,
    trust === undefined || trust === 'public' ? (trust ?? '') : style.warn(trust),
  ]);
  const columns = [...texts(name), ...numbers('value'), ...texts('unit', 'trust')];
  return `${cycles}\n${renderTable({ columns, rows: [...chosen, ...rows], style })}`;
}

/** As `--set` takes it. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
