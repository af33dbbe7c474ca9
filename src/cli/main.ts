#!/usr/bin/env node
// Entry point: parse, resolve options, dispatch, and the one place that sets an exit code. Known problems are printed
// as diagnostics; anything else is an internal error, one line without --debug.

import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Ending } from './ending.js';
import { badInput, done, exitCode } from './ending.js';
import type { CommandName } from './flags.js';
import type { OptionSources, Options } from './options.js';
import { isOn, resolveOptions, textOf } from './options.js';
import { parseCommandLine } from './parse.js';
import type { ColorChoice, Terminal } from './terminal.js';
import { openTerminal } from './terminal.js';

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

async function run(argv: readonly string[], terminal: Terminal): Promise<Ending> {
  const parsed = parseCommandLine(argv, version);
  if (parsed.kind === 'text') {
    await terminal.out(parsed.text);
    return done;
  }
  if (parsed.kind === 'usage-error') {
    terminal.err(parsed.text);
    return badInput;
  }
  const { command, positional, typed } = parsed;
  const resolved = await resolve(command.name, typed);
  if (!resolved.value) {
    const { renderDiagnostics } = await import('./diagnostic-output.js');
    terminal.err(renderDiagnostics(resolved.diagnostics, terminal));
    return badInput;
  }
  const options = resolved.value;
  const own = openTerminal(textOf(options, 'color') as ColorChoice, streams);
  const context = { files: positional, options, terminal: own, argv, version };
  if (isOn(options, 'print-config')) {
    const { printConfig } = await import('./print-config.js');
    return printConfig(command.name, context);
  }
  const perform = await command.load();
  return perform(context);
}

async function resolve(
  command: CommandName,
  typed: ReadonlyMap<string, unknown>,
): Promise<{ value: Options | undefined; diagnostics: readonly Diagnostic[] }> {
  const environment = process.env;
  const file = typed.get('config') ?? environment.MAPPER_CONFIG;
  if (typeof file !== 'string' || file === '' || command === 'completion') {
    return resolveOptions(command, { typed, environment });
  }
  const { readConfig } = await import('./read-config.js');
  const config = readConfig(file);
  if (!config.value) return { value: undefined, diagnostics: config.diagnostics };
  const sources: OptionSources = { typed, environment, config: { file, values: config.value } };
  return resolveOptions(command, sources);
}

function isClosedPipe(problem: unknown): boolean {
  return problem instanceof Error && (problem as NodeJS.ErrnoException).code === 'EPIPE';
}

/** A reader that has seen enough (`mapper … | head`) ends the run quietly. */
function internalError(problem: unknown): Ending {
  if (isClosedPipe(problem)) return done;
  const wantsStack = argv.includes('--debug') || ['1', 'true'].includes(process.env.MAPPER_DEBUG ?? '');
  const stack = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  const line = problem instanceof Error ? problem.message : String(problem);
  terminal.err(
    wantsStack ? `internal error: ${stack}\n` : `internal error: ${line} (run again with --debug for the stack)\n`,
  );
  return { kind: 'internal-error' };
}

const streams = { stdout: process.stdout, stderr: process.stderr, environment: process.env };
const argv = process.argv.slice(2);
const terminal = openTerminal('auto', streams);
process.stdout.on('error', (problem) => process.exit(exitCode(internalError(problem))));
process.stderr.on('error', () => {});
process.on('uncaughtException', (problem) => process.exit(exitCode(internalError(problem))));
const ending = await run(argv, terminal).catch(internalError);
process.exitCode = exitCode(ending);
// Workers that are still winding down must not hold back the answer to a signal.
if (ending.kind === 'interrupted') process.exit();
