// What a machine adds to a problem before anything is evaluated or searched: a check of its parameters, bounds that its granularity
// pads, and the constraints that its hardware implies. The machines themselves live on a higher floor and are handed in.

import type { Architecture } from '../arch/architecture.js';
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { MapNode, PlainValue } from '../spec/node.js';
import type { Workload } from '../workload/workload.js';

export interface MachineRules {
  /** Names that `machine.name` may have besides `generic`. */
  readonly names: readonly string[];
  /**
   * Rules of the machine that the architecture names. Parameters are checked here: errors point into `section`, the
   * `machine:` map as read, where there is one.
   */
  imply(parts: {
    readonly workload: Workload;
    readonly architecture: Architecture;
    readonly section: MapNode | undefined;
  }): Outcome<Implied>;
}

export interface Implied {
  /** Bounds of the dimensions as the machine iterates them, none below the workload's; absent: as they are. */
  readonly bounds?: readonly number[];
  /**
   * Entries as in a `constraints:` list (`{target, type, factors, permutation, keep, bypass, ...}`), read together with the
   * user's own; a contradiction is reported with both sides.
   */
  readonly constraints: readonly { readonly [key: string]: PlainValue }[];
}
