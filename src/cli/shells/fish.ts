// The fish completion script, generated from the tables of commands and flags.

import { commands } from '../command-table.js';
import type { CommandName, Flag } from '../flags.js';
import { flagsOf } from '../flags.js';

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
    ...commands.flatMap((command) => [
      `${seen(command.name)} ${command.positional.choices ? `-a ${quoted(command.positional.choices.join(' '))}` : '-F'}`,
      ...flagsOf(command.name).map((flag) => flagLine(command.name, flag)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function seen(command: CommandName): string {
  return `complete -c mapper -n "__fish_seen_subcommand_from ${command}"`;
}

function flagLine(command: CommandName, flag: Flag): string {
  const base = `${seen(command)} -l ${flag.name} -d ${quoted(flag.doc)}`;
  if (flag.kind === 'switch') return base;
  if (flag.choices) return `${base} -x -a ${quoted(flag.choices.join(' '))}`;
  if (flag.completes === 'file') return `${base} -r -F`;
  if (flag.completes === 'directory') return `${base} -x -a '(__fish_complete_directories)'`;
  return `${base} -x`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
