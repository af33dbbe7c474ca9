// The command line as commander reads it, generated from the tables of commands and flags: what was typed, not yet
// what it means (`options.ts`). Help is generated here too.

import { Argument, CommanderError, type OutputConfiguration, type Command as Program } from 'commander';
import type { Inspection } from '../machines/machine.js';
import { type Command, commands } from './command-table.js';
import { environmentName, flagsOf } from './flags.js';
import type { Asked } from './inspections.js';
import { addInspections } from './parse-inspections.js';
import { described, narrow, optionOf, typedValues } from './program.js';

export type Parsed =
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly positional: readonly string[];
      /** Raw values by flag name, only of flags that were typed. */
      readonly typed: ReadonlyMap<string, unknown>;
      readonly asked?: Asked;
    }
  /** Help or version: text for stdout. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage-error'; readonly text: string };

export function parseCommandLine(argv: readonly string[], version: string): Parsed {
  let parsed: Parsed | undefined;
  let output = '';
  let problems = '';
  const streams = {
    writeOut: (text: string) => {
      output += text;
    },
    writeErr: (text: string) => {
      problems += text;
    },
  };
  const summary = 'finds the best mapping of a tensor workload onto an accelerator, and proves it';
  const program = described({ name: 'mapper', summary }, version)
    .configureHelp({
      ...narrow,
      subcommandTerm: (one) => `${one.name()} ${commands.find(({ name }) => name === one.name())!.usage}`,
    })
    .addHelpText('after', topLevelNotes);
  for (const command of commands) {
    const listen = (one: Program, inspection?: Inspection): Program =>
      one.action(() => {
        const typed = typedValues(one);
        parsed = {
          kind: 'command',
          command,
          positional: one.args,
          typed,
          ...(inspection && { asked: { inspection, typed } }),
        };
      });
    const one = subcommand(command, version);
    if (command.machines) addInspections(one, { machines: command.machines, version, listen });
    else listen(one);
    program.addCommand(one);
  }
  settle(program, streams);
  try {
    const [first, ...rest] = argv;
    program.parse(first === 'help' ? [...rest, '--help'] : [...argv], { from: 'user' });
  } catch (problem) {
    if (!(problem instanceof CommanderError)) throw problem;
    if (problem.exitCode === 0) return { kind: 'text', text: output };
    return { kind: 'usage-error', text: usageProblem(problem, { output, problems, help: helpFor(program, argv) }) };
  }
  return parsed ?? { kind: 'usage-error', text: problems };
}

function subcommand(command: Command, version: string): Program {
  const program = described(command, version).usage(`[options] ${command.usage}`);
  if (command.machines) return program;
  const { name, doc, choices } = command.positional;
  const argument = new Argument(choices ? `<${name}>` : `[${name}...]`, doc);
  program.addArgument(choices ? argument.choices([...choices]) : argument);
  for (const flag of flagsOf(command.name)) program.addOption(optionOf(flag));
  return program;
}

/** Every command below ends and writes as the program does. */
function settle(program: Program, streams: OutputConfiguration): void {
  program.exitOverride().configureOutput(streams);
  for (const one of program.commands) settle(one, streams);
}

function usageProblem(
  problem: CommanderError,
  written: { readonly output: string; readonly problems: string; readonly help: string },
): string {
  // Without a command commander prints the help itself; everything else gets a pointer to it.
  if (problem.code === 'commander.help') return written.output + written.problems;
  return `${written.problems.trimEnd()}\ntry: ${written.help}\n`;
}

/** The help of the innermost command that was named. */
function helpFor(program: Program, argv: readonly string[]): string {
  const [word, ...rest] = argv;
  const below = program.commands.find((one) => one.name() === word);
  return below ? `${program.name()} ${helpFor(below, rest)}` : `${program.name()} --help`;
}

const topLevelNotes = `
Every flag may also be given as an environment variable (${environmentName(flagsOf('search').find((flag) => flag.name === 'objective')!)})
or in a YAML file named by --config; the command line beats the environment,
which beats the file. Exit codes: 0 done, 1 the answer is no, 2 bad usage or
input, 3 internal error, 130 and 143 interrupted.

Example:
  mapper search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml
`;
