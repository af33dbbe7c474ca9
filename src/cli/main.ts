#!/usr/bin/env node

// Entry point: the process around a run, and the one place that sets an exit code. Known problems are printed as
// diagnostics; anything else is an internal error, one line without --debug.

import { renderDiagnostic } from '../diagnostics/render.js';
import type { Ending } from './ending.js';
import { exitCode } from './ending.js';
import { tuneEngine } from './engine.js';
import { run } from './run.js';
import { systemProblem } from './system-problem.js';
import { openTerminal } from './terminal.js';

/** A reader that has seen enough (`mapper … | head`) ends the run quietly. */
function internalError(problem: unknown): Ending {
  const from = systemProblem(problem);
  if (from !== undefined) {
    if (from.diagnostic !== null) terminal.err(`${renderDiagnostic(from.diagnostic, { color: terminal.errColor })}\n`);
    return from.ending;
  }
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
tuneEngine();
const ending = await run(argv, streams).catch(internalError);
process.exitCode = exitCode(ending);
// Workers that are still winding down must not hold back the answer to a signal.
if (ending.kind === 'interrupted') process.exit();
