// The bash completion script, generated from the tables of commands and flags.

import type { Command } from '../command-table.js';
import { commands } from '../command-table.js';
import type { Flag } from '../flags.js';
import { flagsOf } from '../flags.js';

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
  const valued = flagsOf(command.name).filter((flag) => flag.kind !== 'switch');
  const names = [...flagsOf(command.name).map((flag) => `--${flag.name}`), '--help'].join(' ');
  const otherwise = command.positional.choices
    ? `COMPREPLY=($(compgen -W "${command.positional.choices.join(' ')}" -- "$current"))`
    : 'COMPREPLY=($(compgen -f -- "$current"))';
  return `    ${command.name})
      case "$previous" in
${valued.map((flag) => `        --${flag.name}) ${valueReply(flag)}; return ;;`).join('\n')}
      esac
      if [[ "$current" == -* ]]; then
        COMPREPLY=($(compgen -W "${names}" -- "$current"))
      else
        ${otherwise}
      fi ;;`;
}

function valueReply(flag: Flag): string {
  if (flag.choices) return `COMPREPLY=($(compgen -W "${flag.choices.join(' ')}" -- "$current"))`;
  if (flag.completes === 'file') return 'COMPREPLY=($(compgen -f -- "$current"))';
  if (flag.completes === 'directory') return 'COMPREPLY=($(compgen -d -- "$current"))';
  return 'COMPREPLY=()';
}
