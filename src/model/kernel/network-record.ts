/** All deliveries with the same multicast factor and the same number of groups per visit. */
export interface NetworkRecord {
  readonly multicast: number;
  readonly scatter: number;
  accesses: number;
  /** Hop sum, weighted by accesses; not rescaled by bypassing (F.7.4). */
  hops: number;
}
