// Machines that can evaluate and search: what a name in `machine:` stands for. Functions cannot cross threads, so a plan carries the
// name and every thread looks it up here.

import type { Architecture } from '../arch/architecture.js';
import type { Outcome } from '../diagnostics/diagnostic.js';
import type { Implied, MachineRules } from '../mapping/implied.js';
import type { MachineModel } from '../model/seams.js';
import type { MapNode } from '../spec/node.js';
import type { Workload } from '../workload/workload.js';
import { epuModel } from './epu/model/model.js';
import { ipuModel } from './ipu/model/model.js';
import { tpuModel } from './tpu/model/tpu-model.js';

export interface ModelledMachine {
  /** As in `machine: {name: ...}`. */
  readonly name: string;
  imply(parts: {
    readonly workload: Workload;
    readonly architecture: Architecture;
    readonly section: MapNode | undefined;
  }): Outcome<Implied>;
  /** The model of an architecture that `imply` has accepted, for a workload with the bounds it gave. */
  bind(parts: { readonly workload: Workload; readonly architecture: Architecture }): MachineModel;
}

const modelled: readonly ModelledMachine[] = [epuModel, ipuModel, tpuModel];

/** What problems are built with. */
export const machineRules: MachineRules = {
  names: modelled.map(({ name }) => name),
  imply: (parts) =>
    machineNamed(parts.architecture.machine)?.imply(parts) ?? { value: { constraints: [] }, diagnostics: [] },
};

/** Null for the generic model: a tree of buffers and nothing else. */
export function machineModel(parts: {
  readonly workload: Workload;
  readonly architecture: Architecture;
}): MachineModel | null {
  return machineNamed(parts.architecture.machine)?.bind(parts) ?? null;
}

function machineNamed(name: string): ModelledMachine | undefined {
  return modelled.find((machine) => machine.name === name);
}
