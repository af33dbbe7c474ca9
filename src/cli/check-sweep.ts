// A sweep file checked without a search: whatever it names is read, each architecture, workload, setting and objective in
// one point at least.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { InputFile } from '../spec/read/input-file.js';
import type { ReadOptions } from '../spec/read-spec.js';
import { readSweep } from '../sweep/sweep-file.js';
import type { Context } from './context.js';
import { resolveOptions } from './options.js';
import { pointsText, showProgress } from './progress.js';
import { sweepPoints } from './sweep-points.js';

/** With the options of whatever command; the others are those of a sweep for which nothing was typed. */
export async function checkSweep(
  context: Context,
  input: InputFile,
  read: ReadOptions,
): Promise<readonly Diagnostic[]> {
  const sweep = readSweep(input);
  if (!sweep.value) return sweep.diagnostics;
  const defaults = resolveOptions('sweep', { typed: new Map(), environment: {} }).value!;
  const planned = await sweepPoints(sweep.value, new Map([...defaults, ...context.options]), read);
  const diagnostics = [...sweep.diagnostics, ...planned.diagnostics];
  if (!planned.value) return diagnostics;
  const seen = new Set<unknown>();
  diagnostics.push(...new Set(planned.value.points.flatMap(({ unread }) => unread ?? [])));
  const points = planned.value.points.filter((point) => {
    if (point.unread) return false;
    const parts = Object.values(point);
    const known = parts.every((part) => seen.has(part));
    for (const part of parts) seen.add(part);
    return !known;
  });
  const view = showProgress<number>(context, {
    label: input.source.name,
    describe: (done, seconds) => pointsText({ done, total: points.length, seconds, secondsAPoint: seconds / done }),
  });
  for (const [at, point] of points.entries()) {
    diagnostics.push(...planned.value.read(point).diagnostics);
    view.update(at + 1);
  }
  view.stop();
  return diagnostics;
}
