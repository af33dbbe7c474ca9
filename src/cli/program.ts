// What every command of the commander program has in common, whichever table it was made from: its help texts, its options,
// and what was typed.

import { Option, Command as Program } from 'commander';
import type { Flag } from './flag.js';

export interface Described {
  readonly name: string;
  readonly summary: string;
  readonly notes?: string;
  readonly examples?: readonly string[];
}

/** Terms are long here, and lines of 80 columns still to be wrapped beside them. */
export const narrow = { minWidthToWrap: 20 } as const;

export function described({ name, summary, notes, examples = [] }: Described, version: string): Program {
  const program = new Program(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${notes ? `\n\n${notes}` : ''}`)
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp(narrow)
    .helpCommand(false);
  if (examples.length === 0) return program;
  return program.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}\n`).join('')}`);
}

export function optionOf(flag: Flag): Option {
  const long = flag.kind === 'switch' ? `--${flag.name}` : `--${flag.name} <${flag.value}>`;
  const spelled = flag.short === undefined ? long : `-${flag.short}, ${long}`;
  const option = new Option(spelled, describe(flag)).helpGroup(`${flag.group}:`);
  if (flag.kind !== 'list') return option;
  return option.argParser((value, previous: readonly string[] | undefined) => [...(previous ?? []), value]);
}

/** A flag's line in help: what it does, its choices and what happens without it. */
export function describe(flag: Flag): string {
  const choices = flag.choices ? ` (${flag.choices.join(', ')})` : '';
  const shown = Array.isArray(flag.default) ? flag.default.join(',') : flag.default;
  const fallback = shown === undefined ? flag.without : flag.kind === 'switch' ? undefined : String(shown);
  return `${flag.doc}${choices}${fallback === undefined ? '' : ` [default: ${fallback}]`}`;
}

/** Raw values by flag name, only of flags that were typed. */
export function typedValues(program: Program): ReadonlyMap<string, unknown> {
  const typed = new Map<string, unknown>();
  for (const option of program.options) {
    const key = option.attributeName();
    if (option.long === '--version' || program.getOptionValueSource(key) !== 'cli') continue;
    const value: unknown = program.getOptionValue(key);
    typed.set(option.long!.slice(2), option.negate ? value === false : value);
  }
  return typed;
}
