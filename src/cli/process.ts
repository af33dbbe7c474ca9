// The process around a run, and the one place that sets an exit code. Known problems are printed as
// diagnostics; anything else is an internal error, one line without --debug.

import { renderDiagnostic } from '../diagnostics/render.js';
import { badInput, done, type Ending, exitCode } from './ending.js';
import { run } from './run.js';
import { systemProblem } from './system-problem.js';
import { openTerminal, type Terminal } from './terminal.js';

export { run };

export async function runProcess(): Promise<void> {
  const streams = { stdout: process.stdout, stderr: process.stderr, environment: process.env };
  const argv = process.argv.slice(2);
  const terminal = openTerminal('auto', streams);
  const failed = (problem: unknown): Ending => internalError(problem, argv, terminal);
  process.stdout.on('error', (problem) => process.exit(exitCode(failed(problem))));
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (problem) => process.exit(exitCode(failed(problem))));
  const ending = await run(argv, streams).catch(failed);
  process.exitCode = exitCode(ending);
  // Workers that are still winding down must not hold back the answer to a signal.
  if (ending.kind === 'interrupted') process.exit();
}

/** A reader that has seen enough (`mapper … | head`) ends the run quietly. */
function internalError(problem: unknown, argv: readonly string[], terminal: Terminal): Ending {
  const refusal = systemProblem(problem);
  if (refusal === null) return done;
  if (refusal !== undefined) {
    terminal.err(`${renderDiagnostic(refusal, { color: terminal.errColor })}\n`);
    return badInput;
  }
  const wantsStack = argv.includes('--debug') || ['1', 'true'].includes(process.env.MAPPER_DEBUG ?? '');
  const stack = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  const line = problem instanceof Error ? problem.message : String(problem);
  terminal.err(
    wantsStack ? `internal error: ${stack}\n` : `internal error: ${line} (run again with --debug for the stack)\n`,
  );
  return { kind: 'internal-error' };
}
