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
      return figuresOf(level, {
        ...own(level),
        ...own(energy),
        ...own(network),
        ...Object.fromEntries(bandwidthScale),
      });
    }),
    ...figuresOf(compute, own(compute)),
  ];
}

type Figures = Readonly<Record<string, number>>;

function own(part: object): Figures {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => typeof value === 'number')) as Figures;
}

function figuresOf({ name, span }: { readonly name: string; readonly span: Span }, figures: Figures): Diagnostic[] {
  return Object.entries(figures).flatMap(([key, value]) => {
    // What takes the slowest rate takes the most cycles.
    const size = rates.has(key) && value > 0 ? Math.max(value, 1 / value) : Math.abs(value);
    if (size <= greatest) return [];
    const message = `${name}: ${key} is ${value}, with which results leave the range of numbers`;
    const expected = rates.has(key) ? `${1 / greatest} to ${greatest}` : `up to ${greatest}`;
    return [error('E-OVERFLOW', message, { span, expected })];
  });
}
