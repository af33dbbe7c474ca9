// The tables between the loops and the fan-outs of a link, filled: for every tile below the fan-outs, every spatial choice
// and every group of edges, what is inside and what the choice costs at least.

import { Filling, type SpreadFill } from './filling.js';
import { landings } from './landings.js';
import type { Tables } from './tables.js';

/** Since the last time: spatial choices that have been costed, and what groups of edges have made of them. */
export interface Filled {
  readonly choices: number;
  readonly entries: number;
}

export function* fillSpreads(tables: Tables, fill: SpreadFill): Generator<Filled, void, void> {
  const { k, alive } = fill;
  beginThrottles(tables, k);
  const filling = new Filling(tables, fill);
  let first = 0;
  while (first < alive.length) {
    const next = filling.lower(first);
    yield { choices: filling.costed, entries: filling.looked() };
    first = next;
  }
  tables.throttles?.end(k);
}

function beginThrottles(tables: Tables, k: number): void {
  const { problem, parallelism, throttles } = tables;
  throttles?.begin(k, parallelism.count(k));
  if (throttles === null || k + 1 === problem.chain.links.length) return;
  const inner = parallelism.count(k + 1);
  landings(tables, k).forEach((b, at) => {
    throttles.carry(k, b, at % inner);
  });
}
