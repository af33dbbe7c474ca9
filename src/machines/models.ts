// Machines that can evaluate and search: what a name in `machine:` stands for. Functions cannot cross threads, so a plan carries the
// name and every thread looks it up here.

import type { BareProblem, MachineRules } from '../mapping/implied.js';
import type { MachineModel } from '../model/seams.js';
import { checkClock } from './clock.js';
import { epuModel } from './epu/model/model.js';
import { ipuModel } from './ipu/model/model.js';
import type { ModelledMachine } from './modelled-machine.js';
import { tpuModel } from './tpu/model/model.js';

const modelled: readonly ModelledMachine[] = [epuModel, ipuModel, tpuModel];

/** What problems are built with. */
export const machineRules: MachineRules = {
  names: modelled.map(({ name }) => name),
  choices: (problem) => machineNamed(problem.architecture.machine)?.choices(problem) ?? [{}],
  imply: (parts) => {
    const machine = machineNamed(parts.architecture.machine);
    if (!machine) return { value: { constraints: [] }, diagnostics: [] };
    const { value, diagnostics } = machine.imply(parts);
    if (value === undefined) return { value, diagnostics };
    const { architecture, section } = parts;
    return { value, diagnostics: [...diagnostics, ...checkClock(machine.clock(architecture), architecture, section)] };
  },
};

/** Null for the generic model: a tree of buffers and nothing else. */
export function machineModel(problem: BareProblem): MachineModel | null {
  return machineNamed(problem.architecture.machine)?.bind(problem) ?? null;
}

function machineNamed(name: string): ModelledMachine | undefined {
  return modelled.find((machine) => machine.name === name);
}
