// The one place where a Spec becomes something to evaluate or search: workload, flattened architecture, constraints.

import type { Architecture } from '../arch/architecture.js';
import type { Workload } from '../workload/workload.js';
import type { Constraints } from './constraints.js';

export interface Problem {
  readonly workload: Workload;
  readonly architecture: Architecture;
  /** From the architecture and constraint files only. */
  readonly constraints: Constraints;
}
