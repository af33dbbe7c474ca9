import type { Architecture } from '../arch/architecture.js';
import type { BareProblem, MachineRules } from '../mapping/implied.js';
import type { MachineModel } from '../model/seams.js';
import type { Clock } from './clock.js';

/** A machine that can evaluate and search. */
export interface ModelledMachine extends Omit<MachineRules, 'names'> {
  /** As in `machine: {name: ...}`. */
  readonly name: string;
  /** Of an architecture that `imply` has accepted. */
  clock(architecture: Architecture): Clock;
  /** The model of an architecture that `imply` has accepted, for a workload with the bounds it gave. */
  bind(problem: BareProblem): MachineModel;
}
