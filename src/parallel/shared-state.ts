// The few words that all threads of one search share: a request to stop, and counts for the progress display. No result
// depends on them, except by stopping.

export interface SharedState {
  readonly buffer: SharedArrayBuffer;
  readonly stop: Int32Array;
  /** Evaluations, valid mappings. */
  readonly counts: BigInt64Array;
}

export function createSharedState(): SharedState {
  return viewSharedState(new SharedArrayBuffer(24));
}

export function viewSharedState(buffer: SharedArrayBuffer): SharedState {
  return { buffer, stop: new Int32Array(buffer, 16, 1), counts: new BigInt64Array(buffer, 0, 2) };
}

export function requestStop({ stop }: SharedState): void {
  Atomics.store(stop, 0, 1);
}

export function isStopRequested({ stop }: SharedState): boolean {
  return Atomics.load(stop, 0) !== 0;
}

export function addCounts({ counts }: SharedState, evaluations: number, valid: number): void {
  if (evaluations > 0) Atomics.add(counts, 0, BigInt(evaluations));
  if (valid > 0) Atomics.add(counts, 1, BigInt(valid));
}
