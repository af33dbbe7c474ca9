// How many threads are worth starting: more than a few for each core only take memory.

import { availableParallelism } from 'node:os';

const perCore = 4;

export function mostThreads(): number {
  return perCore * availableParallelism();
}
