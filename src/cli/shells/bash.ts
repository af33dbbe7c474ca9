// The bash completion script, generated from the tables of commands and flags.

import type { Machine } from '../../machines/machine.js';
import { type Command, commands } from '../command-table.js';
import type { Flag } from '../flag.js';
import { flagsOf } from '../flags.js';
import { flagsOfInspection } from '../inspections.js';

export function bashCompletion(): string {
  const names = commands.map((command) => command.name).join(' ');
  return `# bash completion for mapper; load it with: source <(mapper completion bash)
_mapper() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${commands.map((command) => command.name).join('|')}) command="$word"; break ;;
    esac
  done
  if [[ -z "$command" ]]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
complete -o filenames -F _mapper mapper
`;
}

function commandCase(command: Command): string {
  if (command.machines) return machineCases(command.name, command.machines);
  const otherwise = command.positional.choices
    ? words(command.positional.choices)
    : 'COMPREPLY=($(compgen -f -- "$current"))';
  return commandReplies(command.name, flagsOf(command.name), otherwise);
}

/** The word after `inspect` is a machine, the next one of its questions; then come that question's options. */
function machineCases(command: string, machines: readonly Machine[]): string {
  const questions = machines.flatMap((machine) =>
    machine.inspections.map((inspection) => ({ words: `${machine.name} ${inspection.name}`, inspection })),
  );
  return `    ${command})
      case "$COMP_CWORD" in
        2) ${words(['--help', ...machines.map(({ name }) => name)])}; return ;;
        3)
          case "\${COMP_WORDS[2]}" in
${machines.map(({ name, inspections }) => `            ${name}) ${words(['--help', ...inspections.map((one) => one.name)])} ;;`).join('\n')}
          esac
          return ;;
      esac
      case "\${COMP_WORDS[2]} \${COMP_WORDS[3]}" in
${questions.map(({ words, inspection }) => commandReplies(`"${words}"`, flagsOfInspection(inspection), 'COMPREPLY=()')).join('\n')}
      esac ;;`;
}

/** One branch of a case: values after a flag that takes one, then flags, then whatever else there is. */
function commandReplies(pattern: string, flags: readonly Flag[], otherwise: string): string {
  const valued = flags.filter((flag) => flag.kind !== 'switch');
  const names = [...flags.map((flag) => `--${flag.name}`), '--help'];
  return `    ${pattern})
      case "$previous" in
${valued.map((flag) => `        --${flag.name}) ${valueReply(flag)}; return ;;`).join('\n')}
      esac
      if [[ "$current" == -* ]]; then
        ${words(names)}
      else
        ${otherwise}
      fi ;;`;
}

function words(list: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$current"))`;
}

function valueReply(flag: Flag): string {
  if (flag.choices) return words(flag.choices);
  if (flag.completes === 'file') return 'COMPREPLY=($(compgen -f -- "$current"))';
  if (flag.completes === 'directory') return 'COMPREPLY=($(compgen -d -- "$current"))';
  return 'COMPREPLY=()';
}
