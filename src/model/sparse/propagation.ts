// What remains of the dense counts (G.7.1 to G.7.3, G.7.8): formats leave out zeros, an optimization takes its part where
// it stands, and all that is inside never sees what it took.

import type { FormatSplit, Held, Split, Units } from './held.js';
import type { SparseLayout } from './sparse-layout.js';
import type { Whole } from './whole.js';

/** How counts become whole. */
export type Counting = Pick<SparseLayout, 'quirks' | 'whole'>;

/** Computes that still happen of so many. `held`: per dataspace, innermost first. */
export function propagate(held: readonly (readonly Held[])[], dense: number, counting: Counting): number {
  let computes = dense;
  for (const chain of held) {
    for (const one of chain) storeInFormat(one, counting);
    for (let place = chain.length - 1; place >= 0; place -= 1)
      if (chain[place]!.optimization !== null) takePart(chain[place]!, counting);
    for (const one of chain) if (one.optimization === null) reduceByUpdates(one, counting);
    for (const one of chain) convert(one);
    const innermost = innermostTaker(chain);
    if (innermost !== null && !innermost.readWrite) computes = left(computes, innermost.probability, counting);
  }
  return computes;
}

/** The part of the reads of an operand that its innermost optimization takes; null where there is none. */
export function filteredPart(chain: readonly Held[]): number | null {
  const innermost = innermostTaker(chain);
  if (innermost === null || innermost.readWrite) return null;
  return Math.round(innermost.probability * 1e6) / 1e6;
}

function innermostTaker(chain: readonly Held[]): Held | null {
  for (const one of chain) if (one.optimization !== null) return one;
  return null;
}

/** With metadata the hardware knows what is empty and leaves it alone. */
function storeInFormat(held: Held, counting: Counting): void {
  const { dense, format, tile, means } = held;
  // Means are sums of probabilities, of full tiles by rounding more than all: the reference then counts one access more.
  const rounded = format === null ? 0 : 1 - means.words / tile.words;
  const empty = counting.quirks ? rounded : Math.max(0, rounded);
  held.reads.actual = left(dense.reads, empty, counting);
  held.reads.gated = 0;
  held.reads.skipped = 0;
  held.fills = left(dense.fills, empty, counting);
  held.updates.actual = left(dense.updates, empty, counting);
  held.updates.gated = 0;
  held.updates.skipped = 0;
  if (format === null) return;
  storeUnits(held.formatReads, { held, count: dense.reads }, counting);
  storeUnits(held.formatUpdates, { held, count: dense.updates }, counting);
  scaleUnits(held.formatFills, { held, count: dense.fills }, counting);
}

/** Of a count, when a part is taken. */
export function left(count: number, part: number, { whole }: Counting): number {
  return count - whole.down(count * part);
}

interface Accesses {
  readonly held: Held;
  readonly count: number;
}

function storeUnits({ actual, gated, skipped }: FormatSplit, accesses: Accesses, counting: Counting): void {
  scaleUnits(actual, accesses, counting);
  for (let at = 0; at < actual.length; at += 1) {
    gated[at] = 0;
    skipped[at] = 0;
  }
}

function scaleUnits(units: Units, { held: { means, tile }, count }: Accesses, { whole }: Counting): void {
  for (let at = 0; at < units.length; at += 1) units[at] = whole.up((means.metadata[at]! * count) / tile.words);
}

/** The outer of two optimizations has taken its part already when the inner one comes to its own. */
function takePart(held: Held, counting: Counting): void {
  const { probability } = held;
  const { quirks } = counting;
  let outer = held.parent;
  while (outer !== null && outer.optimization === null) outer = outer.parent;
  const before = outer?.probability ?? 0;
  // Where the outer part is the larger one the reference wraps around; nothing is left to take.
  const own = before >= 1 ? 0 : Math.max(0, 1 - (1 - probability) / (1 - before));
  // The reference loses the format reads of an inner optimization and puts its updates in their place (I.10).
  if (outer !== null && quirks) held.formatReads.actual.set(held.formatUpdates.actual);
  split(held, own, counting);
  for (let inner = held.child; inner !== null; inner = inner.child) {
    vanish(inner, probability, { ranks: held.format?.ranks.length ?? 0, ...counting });
    if (inner.optimization !== null) break;
  }
}

function split(held: Held, part: number, counting: Counting): void {
  const { readWrite, child, format } = held;
  const { whole } = counting;
  const kind = held.optimization!;
  // Outputs are read before they are updated: their reads are rounded the other way.
  take(held.reads, kind, readWrite ? whole.up(held.reads.actual * part) : whole.down(held.reads.actual * part));
  take(held.updates, kind, whole.down(held.updates.actual * part));
  const sent = child === null ? (format?.ranks.length ?? 0) : (child.format?.ranks.length ?? 0);
  splitFormat(held.formatReads, { kind, part, ranks: sent, whole });
  splitFormat(held.formatUpdates, { kind, part, ranks: sent, whole });
  reduceByUpdates(held, counting);
}

function take(counts: Split, kind: 'gated' | 'skipped', count: number): void {
  counts[kind] += count;
  counts.actual -= count;
}

function splitFormat(
  counts: FormatSplit,
  of: { readonly kind: 'gated' | 'skipped'; readonly part: number; readonly ranks: number; readonly whole: Whole },
): void {
  const { kind, part, ranks, whole } = of;
  const { actual, [kind]: taken } = counts;
  for (let at = 0; at < actual.length && at < 2 * ranks; at += 1) {
    taken[at] = whole.down(actual[at]! * part);
    actual[at]! -= taken[at]!;
  }
}

/** What an optimization outside takes never arrives here. */
function vanish(held: Held, part: number, outer: Counting & { readonly ranks: number }): void {
  held.fills = left(held.fills, part, outer);
  held.reads.actual = left(held.reads.actual, part, outer);
  held.updates.actual = left(held.updates.actual, part, outer);
  // The reference shrinks the metadata only where the level outside has one rank, and then only the innermost.
  const ranks = outer.quirks ? (outer.ranks === 1 ? 1 : 0) : held.formatFills.length;
  const shrink = (units: Units): void => {
    for (let at = 0; at < units.length && at < 2 * ranks; at += 1) units[at] = left(units[at]!, part, outer);
  };
  shrink(held.formatFills);
  shrink(held.formatReads.actual);
  if (!outer.quirks) shrink(held.formatUpdates.actual);
}

/** Only updates that happen are added up. */
function reduceByUpdates(held: Held, { whole }: Counting): void {
  const { dense, updates } = held;
  if (!held.readWrite || dense.updates === 0) return;
  held.temporalReductions = whole.up((held.temporalReductions * updates.actual) / dense.updates);
}

/** Between a compressed parent and an uncompressed child (G.7.8). */
function convert(held: Held): void {
  const { parent } = held;
  const expands = held.format?.compressed !== true && parent?.format?.compressed === true;
  held.decompressions = expands ? held.fills : 0;
  held.compressions = expands && held.readWrite ? parent.updates.actual : 0;
}
