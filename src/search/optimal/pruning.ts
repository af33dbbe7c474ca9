// Table entries that no mapping worth having can use: with the least that everything outside costs they are already worse
// than what has been found. Entries that are gone need not be carried further.

import type { CandidatePool } from '../candidate-pool.js';
import { firstTouchPj } from './energies.js';
import type { MappingFloor } from './mapping-floor.js';
import type { Relaxation } from './relaxation.js';
import { type Codes, DEMAND, PENDING } from './tables.js';

export class Pruning {
  readonly #pool: CandidatePool;
  readonly #floor: MappingFloor;

  constructor(pool: CandidatePool, floor: MappingFloor) {
    this.#pool = pool;
    this.#floor = floor;
  }

  /** Sets hopeless entries of a table of what is inside link k to Infinity; `codes` is its context. */
  prune(relaxation: Relaxation, k: number, { table, codes }: { table: Float64Array; codes: Codes }): void {
    if (this.#pool.worst === undefined) return;
    const { chain, parallelism } = relaxation;
    const { size } = chain.lattice;
    const outsidePj = leastOutsidePj(relaxation, k, codes);
    const across = mostAcross(relaxation, k);
    parallelism[k]!.forEach((elements, b) => {
      // What is worse than a hopeless entry is hopeless.
      let kept = Number.NEGATIVE_INFINITY;
      let gone = Number.POSITIVE_INFINITY;
      for (let at = b * size; at < (b + 1) * size; at += 1) {
        const pj = table[at]!;
        if (pj <= kept || pj === Number.POSITIVE_INFINITY) continue;
        if (pj < gone) {
          const figures = this.#floor.of(pj + outsidePj, across * elements, this.#floor.leastBusyCycles);
          if (!this.#pool.excludes(figures)) {
            kept = pj;
            continue;
          }
          gone = pj;
        }
        table[at] = Number.POSITIVE_INFINITY;
      }
    });
  }
}

function mostAcross({ chain }: Relaxation, k: number): number {
  let product = 1;
  for (let link = 0; link < k; link += 1) {
    product *= chain.links[link]!.spreads.reduce((most, { elements }) => Math.max(most, elements), 1);
  }
  return product;
}

/**
 * Every keeper further outside than what has been charged must hand every word on once: an input is filled (where another
 * storage outside surely keeps it) and read, an output updated. What waits may yet be credited its first touches.
 */
function leastOutsidePj(relaxation: Relaxation, k: number, codes: Codes): number {
  const { chain, flows, energies, copies } = relaxation;
  let pj = 0;
  flows.forEach((flow, t) => {
    const code = codes[t]!;
    if (code === -1) return; // the backing store is inside
    const end = code >= PENDING || code === DEMAND ? k : code;
    for (let link = 0; link < end; link += 1) {
      if (!((chain.links[link]!.forced >> t) & 1)) continue;
      const { readPj, fillPj, updatePj } = energies.flows[t]![link]!;
      const words = copies.leastWords(flow, t, { k: link, child: nextKeeper(chain.links, t, link) });
      const handed = words * energies.bytes.leastFrom(t, link);
      const filled = relaxation.keptOutside(t, link) ? words * energies.bytes.least(t, link) : 0;
      pj += flow.readWrite ? handed * updatePj : handed * readPj + filled * fillPj;
    }
    if (code === DEMAND) return;
    // Whoever waits, or has been charged for what is inside, read outputs back with every update so far.
    const creditor = code >= PENDING ? code - PENDING : code;
    pj -= firstTouchPj(energies, flow, creditor, copies.most[creditor]?.copies[t] ?? 0);
  });
  return pj;
}

/** The next storage inside that surely keeps `t`; compute where there is none. */
function nextKeeper(links: Relaxation['chain']['links'], t: number, link: number): number {
  let next = link + 1;
  while (next < links.length && !((links[next]!.forced >> t) & 1)) next += 1;
  return next;
}
