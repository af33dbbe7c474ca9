// The reference of commands and flags as Markdown, from the same tables as help and completion. A test keeps
// docs/command-line.md equal to it.

import { type Command, commands } from '../../src/cli/command-table.js';
import type { Flag } from '../../src/cli/flag.js';
import { flags, flagsOf } from '../../src/cli/flags.js';
import { flagsOfInspection, inspectionUsage } from '../../src/cli/inspections.js';
import type { Inspection, Machine } from '../../src/machines/machine.js';

export function commandLineReference(): string {
  return `${[intro(), sharedFlags(), ...commands.map(commandSection)].join('\n\n')}\n`;
}

const intro = (): string => `# Command line

Generated from the tables in \`src/cli\`; \`mapper <command> --help\` prints the same.

${filled('Every flag may also be given as an environment variable (`MAPPER_TIME_LIMIT` for `--time-limit`) or in a YAML file named by `--config`, with flag names as keys. The command line beats the environment, which beats the file, which beats the `mapper:` section of an input file; `--print-config` shows what came from where. In a variable, several values of a repeatable flag are separated by semicolons.')}

Results go to standard output; progress, warnings and diagnostics to standard error.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | it ran and the answer is no: no valid mapping, a regression, errors in a validated file |
| 2 | bad usage, or an input that cannot be read or makes no sense |
| 3 | internal error |
| 129, 130, 143 | stopped by SIGHUP, SIGINT or SIGTERM, the best so far printed and written |`;

function isShared(flag: Flag): boolean {
  return flag.commands.length > 1;
}

function sharedFlags(): string {
  const shared = flags.filter(isShared);
  const takes = (flag: Flag): string =>
    flag.commands.length >= commands.length - 1 ? 'every command' : flag.commands.join(', ');
  return ['## Flags of several commands', list(shared.map((flag) => [...flagLine(flag), `(${takes(flag)})`]))].join(
    '\n\n',
  );
}

function commandSection(command: Command): string {
  const all = flagsOf(command.name);
  const own = all.filter((flag) => !isShared(flag));
  const shared = all.filter(isShared).map(({ name }) => `\`--${name}\``);
  const parts = [
    `## mapper ${command.name}`,
    filled(`\`mapper ${command.name} ${command.usage}\`: ${command.summary}.`),
    ...(command.notes ? command.notes.split('\n\n').map((note) => filled(note)) : []),
    `\`\`\`\n${command.examples.join('\n')}\n\`\`\``,
    ...(own.length > 0 ? [list(own.map(flagLine))] : []),
    ...(shared.length > 0 ? [filled(`${own.length > 0 ? 'Also' : 'Takes'} ${shared.join(', ')}.`)] : []),
    ...(command.machines ?? []).flatMap((machine) => machine.inspections.map((one) => inspectionSection(machine, one))),
  ];
  return parts.join('\n\n');
}

function inspectionSection(machine: Machine, inspection: Inspection): string {
  const { name, summary, notes, positional, examples } = inspection;
  const words = `mapper inspect ${machine.name} ${name}`;
  const own = flagsOfInspection(inspection).filter((flag) => flag.group === 'Request');
  const parts = [
    `### ${words}`,
    filled(`\`${`${words} ${inspectionUsage(inspection)}`.trimEnd()}\`: ${summary}.`),
    ...(positional ? [filled(`\`${positional.name}\`: ${positional.doc}.`)] : []),
    ...(notes ? notes.split('\n\n').map((note) => filled(note)) : []),
    `\`\`\`\n${examples.join('\n')}\n\`\`\``,
    ...(own.length > 0 ? [list(own.map(flagLine))] : []),
  ];
  return parts.join('\n\n');
}

/** `--top K`: what it does, and what holds without it. */
function flagLine(flag: Flag): string[] {
  const fallback = flag.kind === 'switch' ? '' : String(flag.default ?? flag.without ?? '');
  const doc = flag.choices ? `${flag.doc}: ${flag.choices.join(', ')}` : flag.doc;
  const spelled = flag.kind === 'switch' ? `--${flag.name}` : `--${flag.name} ${flag.value}`;
  return [`\`${spelled}\`: ${doc}`, ...(fallback === '' ? [] : [`[${fallback}]`])];
}

function list(items: readonly (readonly string[])[]): string {
  return items.map((parts) => filled(`* ${parts.join(' ')}`, '  ')).join('\n');
}

/** Lines of at most 120 characters; what stands in backquotes is not broken. */
function filled(text: string, indent = ''): string {
  const words = text.replace(/\s+/g, ' ').match(/(?:`[^`]*`|\S)+/g) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > 120) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
