// Figures of which sums and products leave the range of doubles: an energy of 1e308 pJ is finite, a thousand of them are not.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import type { ComputeLevel, StorageLevel } from './architecture.js';

/** With counts up to 2^53, and energy times cycles squared, all stays finite. */
const greatest = 1e100;

const rates: ReadonlySet<string> = new Set(['readBandwidth', 'writeBandwidth', 'sharedBandwidth']);

export function checkMagnitudes(levels: readonly StorageLevel[], compute: ComputeLevel): Diagnostic[] {
  return [
    ...levels.flatMap((level) => {
      const { bandwidthScale, energy, network } = level;
      return [level, energy, network, Object.fromEntries(bandwidthScale)].flatMap((part) => tooLarge(level, part));
    }),
    ...tooLarge(compute, compute),
  ];
}

function tooLarge({ name, span }: { readonly name: string; readonly span: Span }, part: object): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [key, value] of Object.entries(part)) {
    if (typeof value !== 'number') continue;
    // What takes the slowest rate takes the most cycles.
    const size = rates.has(key) && value > 0 ? Math.max(value, 1 / value) : Math.abs(value);
    if (size <= greatest) continue;
    const message = `${name}: ${key} is ${value}, with which results leave the range of numbers`;
    const expected = rates.has(key) ? `${1 / greatest} to ${greatest}` : `up to ${greatest}`;
    found.push(error('E-OVERFLOW', message, { span, expected }));
  }
  return found;
}
