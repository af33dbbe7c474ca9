// What a machine adds to a problem before anything is evaluated or searched: what it leaves to be chosen, a check of its parameters,
// bounds that its granularity pads, and the constraints that its hardware implies. The machines live on a higher floor and are handed in.

import type { Architecture } from '../arch/architecture.js';
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { MapNode, PlainValue } from '../spec/node.js';
import type { Workload } from '../workload/workload.js';
import type { Constraints } from './constraints.js';

/** Values of keys of the `machine:` section. */
export type Settings = Readonly<Record<string, PlainValue>>;

export interface MachineRules {
  /** Names that `machine.name` may have besides `generic`. */
  readonly names: readonly string[];
  /**
   * What a compiler would decide and the section leaves open: all combinations worth trying, the most promising first, as the
   * section would state them. One empty entry where nothing is open. Each becomes a problem of its own, which `imply` may refuse.
   * `stated`: what files say of mappings, with the bounds as they are; null where they say nothing, so that one dimension may stand for
   * another of the same size. `fastest`: whether fewest cycles decide, so that what may only save energy need not be tried.
   */
  choices(
    problem: BareProblem & { readonly stated: Constraints | null; readonly fastest: boolean },
  ): readonly Settings[];
  /**
   * Rules of the machine that the architecture names. Parameters are checked here: errors point into `section`, the
   * `machine:` map as read, where there is one.
   */
  imply(
    problem: BareProblem & { readonly section: MapNode | undefined; readonly stated: Constraints | null },
  ): Outcome<Implied>;
}

export interface Implied {
  /** The same computation as the machine runs it, e.g. with a window split in two; absent: as it is. */
  readonly workload?: Workload;
  /** The tree as far as it depends on the problem, e.g. how many elements a lane takes together; absent: as it is. */
  readonly architecture?: Architecture;
  /** Bounds of the dimensions as the machine iterates them, none below the workload's; absent: as they are. */
  readonly bounds?: readonly number[];
  /**
   * Entries as in a `constraints:` list (`{target, type, factors, permutation, keep, bypass, ...}`), read together with the
   * user's own; a contradiction is reported with both sides, and with the entry's `advice`, what to do about it.
   */
  readonly constraints: readonly { readonly [key: string]: PlainValue }[];
}

/** What is to be computed and by what; nothing yet of how it may be mapped. */
export interface BareProblem {
  readonly workload: Workload;
  readonly architecture: Architecture;
}
