// The hot path: evaluates whatever the nest buffer holds, without allocating. What can be rejected is rejected before
// anything is counted. A nest with imperfect factors takes the literal walk instead of the closed form.

import type { NestBuffer } from '../nest-buffer.js';
import type { EvalPlan } from '../plan.js';
import type { MachineModel } from '../seams.js';
import { count } from './accesses.js';
import { cyclesBeforeLatency, totalEnergy } from './cost.js';
import { createKernel, type Kernel } from './kernel.js';
import { expand, tile } from './tiles.js';
import { IMPERFECT, SPARSE, VALID, type Verdict } from './verdict.js';
import { walkImperfect } from './walk-imperfect.js';

export class Evaluator {
  /** Fill this, then call `evaluate`. */
  readonly nest: NestBuffer;
  readonly kernel: Kernel;
  /** After a VALID verdict: total cycles, network latencies included. */
  cycles = 0;
  /** After a VALID verdict: pJ of all levels, networks and computes. */
  energyPj = 0;
  /** After a VALID verdict: computes per compute instance and cycle, 0 to 1. */
  utilization = 0;
  readonly #bufferUtilization: Float64Array;

  /** `machine`: the model that the plan's architecture names, null for the generic one. */
  constructor(plan: EvalPlan, machine: MachineModel | null = null) {
    this.kernel = createKernel(plan, machine);
    this.nest = this.kernel.nest;
    this.#bufferUtilization = new Float64Array(this.kernel.layout.levels);
  }

  evaluate(): Verdict {
    const { kernel } = this;
    const expanded = expand(kernel);
    if (expanded !== VALID) return expanded;
    const { machine } = kernel;
    if (kernel.perfect === 0 && machine !== null) return IMPERFECT;
    const verdict = kernel.perfect !== 0 ? countPerfect(kernel) : walkImperfect(kernel);
    if (verdict !== VALID) return verdict;
    const { layout, scratch } = kernel;
    machine?.move(scratch);
    const { sparse } = kernel;
    if (sparse !== null && sparse.apply(kernel) !== VALID) return SPARSE;
    const smooth = cyclesBeforeLatency(kernel);
    const busy = machine === null ? smooth : Math.max(smooth, machine.cycles(kernel));
    this.cycles = busy + layout.networkLatencyCycles;
    this.energyPj = totalEnergy(kernel, busy) + (machine?.extraPj ?? 0);
    const computes = sparse === null ? scratch.computes : sparse.computes.actual + sparse.computes.gated;
    // Divided once, so that equal shares are equal to the last digit. Where nothing is left to compute there may be no cycle at all.
    this.utilization = this.cycles === 0 ? 0 : computes / (layout.computeInstances * this.cycles);
    return VALID;
  }

  /** After a VALID verdict: words held / effective capacity per level; NaN where unbounded. */
  get bufferUtilization(): Float64Array {
    const { layout, scratch } = this.kernel;
    for (let i = 0; i < layout.levels; i += 1) {
      const capacity = layout.capacity[i]!;
      const held = scratch.occupancy[i]!;
      this.#bufferUtilization[i] = capacity === Number.POSITIVE_INFINITY ? Number.NaN : held && held / capacity;
    }
    return this.#bufferUtilization;
  }
}

function countPerfect(kernel: Kernel): Verdict {
  kernel.walked = null;
  kernel.scratch.utilizedInstances = kernel.scratch.expansion;
  kernel.machine?.measure(kernel.nest);
  const tiled = tile(kernel);
  return tiled === VALID ? count(kernel) : tiled;
}
