// The command line as commander reads it, generated from the tables of commands and flags: what was typed, not yet
// what it means (`options.ts`). Help is generated here too.

import { Argument, CommanderError, Option, Command as Program } from 'commander';
import type { Command } from './command-table.js';
import { commands } from './command-table.js';
import type { CommandName, Flag } from './flags.js';
import { environmentName, flagsOf } from './flags.js';

export type Parsed =
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly positional: readonly string[];
      /** Raw values by flag name, only of flags that were typed. */
      readonly typed: ReadonlyMap<string, unknown>;
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
  const program = new Program('mapper')
    .description('Finds the best mapping of a tensor workload onto an accelerator, and proves it.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (one) => `${one.name()} ${usageOf(one.name())}` })
    .exitOverride()
    .configureOutput(streams)
    .addHelpText('after', topLevelNotes);
  for (const command of commands) {
    program.addCommand(
      subcommand(command, version)
        .exitOverride()
        .configureOutput(streams)
        .action((...received: unknown[]) => {
          const program = received.at(-1) as Program;
          parsed = { kind: 'command', command, positional: program.args, typed: typedFlags(command.name, program) };
        }),
    );
  }
  try {
    program.parse([...argv], { from: 'user' });
  } catch (problem) {
    if (!(problem instanceof CommanderError)) throw problem;
    if (problem.exitCode === 0) return { kind: 'text', text: output };
    return { kind: 'usage-error', text: usageProblem(problem, { output, problems }) };
  }
  return parsed ?? { kind: 'usage-error', text: problems };
}

function usageOf(name: string): string {
  return commands.find((command) => command.name === name)?.usage ?? '';
}

function subcommand(command: Command, version: string): Program {
  const program = new Program(command.name)
    .summary(command.summary)
    .description(`${capitalized(command.summary)}.${command.notes ? `\n\n${command.notes}` : ''}`)
    .usage(`[options] ${command.usage}`)
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}\n`).join('')}`);
  const { name, doc, choices } = command.positional;
  const argument = new Argument(choices ? `<${name}>` : `[${name}...]`, doc);
  program.addArgument(choices ? argument.choices([...choices]) : argument);
  for (const flag of flagsOf(command.name)) program.addOption(optionOf(flag));
  return program;
}

function optionOf(flag: Flag): Option {
  const spelled = flag.kind === 'switch' ? `--${flag.name}` : `--${flag.name} <${flag.value}>`;
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

function typedFlags(command: CommandName, program: Program): ReadonlyMap<string, unknown> {
  const typed = new Map<string, unknown>();
  for (const option of program.options) {
    const key = option.attributeName();
    if (program.getOptionValueSource(key) !== 'cli') continue;
    const value: unknown = program.getOptionValue(key);
    typed.set(option.long!.slice(2), option.negate ? value === false : value);
  }
  const known = new Set<string>(flagsOf(command).map((flag) => flag.name));
  return new Map([...typed].filter(([name]) => known.has(name)));
}

function usageProblem(
  problem: CommanderError,
  written: { readonly output: string; readonly problems: string },
): string {
  // Without a command commander prints the help itself; everything else gets a pointer to it.
  if (problem.code === 'commander.help') return written.output + written.problems;
  return `${written.problems.trimEnd()}\ntry: mapper --help\n`;
}

const topLevelNotes = `
Every flag may also be given as an environment variable (${environmentName(flagsOf('search').find((flag) => flag.name === 'objective')!)}) or in a
YAML file named by --config; the command line beats the environment, which beats the file.
Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 internal error, 130 and 143 interrupted.

Example:
  mapper search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml
`;

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
