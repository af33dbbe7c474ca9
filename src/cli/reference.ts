// The reference of commands and flags as Markdown, from the same tables as help and completion. A test keeps
// docs/command-line.md equal to it.

import type { Inspection, Machine } from '../machines/machine.js';
import { type Command, commands } from './command-table.js';
import { environmentName, type Flag, flagsOf } from './flags.js';
import { flagsOfInspection, inspectionUsage } from './inspections.js';

export function commandLineReference(): string {
  return `${[intro, ...commands.map(commandSection)].join('\n\n')}\n`;
}

const intro = `# Command line

Generated from the tables in \`src/cli\`; \`mapper <command> --help\` prints the same.

Every flag may also be given as an environment variable or in a YAML file named by \`--config\`, with flag names as keys. The command
line beats the environment, which beats the file, which beats the \`mapper:\` section of an input file; \`--print-config\` shows what
came from where. In a variable, several values of a repeatable flag are separated by semicolons.

Results go to standard output; progress, warnings and diagnostics to standard error.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | it ran and the answer is no: no valid mapping, a regression, errors in a validated file |
| 2 | bad usage, or an input that cannot be read or makes no sense |
| 3 | internal error |
| 130, 143 | stopped by SIGINT or SIGTERM, the best so far printed and written |`;

function commandSection(command: Command): string {
  const parts = [
    `## mapper ${command.name}`,
    `\`mapper ${command.name} ${command.usage}\`: ${command.summary}.`,
    ...(command.notes ? [command.notes] : []),
    `\`\`\`\n${command.examples.join('\n')}\n\`\`\``,
    ['| flag | variable | what | default |', '| --- | --- | --- | --- |', ...flagsOf(command.name).map(flagRow)].join(
      '\n',
    ),
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
    `\`${`${words} ${inspectionUsage(inspection)}`.trimEnd()}\`: ${summary}.`,
    ...(positional ? [`\`${positional.name}\`: ${positional.doc}.`] : []),
    ...(notes ? [notes] : []),
    `\`\`\`\n${examples.join('\n')}\n\`\`\``,
    ...(own.length > 0
      ? [['| option | what | default |', '| --- | --- | --- |', ...own.map(optionRow)].join('\n')]
      : []),
  ];
  return parts.join('\n\n');
}

function optionRow(flag: Flag): string {
  return row([spelledOf(flag), docOf(flag), fallbackOf(flag)]);
}

function flagRow(flag: Flag): string {
  return row([spelledOf(flag), `\`${environmentName(flag)}\``, docOf(flag), fallbackOf(flag)]);
}

function spelledOf(flag: Flag): string {
  return flag.kind === 'switch' ? `\`--${flag.name}\`` : `\`--${flag.name} ${flag.value}\``;
}

function docOf(flag: Flag): string {
  return flag.choices ? `${flag.doc}: ${flag.choices.join(', ')}` : flag.doc;
}

function fallbackOf(flag: Flag): string {
  return flag.kind === 'switch' ? '' : String(flag.default ?? flag.without ?? '');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
