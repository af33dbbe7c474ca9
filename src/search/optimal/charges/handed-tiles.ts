// A window's tiles where everything between a storage and its child is known, as at a leaf of the descent: each child takes in a tile
// of its own, and is sent what of it is new to itself, whatever other children hold (F.7.4, F.13).

import { newWords } from '../../../model/charge/window.js';
import type { Inside } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { WindowTable } from './windows.js';

/** Dataspace t between the loops of link k, inside which stands tile `above`, and its child at link `child`. */
export interface Handed {
  readonly t: number;
  readonly k: number;
  readonly child: number;
  readonly above: number;
  readonly inside: Inside;
}

/**
 * Words of all distinct deliveries on the way, of whole tiles and after a step of each dimension of `first`, as a table of one entry
 * that the next call overwrites; null where neighbours may forward some to the child, or for compute, which keeps nothing.
 */
export function handedTiles(problem: RelaxedProblem, of: Handed, first: number): WindowTable | null {
  const { t, k, child, inside } = of;
  if (!isSent(problem, of)) return null;
  let deliveries = 1;
  for (let link = k; link < child; link += 1)
    deliveries *= problem.left[link]![t]!.passed({ s: inside.spread[link]!, node: inside.below[link]! });
  return tilesOf(problem, of, { times: deliveries, first });
}

/**
 * The same of what all children take in that are inside one tile below the fan-outs of link k and share no words with another; the
 * others are charged at the fan-outs where they share them.
 */
export function takenTiles(problem: RelaxedProblem, of: Handed, first: number): WindowTable | null {
  const { t, k, child, inside } = of;
  if (!isSent(problem, of)) return null;
  let children = 1;
  for (let link = k + 1; link < child; link += 1) {
    const s = inside.spread[link]!;
    children *= problem.chain.links[link]!.spreads[s]!.elements / problem.costs[link]!.idle[t]![s]!;
  }
  return tilesOf(problem, of, { times: children, first });
}

function isSent({ chain, flows, forwarding }: RelaxedProblem, { t, child, inside }: Handed): boolean {
  const { window, wild, readWrite } = flows[t]!;
  if (window === null || wild || readWrite || child >= chain.links.length) return false;
  return !forwarding[child - 1]![t]!.ever(inside.spread[child - 1]!);
}

/** Of one entry, overwritten by the next: leaves ask a million times. */
const only = new Float64Array(1);
const table: WindowTable = { whole: only, part: Array.from({ length: 32 }, () => new Float64Array(1)), served: null };

function tilesOf(
  { chain, flows }: RelaxedProblem,
  { t, child, above, inside }: Handed,
  { times, first }: { readonly times: number; readonly first: number },
): WindowTable {
  const flow = flows[t]!;
  const { rank, coefficient } = flow.window!;
  const node = inside.below[child - 1]!;
  const whole = flow.tile[node]! * times;
  only[0] = whole;
  for (let rest = first & flow.moving; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    const width = flow.widths[rank[d]!]![node]!;
    table.part[d]![0] = newWords(whole, width, width, coefficient[d]! * chain.lattice.value[d]![above]!);
  }
  return table;
}
