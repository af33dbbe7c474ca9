// Items over the six workers of a tile (section 2.2). Both published rules give the same shares to different workers.

export const workerCount = 6;

/** `leading`: the first workers take the remainder; `scattered`: shares end at multiples of n/6, rounded down. */
export type SplitRule = 'leading' | 'scattered';

const workers = Array.from({ length: workerCount }, (_, worker) => worker);

/** `makespan`: items of the worker with most. */
export function splitWork(items: number, rule: SplitRule) {
  const begins = [...workers, workerCount].map((worker) => beginOf(worker, items, rule));
  const counts = workers.map((worker) => begins[worker + 1]! - begins[worker]!);
  return { counts, begins: begins.slice(0, workerCount), makespan: Math.max(...counts) };
}

function beginOf(worker: number, items: number, rule: SplitRule): number {
  if (rule === 'scattered') return Math.floor((worker * items) / workerCount);
  const [quotient, remainder] = [Math.floor(items / workerCount), items % workerCount];
  return quotient * worker + Math.min(worker, remainder);
}
