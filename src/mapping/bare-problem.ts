import type { Architecture } from '../arch/architecture.js';
import type { Workload } from '../workload/workload.js';

/** What is to be computed and by what; nothing yet of how it may be mapped. */
export interface BareProblem {
  readonly workload: Workload;
  readonly architecture: Architecture;
}
