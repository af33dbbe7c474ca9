import type { BareProblem } from '../mapping/bare-problem.js';
import type { MachineRules } from '../mapping/implied.js';
import type { MachineModel } from '../model/seams.js';

/** A machine that can evaluate and search. */
export interface ModelledMachine extends Omit<MachineRules, 'names'> {
  /** As in `machine: {name: ...}`. */
  readonly name: string;
  /** The model of an architecture that `imply` has accepted, for a workload with the bounds it gave. */
  bind(problem: BareProblem): MachineModel;
}
