// The zsh completion script, generated from the tables of commands and flags.

import type { Machine } from '../../machines/machine.js';
import { type Command, commands } from '../command-table.js';
import type { Flag } from '../flag.js';
import { flagsOf } from '../flags.js';
import { flagsOfInspection } from '../inspections.js';

export function zshCompletion(): string {
  const described = commands.map((command) => `    ${quoted(`${command.name}:${command.summary}`)}`).join('\n');
  return `#compdef mapper
# zsh completion for mapper; put it on your fpath as _mapper, or: source <(mapper completion zsh)
_mapper() {
  local -a commands
  commands=(
${described}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands 'mapper command' commands
    _arguments '--help[print this help]' '--version[print the version]'
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _mapper ]]; then _mapper "$@"; else compdef _mapper mapper; fi
`;
}

function commandCase(command: Command): string {
  if (command.machines) return machineCases(command.name, command.machines);
  const { choices } = command.positional;
  const positional = choices ? `'1:${command.positional.name}:(${choices.join(' ')})'` : "'*:file:_files'";
  const specs = [...flagsOf(command.name).map(flagSpec), "'--help[print this help]'", positional];
  return `    ${command.name})
      _arguments \\
${specs.map((spec) => `        ${spec}`).join(' \\\n')}
      ;;`;
}

/** The word after `inspect` is a machine, the next one of its questions; then come that question's options. */
function machineCases(command: string, machines: readonly Machine[]): string {
  const questions = machines.flatMap((machine) =>
    machine.inspections.map((inspection) => {
      const specs = [...flagsOfInspection(inspection).map(flagSpec), "'--help[print this help]'", "'*: :'"];
      return `        "${machine.name} ${inspection.name}")
          _arguments \\
${specs.map((spec) => `            ${spec}`).join(' \\\n')}
          ;;`;
    }),
  );
  const described = (choices: readonly { readonly name: string; readonly summary: string }[]): string =>
    choices.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
  return `    ${command})
      local -a below
      if (( CURRENT == 2 )); then
        below=(${described(machines)})
        _describe -t machines machine below
        return
      fi
      if (( CURRENT == 3 )); then
        case "\${words[2]}" in
${machines.map(({ name, inspections }) => `          ${name}) below=(${described(inspections)}) ;;`).join('\n')}
        esac
        _describe -t questions question below
        return
      fi
      local asked="\${words[2]} \${words[3]}"
      shift 2 words
      (( CURRENT -= 2 ))
      case "$asked" in
${questions.join('\n')}
      esac
      ;;`;
}

function flagSpec(flag: Flag): string {
  const doc = flag.doc.replaceAll('[', '\\[').replaceAll(']', '\\]').replaceAll(':', '\\:');
  const repeated = flag.kind === 'list' ? '*' : '';
  const value = flag.kind === 'switch' ? '' : `:${flag.value}:${valueAction(flag)}`;
  return quoted(`${repeated}--${flag.name}[${doc}]${value}`);
}

function valueAction(flag: Flag): string {
  if (flag.choices) return `(${flag.choices.join(' ')})`;
  if (flag.completes === 'file') return '_files';
  if (flag.completes === 'directory') return '_files -/';
  return ' ';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
