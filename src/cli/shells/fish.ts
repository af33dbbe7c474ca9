// The fish completion script, generated from the tables of commands and flags.

import type { Machine } from '../../machines/machine.js';
import { type Command, commands } from '../command-table.js';
import type { Flag } from '../flag.js';
import { flagsOf } from '../flags.js';
import { flagsOfInspection } from '../inspections.js';

export function fishCompletion(): string {
  const names = commands.map((command) => command.name).join(' ');
  const lines = [
    '# fish completion for mapper; save it as ~/.config/fish/completions/mapper.fish',
    'complete -c mapper -f',
    `complete -c mapper -n "not __fish_seen_subcommand_from ${names}" -l help -d ${quoted('print this help')}`,
    `complete -c mapper -n "not __fish_seen_subcommand_from ${names}" -l version -d ${quoted('print the version')}`,
    ...commands.map(
      (command) =>
        `complete -c mapper -n "not __fish_seen_subcommand_from ${names}" -a ${command.name} -d ${quoted(command.summary)}`,
    ),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ name, positional, machines }: Command): readonly string[] {
  if (machines) return machineLines(name, machines);
  return [
    `${seen(name)} ${positional.choices ? `-a ${quoted(positional.choices.join(' '))}` : '-F'}`,
    ...flagsOf(name).map((flag) => flagLine(seen(name), flag)),
  ];
}

/** A machine after `inspect`, one of its questions after that, then that question's options. */
function machineLines(command: string, machines: readonly Machine[]): readonly string[] {
  const offered = (word: string, choices: readonly { readonly name: string; readonly summary: string }[]) => {
    const names = choices.map(({ name }) => name).join(' ');
    return choices.map(({ name, summary }) => {
      const condition = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${names}`;
      return `complete -c mapper -n "${condition}" -a ${name} -d ${quoted(summary)}`;
    });
  };
  return [
    ...offered(command, machines),
    ...machines.flatMap(({ name, inspections }) => [
      ...offered(name, inspections),
      ...inspections.flatMap((inspection) => {
        const both = `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${inspection.name}`;
        return flagsOfInspection(inspection).map((flag) => flagLine(`complete -c mapper -n "${both}"`, flag));
      }),
    ]),
  ];
}

function seen(command: string): string {
  return `complete -c mapper -n "__fish_seen_subcommand_from ${command}"`;
}

function flagLine(seen: string, flag: Flag): string {
  const base = `${seen} -l ${flag.name} -d ${quoted(flag.doc)}`;
  if (flag.kind === 'switch') return base;
  if (flag.choices) return `${base} -x -a ${quoted(flag.choices.join(' '))}`;
  if (flag.completes === 'file') return `${base} -r -F`;
  if (flag.completes === 'directory') return `${base} -x -a '(__fish_complete_directories)'`;
  return `${base} -x`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
