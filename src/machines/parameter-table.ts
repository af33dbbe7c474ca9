// `inspect ... parameters` on every machine: each figure of the hardware with its source, how far it may be trusted, and the key that `--set`
// takes for it.

import type { Answer } from './machine.js';
import type { Trust } from './trust.js';

export interface ParameterLine {
  /** Generation or core. */
  readonly of: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly trust: Trust;
  readonly source: string;
}

/** `settable`: names of those that are keys of the machine section, written there as `a_b` for aB. */
export function parameterAnswer(lines: readonly ParameterLine[], settable: readonly string[]): Answer {
  const rows = lines.map((line) => ({
    ...line,
    set: settable.includes(line.name) ? `machine.${keyOf(line.name)}` : null,
  }));
  const text = rows.map(({ of, name, value, unit, trust, source, set }) => {
    const how = set === null ? '' : `; --set ${set}`;
    return `${of} ${name} = ${value} ${unit} (${trust}: ${source}${how})\n`;
  });
  return { kind: 'answered', json: rows, text: text.join('') };
}

/** `ddrBytesPerCycle` as the key of a file. */
export function keyOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
