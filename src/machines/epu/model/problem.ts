// A workload on an architecture, as this machine sees them: everything that the seams ask about, settled once.

import type { BareProblem } from '../../../mapping/implied.js';
import type { ElementType } from '../element-type.js';
import { popOf, typeOf } from './element-types.js';
import { placesOf } from './places.js';
import { type Roles, rolesOf } from './roles.js';
import { settingsOf } from './settings.js';

/** Dataspaces that lie in the cores before the work, and all there are. */
export function residentsOf({ resident, second }: Roles): readonly number[] {
  return second < 0 ? [resident] : [resident, second];
}

export function dataspacesOf(roles: Roles): readonly number[] {
  return [...residentsOf(roles), ...(roles.common < 0 ? [] : [roles.common]), roles.outputs];
}

export type EpuProblem = ReturnType<typeof problemOf>;

/** Of a workload that has roles: `imply` refuses others. */
export function problemOf({ workload, architecture }: BareProblem) {
  const settings = settingsOf(architecture.machineParameters);
  const { core } = settings;
  const roles = rolesOf(workload, settings.onCores, core.arraySide)!;
  const type = (t: number): ElementType => typeOf(workload, t);
  // Without an operand that is broadcast nothing depends on its type.
  const common = type(roles.common < 0 ? roles.resident : roles.common);
  // Of the operand in local memory, the one that is broadcast, and what leaves the cores.
  const types = { resident: type(roles.resident), common, outputs: type(roles.outputs) };
  const pop = popOf(core, types.common, types.resident);
  return { workload, architecture, settings, core, places: placesOf(architecture), roles, types, pop };
}
