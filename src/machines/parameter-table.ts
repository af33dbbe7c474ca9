// `inspect ... parameters` on every machine: each figure of the hardware with its source, how far it may be trusted, and the key that `--set`
// takes for it; then the other keys of the machine section, as its schema has them.

import { machineKeys } from '../spec/read/schemas.js';
import type { Answer, Inspection, InspectionOption } from './machine.js';
import type { Parameter } from './parameter.js';

export interface ParameterLine extends Parameter {
  /** Generation or core. */
  readonly of: string;
  readonly name: string;
}

export function parametersQuestion(machine: string, kind: InspectionOption, load: Inspection['load']): Inspection {
  return {
    name: 'parameters',
    summary: 'every figure with its source and how far it may be trusted, and the keys that --set takes',
    options: [kind],
    examples: [`mapper inspect ${machine} parameters --${kind.name} ${kind.choices!.at(-1)}`],
    load,
  };
}

export function parameterAnswer(machine: string, lines: readonly ParameterLine[]): Answer {
  const keys = machineKeys(machine);
  const settable = ({ name }: ParameterLine): string | null =>
    keys.has(keyOf(name)) ? `machine.${keyOf(name)}` : null;
  const figures = lines.map((line) => ({ ...line, set: settable(line) }));
  const named = new Set(figures.map(({ set }) => set));
  const others = [...keys].flatMap(([key, doc]) =>
    named.has(`machine.${key}`) ? [] : [{ set: `machine.${key}`, doc }],
  );
  const text = [
    ...figures.map(({ of, name, value, unit, trust, source, set }) => {
      const how = set === null ? '' : `; --set ${set}`;
      return `${of} ${name} = ${value} ${unit} (${trust}: ${source}${how})`;
    }),
    ...others.map(({ set, doc }) => `--set ${set}: ${doc}`),
  ];
  return { kind: 'answered', json: [...figures, ...others], text: `${text.join('\n')}\n` };
}

/** `ddrBytesPerCycle` as the key of a file. */
export function keyOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
