// A sweep file checked without a search: whatever it names is read, each architecture, workload, setting and objective in
// one point at least.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { InputFile } from '../spec/read/input-file.js';
import type { ReadOptions } from '../spec/read-spec.js';
import { readSweep } from '../sweep/sweep-file.js';
import { type Options, resolveOptions } from './options.js';
import { sweepPoints } from './sweep-points.js';

/** `options`: of whatever command; the others are those of a sweep for which nothing was typed. */
export async function checkSweep(
  input: InputFile,
  options: Options,
  read: ReadOptions,
): Promise<readonly Diagnostic[]> {
  const sweep = readSweep(input);
  if (!sweep.value) return sweep.diagnostics;
  const defaults = resolveOptions('sweep', { typed: new Map(), environment: {} }).value!;
  const planned = await sweepPoints(sweep.value, new Map([...defaults, ...options]), read);
  const diagnostics = [...sweep.diagnostics, ...planned.diagnostics];
  const seen = new Set<unknown>();
  for (const point of planned.value?.points ?? []) {
    const parts = Object.values(point);
    if (parts.every((part) => seen.has(part))) continue;
    for (const part of parts) seen.add(part);
    diagnostics.push(...planned.value!.read(point).diagnostics);
  }
  return diagnostics;
}
