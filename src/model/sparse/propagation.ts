// What remains of the dense counts (G.7.1 to G.7.3, G.7.8): formats leave out zeros, an optimization takes its part where
// it stands, and all that is inside never sees what it took.

import type { FormatSplit, Held, Split, Units } from './held.js';

export interface Propagated {
  /** Computes that still happen. */
  readonly computes: number;
  /** Per dataspace: the part of its reads that the innermost optimization takes; null where there is none. */
  readonly filtered: readonly (number | null)[];
}

/** `held`: per dataspace, innermost first. */
export function propagate(
  held: readonly (readonly Held[])[],
  dense: { computes: number; quirks: boolean },
): Propagated {
  let computes = dense.computes;
  const filtered = held.map((chain): number | null => {
    for (const one of chain) storeInFormat(one);
    const innermost = chain.find(({ optimization }) => optimization !== null);
    for (const one of chain.toReversed()) if (one.optimization !== null) takePart(one, dense.quirks);
    for (const one of chain) if (one.optimization === null) reduceByUpdates(one);
    convert(chain);
    if (innermost === undefined || innermost.readWrite) return null;
    const { probability } = innermost.optimization!;
    computes -= Math.floor(computes * probability);
    return Math.round(probability * 1e6) / 1e6;
  });
  return { computes, filtered };
}

/** With metadata the hardware knows what is empty and leaves it alone. */
function storeInFormat(held: Held): void {
  const { dense, format, tile, expectedWords, expectedMetadata } = held;
  const empty = format === null ? 0 : 1 - expectedWords / tile.words;
  const left = (count: number): number => count - Math.floor(count * empty);
  held.reads.actual = left(dense.reads);
  held.fills = left(dense.fills);
  held.updates.actual = left(dense.updates);
  const units = (count: number): Units[] =>
    expectedMetadata.map(([metadata, payload]) => [
      Math.ceil((metadata * count) / tile.words),
      Math.ceil((payload * count) / tile.words),
    ]);
  held.formatReads.actual = units(dense.reads);
  held.formatFills = units(dense.fills);
  held.formatUpdates.actual = units(dense.updates);
}

/** The outer of two optimizations has taken its part already when the inner one comes to its own. */
function takePart(held: Held, quirks: boolean): void {
  const { probability } = held.optimization!;
  let outer = held.parent;
  while (outer !== null && outer.optimization === null) outer = outer.parent;
  const before = outer?.optimization?.probability ?? 0;
  // Where the outer part is the larger one the reference wraps around; nothing is left to take.
  const own = before >= 1 ? 0 : Math.max(0, 1 - (1 - probability) / (1 - before));
  // The reference loses the format reads of an inner optimization and puts its updates in their place (I.10).
  if (outer !== null && quirks) held.formatReads.actual = held.formatUpdates.actual.map(([m, p]) => [m, p]);
  split(held, own);
  for (let inner = held.child; inner !== null; inner = inner.child) {
    vanish(inner, probability, { ranks: held.format?.ranks.length ?? 0, quirks });
    if (inner.optimization !== null) break;
  }
}

function split(held: Held, part: number): void {
  const { optimization, readWrite, child, format } = held;
  const { kind } = optimization!;
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
  counts[kind] = counts.actual.map(([metadata, payload], r) =>
    r < ranks ? [Math.floor(metadata * part), Math.floor(payload * part)] : [0, 0],
  );
  counts.actual = counts.actual.map(([metadata, payload], r) => [
    metadata - counts[kind][r]![0],
    payload - counts[kind][r]![1],
  ]);
}

/** What an optimization outside takes never arrives here. */
function vanish(held: Held, part: number, outer: { readonly ranks: number; readonly quirks: boolean }): void {
  held.fills -= Math.floor(held.fills * part);
  held.reads.actual -= Math.floor(held.reads.actual * part);
  held.updates.actual -= Math.floor(held.updates.actual * part);
  // The reference shrinks the metadata only where the level outside has one rank, and then only the innermost.
  const reached = (r: number): boolean => !outer.quirks || (outer.ranks === 1 && r === 0);
  const left = (units: Units[]): Units[] =>
    units.map(([metadata, payload], r) =>
      reached(r) ? [metadata - Math.floor(metadata * part), payload - Math.floor(payload * part)] : [metadata, payload],
    );
  held.formatFills = left(held.formatFills);
  held.formatReads.actual = left(held.formatReads.actual);
  if (!outer.quirks) held.formatUpdates.actual = left(held.formatUpdates.actual);
}

/** Only updates that happen are added up. */
function reduceByUpdates(held: Held): void {
  const { dense, updates } = held;
  if (!held.readWrite || dense.updates === 0) return;
  held.temporalReductions = Math.ceil((held.temporalReductions * updates.actual) / dense.updates);
}

/** Between a compressed parent and an uncompressed child (G.7.8). */
function convert(chain: readonly Held[]): void {
  for (const held of chain) {
    if (held.format?.compressed || held.parent?.format?.compressed !== true) continue;
    held.decompressions = held.fills;
    if (held.readWrite) held.compressions = held.parent.updates.actual;
  }
}
