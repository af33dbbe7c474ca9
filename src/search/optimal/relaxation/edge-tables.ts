// One edge in the tables: from what is inside a link's loops, over every choice of their factors, to what is inside its storage.

import { closeOver } from '../space/closure.js';
import type { EdgeStages, StageCharges } from './edge-stages.js';
import type { Edge, Tables } from './tables.js';

export interface EdgeAtWork {
  readonly k: number;
  readonly edge: Edge;
  /** Places of the tiles inside the loops from which something goes on. */
  readonly alive: Int32Array;
  /** Over the lattice. */
  readonly work: Float64Array;
  readonly stages: EdgeStages;
  /** As `Boundary.tables`, before the storage; entries are lowered. */
  readonly into: Float64Array;
}

/** Adds the edge's charges and takes the least over its loops' factors. */
export function* closeEdge(tables: Tables, at: EdgeAtWork): Generator<void, void, void> {
  const { lattice, links } = tables.problem.chain;
  const { k, edge, alive, work, into } = at;
  const { nodes } = tables.tiles.inside(k);
  const { nodes: ends } = tables.tiles.outside(k);
  const classes = tables.parallelism.count(k);
  const inside = tables.links[k]!.inside[edge.group];
  if (inside == null) return;
  const { allowed } = links[k]!;
  const stages = at.stages.of(edge);
  const slowed = stages.map(() => new Map<number, Float64Array>());
  // From the fastest class down: what is slowed down joins a lower one.
  for (let b = classes - 1; b >= 0; b -= 1) {
    yield;
    work.fill(Number.POSITIVE_INFINITY);
    let any = false;
    for (const place of alive) {
      const value = inside[place * classes + b]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      any = true;
      work[nodes[place]!] = value;
    }
    for (const [s, { over, charges }] of stages.entries()) {
      if (any) closeOver(lattice, work, { allowed, fixed: edge.fixed, over });
      if (charges === null) continue;
      if (any) charge(work, charges, { b, slowed: slowed[s]! });
      const joining = slowed[s]!.get(b);
      if (joining === undefined) continue;
      any = true;
      for (let node = 0; node < work.length; node += 1) if (joining[node]! < work[node]!) work[node] = joining[node]!;
      slowed[s]!.delete(b);
    }
    if (!any) continue;
    for (let end = 0; end < ends.length; end += 1) {
      const value = work[ends[end]!]!;
      if (value < into[end * classes + b]!) into[end * classes + b] = value;
    }
  }
}

/** Adds what a stage charges; what it slows down goes to the tables of lower classes. */
function charge(
  work: Float64Array,
  charges: StageCharges,
  { b, slowed }: { readonly b: number; readonly slowed: Map<number, Float64Array> },
): void {
  for (let node = 0; node < work.length; node += 1) {
    if (work[node] === Number.POSITIVE_INFINITY) continue;
    work[node] = work[node]! + charges.pj(node);
    if (!charges.slows) continue;
    const landed = charges.landed(node, b);
    if (landed === b) continue;
    slow(slowed, { landed, node, pj: work[node]! }, work.length);
    work[node] = Number.POSITIVE_INFINITY;
  }
}

function slow(
  slowed: Map<number, Float64Array>,
  { landed, node, pj }: { readonly landed: number; readonly node: number; readonly pj: number },
  size: number,
): void {
  let table = slowed.get(landed);
  if (table === undefined) {
    table = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    slowed.set(landed, table);
  }
  if (pj < table[node]!) table[node] = pj;
}
