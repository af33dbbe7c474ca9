// Where the memories of section 2.7 stand in an architecture: DDR, OCM, local memory, fan-outs of columns and rows, broadcast
// register, lanes. Local memory is one level for the whole array: what a core's neighbours hold is one hop away, so activations
// with their halo are held once by the array and not once by every core that reads them.

import type { Architecture, StorageLevel } from '../../../arch/architecture.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { error } from '../../../diagnostics/diagnostic.js';
import type { Core } from '../parameters.js';

/** Indices into `Architecture.levels`. */
export interface Places {
  readonly ddr: number;
  readonly ocm: number;
  readonly localMemory: number;
  readonly columns: number;
  readonly rows: number;
  readonly register: number;
  readonly lanes: number;
}

/** The levels of a tree that `checkPlaces` has nothing to say about. */
export function placesOf({ levels }: Architecture): Places {
  const [register, localMemory, ocm, ddr] = levels.flatMap(({ kind }, index) => (kind === 'storage' ? [index] : []));
  const [lanes, rows, columns] = levels.flatMap(({ kind }, index) => (kind === 'fanout' ? [index] : []));
  return {
    ddr: ddr!,
    ocm: ocm!,
    localMemory: localMemory!,
    columns: columns!,
    rows: rows!,
    register: register!,
    lanes: lanes!,
  };
}

export function checkPlaces(architecture: Architecture, core: Core): Diagnostic[] {
  const kinds = architecture.levels.map(({ kind }) => kind).reverse();
  const wanted = ['storage', 'storage', 'storage', 'fanout', 'fanout', 'storage', 'fanout'];
  if (kinds.join() !== wanted.join()) {
    const message = `the tree of ${architecture.name} is not that of an epu`;
    const expected =
      'DDR, OCM, local memory, a container of columns, a container of rows, broadcast register, and a compute with lanes';
    return [error('E-MACHINE', message, { span: architecture.compute.span, expected })];
  }
  const { columns, rows, register } = placesOf(architecture);
  const found: Diagnostic[] = [];
  for (const level of [architecture.levels[columns]!, architecture.levels[rows]!]) {
    if (level.fanoutX * level.fanoutY === core.arraySide) continue;
    found.push(sizeError(level, `${core.arraySide}: as many columns of cores as rows in ${core.name}`));
  }
  const pop = architecture.levels[register]!;
  if (pop.capacityWords !== core.popBytes) found.push(sizeError(pop, `${core.popBytes} bytes: one pop`));
  return [...found, ...architecture.levels.flatMap(wordErrors)];
}

function sizeError(level: StorageLevel, expected: string): Diagnostic {
  return error('E-MACHINE', `${level.leaf} is not as large as the machine's`, { span: level.span, expected });
}

/** Bytes that the tree gives every core, as much as the machine has or another amount to try. */
export function localBytesPerCore({ levels }: Architecture, { localMemory, columns, rows }: Places): number {
  const cores = [levels[columns]!, levels[rows]!].reduce((all, { fanoutX, fanoutY }) => all * fanoutX * fanoutY, 1);
  return (levels[localMemory]!.capacityWords ?? Number.POSITIVE_INFINITY) / cores;
}

/** Words are bytes, and accesses are of single bytes. */
function wordErrors(level: StorageLevel): Diagnostic[] {
  if (level.kind !== 'storage' || (level.wordBits === 8 && level.blockSize === 1)) return [];
  const message = `${level.leaf} counts words of ${level.wordBits} bits in rows of ${level.blockSize}`;
  return [
    error('E-MACHINE', message, { span: level.span, expected: 'datawidth: 8 and width: 8, as a machine counts bytes' }),
  ];
}
