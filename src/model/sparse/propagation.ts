// What remains of the dense counts (G.7.1 to G.7.3, G.7.8): formats leave out zeros, an optimization takes its part where
// it stands, and all that is inside never sees what it took.

import type { FormatSplit, Held, Split, Units } from './held.js';

/** Computes that still happen of `dense.computes`. `held`: per dataspace, innermost first. */
export function propagate(
  held: readonly (readonly Held[])[],
  dense: { readonly computes: number; readonly quirks: boolean },
): number {
  let { computes } = dense;
  for (const chain of held) {
    for (const one of chain) storeInFormat(one, dense.quirks);
    for (let place = chain.length - 1; place >= 0; place -= 1)
      if (chain[place]!.optimization !== null) takePart(chain[place]!, dense.quirks);
    for (const one of chain) if (one.optimization === null) reduceByUpdates(one);
    for (const one of chain) convert(one, dense.quirks);
    const innermost = innermostTaker(chain);
    if (innermost !== null && !innermost.readWrite) computes -= Math.floor(computes * innermost.probability);
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
function storeInFormat(held: Held, quirks: boolean): void {
  const { dense, format, tile, means } = held;
  // Means are sums of probabilities, of full tiles by rounding more than all: the reference then counts one access more.
  const rounded = format === null ? 0 : 1 - means.words / tile.words;
  const empty = quirks ? rounded : Math.max(0, rounded);
  held.reads.actual = left(dense.reads, empty);
  held.reads.gated = 0;
  held.reads.skipped = 0;
  held.fills = left(dense.fills, empty);
  held.updates.actual = left(dense.updates, empty);
  held.updates.gated = 0;
  held.updates.skipped = 0;
  if (format === null) return;
  storeUnits(held.formatReads, held, dense.reads);
  storeUnits(held.formatUpdates, held, dense.updates);
  scaleUnits(held.formatFills, held, dense.fills);
}

function left(count: number, part: number): number {
  return count - Math.floor(count * part);
}

function storeUnits({ actual, gated, skipped }: FormatSplit, held: Held, count: number): void {
  scaleUnits(actual, held, count);
  for (let at = 0; at < actual.length; at += 1) {
    gated[at] = 0;
    skipped[at] = 0;
  }
}

function scaleUnits(units: Units, { means, tile }: Held, count: number): void {
  for (let at = 0; at < units.length; at += 1) units[at] = Math.ceil((means.metadata[at]! * count) / tile.words);
}

/** The outer of two optimizations has taken its part already when the inner one comes to its own. */
function takePart(held: Held, quirks: boolean): void {
  const { probability } = held;
  let outer = held.parent;
  while (outer !== null && outer.optimization === null) outer = outer.parent;
  const before = outer?.probability ?? 0;
  // Where the outer part is the larger one the reference wraps around; nothing is left to take.
  const own = before >= 1 ? 0 : Math.max(0, 1 - (1 - probability) / (1 - before));
  // The reference loses the format reads of an inner optimization and puts its updates in their place (I.10).
  if (outer !== null && quirks) held.formatReads.actual.set(held.formatUpdates.actual);
  split(held, own);
  for (let inner = held.child; inner !== null; inner = inner.child) {
    vanish(inner, probability, { ranks: held.format?.ranks.length ?? 0, quirks });
    if (inner.optimization !== null) break;
  }
}

function split(held: Held, part: number): void {
  const { readWrite, child, format } = held;
  const kind = held.optimization!;
  // Outputs are read before they are updated: their reads are rounded the other way.
  take(held.reads, kind, readWrite ? Math.ceil(held.reads.actual * part) : Math.floor(held.reads.actual * part));
  take(held.updates, kind, Math.floor(held.updates.actual * part));
  const sent = child === null ? (format?.ranks.length ?? 0) : (child.format?.ranks.length ?? 0);
  splitFormat(held.formatReads, { kind, part, ranks: sent });
  splitFormat(held.formatUpdates, { kind, part, ranks: sent });
  reduceByUpdates(held);
}

function take(counts: Split, kind: 'gated' | 'skipped', count: number): void {
  counts[kind] += count;
  counts.actual -= count;
}

function splitFormat(
  counts: FormatSplit,
  { kind, part, ranks }: { readonly kind: 'gated' | 'skipped'; readonly part: number; readonly ranks: number },
): void {
  const { actual, [kind]: taken } = counts;
  for (let at = 0; at < actual.length && at < 2 * ranks; at += 1) {
    taken[at] = Math.floor(actual[at]! * part);
    actual[at]! -= taken[at]!;
  }
}

/** What an optimization outside takes never arrives here. */
function vanish(held: Held, part: number, outer: { readonly ranks: number; readonly quirks: boolean }): void {
  held.fills = left(held.fills, part);
  held.reads.actual = left(held.reads.actual, part);
  held.updates.actual = left(held.updates.actual, part);
  // The reference shrinks the metadata only where the level outside has one rank, and then only the innermost.
  const ranks = outer.quirks ? (outer.ranks === 1 ? 1 : 0) : held.formatFills.length;
  shrink(held.formatFills, part, ranks);
  shrink(held.formatReads.actual, part, ranks);
  if (!outer.quirks) shrink(held.formatUpdates.actual, part, ranks);
}

function shrink(units: Units, part: number, ranks: number): void {
  for (let at = 0; at < units.length && at < 2 * ranks; at += 1) units[at] = left(units[at]!, part);
}

/** Only updates that happen are added up. */
function reduceByUpdates(held: Held): void {
  const { dense, updates } = held;
  if (!held.readWrite || dense.updates === 0) return;
  held.temporalReductions = Math.ceil((held.temporalReductions * updates.actual) / dense.updates);
}

/**
 * Between a compressed parent and an uncompressed child (G.7.8). The reference charges every child all that the parent takes; each
 * compresses only its part of it.
 */
function convert(held: Held, quirks: boolean): void {
  const { parent, averageInstances: instances } = held;
  const expands = held.format?.compressed !== true && parent?.format?.compressed === true;
  held.decompressions = expands ? held.fills : 0;
  held.compressions = 0;
  if (!expands || !held.readWrite || instances === 0) return;
  held.compressions = parent.updates.actual * (quirks ? 1 : parent.averageInstances / instances);
}
