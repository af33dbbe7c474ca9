// Where the memories of section 2.7 stand in an architecture: DDR, OCM, local memory, fan-outs of columns and rows, broadcast
// register, lanes. Local memory is one level for the whole array: what a core's neighbours hold is one hop away, so activations
// with their halo are held once by the array and not once by every core that reads them.

import type { Architecture, StorageLevel } from '../../../arch/architecture.js';
import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import { checkBytes, checkParts, levelsOf, type Part, widthOf } from '../../places.js';
import type { Core } from '../parameters.js';

const parts = {
  ddr: { kind: 'storage', names: ['DDR'] },
  ocm: { kind: 'storage', names: ['OCM'] },
  localMemory: { kind: 'storage', names: ['localMem'] },
  columns: { kind: 'fanout', names: ['column'] },
  rows: { kind: 'fanout', names: ['row'] },
  register: { kind: 'storage', names: ['broadcast'] },
} as const satisfies Readonly<Record<string, Part>>;

/** The compute's own fan-out. */
function lanes({ compute }: Architecture): Part {
  return { kind: 'fanout', names: [compute.name] };
}

/** Indices into `Architecture.levels`. */
export type Places = Readonly<Record<keyof typeof parts | 'lanes', number>>;

/** Of a tree that `checkPlaces` has nothing to say about. */
export function placesOf(architecture: Architecture): Places {
  return levelsOf(architecture, { ...parts, lanes: lanes(architecture) });
}

export function checkPlaces(architecture: Architecture, core: Core): Diagnostic[] {
  const wrong = checkParts(architecture, { machine: 'epu', parts: [...Object.values(parts), lanes(architecture)] });
  if (wrong.length > 0) return wrong;
  const { columns, rows, register } = placesOf(architecture);
  const square = `${core.arraySide}: as many columns of cores as rows in ${core.name}`;
  const found = [columns, rows]
    .filter((level) => widthOf(architecture, level) !== core.arraySide)
    .map((level) => sizeError(architecture.levels[level]!, square, `${widthOf(architecture, level)}`));
  const pop = architecture.levels[register]!;
  if (pop.capacityWords !== core.popBytes)
    found.push(sizeError(pop, `${core.popBytes} bytes: one pop`, `${pop.capacityWords ?? 'no bound'}`));
  return [...found, ...checkBytes(architecture)];
}

function sizeError(level: StorageLevel, expected: string, found: string): Diagnostic {
  return error('E-MACHINE', `${level.leaf} is not as large as the machine's`, { span: level.span, expected, found });
}

/** Bytes that the tree gives every core, as much as the machine has or another amount to try. */
export function localBytesPerCore(architecture: Architecture, { localMemory, columns, rows }: Places): number {
  const cores = widthOf(architecture, columns) * widthOf(architecture, rows);
  return (architecture.levels[localMemory]!.capacityWords ?? Number.POSITIVE_INFINITY) / cores;
}
