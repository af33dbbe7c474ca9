// The parameters of `machine: {name: epu, ...}`: which core it is, how what nobody documents is to be taken, and every rate of
// ../parameters.ts under its name there, written as keys of files are: `ddr_bytes_per_cycle`. What the section leaves out has the value of that table.

import type { PlainValue } from '../../../spec/node.js';
import { isOpen } from '../../choices.js';
import { keyOf } from '../../parameter-table.js';
import type { Packing } from '../local-memory.js';
import type { Core, CoreName, ParameterName } from '../parameters.js';
import { coreOf } from '../parameters.js';
import type { Composition } from '../schedule.js';

/** How a region is fetched of which every second (third, ...) row and column is wanted (R1, C2). */
export type StridedFetch = 'rau' | 'flow';

/** Which dimensions lie on the cores: pixels and tokens, or columns of the weights with the activations broadcast. */
export type OnCores = 'rows' | 'columns';

export interface EpuParameters {
  readonly core: Core;
  readonly composition: Composition;
  readonly packing: Packing;
  readonly stridedFetch: StridedFetch;
  readonly onCores: OnCores;
  /** Operations of a core's ALU for every finished output: scaling, activation. */
  readonly aluOperationsPerOutput: number;
}

/** Rates and energies that the section may change; sizes stand in the tree. */
export const rateNames = [
  'clockHz',
  'macLanesInt8',
  'macLanesInt16',
  'macLanesInt32',
  'aluLanes',
  'flowLinesPerCycle',
  'flowSetupCycles',
  'transferLimitBytes',
  'randomAccessPorts',
  'popsPerCycle',
  'stagingCycles',
  'exchangeCycles',
  'ddrBytesPerCycle',
  'ddrLatencyCycles',
  'macInt16EnergyPj',
  'macInt32EnergyPj',
  'hopEnergyPj',
] as const satisfies readonly ParameterName[];

const rateKeys = rateNames.map((name) => ({ name, key: keyOf(name) }));

/** Of a section that the schema has passed. */
export function readParameters(parameters: PlainValue): EpuParameters {
  const given = (parameters ?? {}) as Readonly<Record<string, PlainValue>>;
  const choice = <T extends string>(name: string, without: T): T => (isOpen(given[name]) ? without : given[name]) as T;
  const rates = rateKeys.flatMap(({ name, key }) => (typeof given[key] === 'number' ? [[name, given[key]]] : []));
  return {
    core: coreOf(choice<CoreName>('core', 'q8'), Object.fromEntries(rates) as Partial<Record<ParameterName, number>>),
    composition: choice<Composition>('composition', 'serial'),
    packing: choice<Packing>('packing', 'unpacked'),
    stridedFetch: choice<StridedFetch>('strided_fetch', 'rau'),
    onCores: choice<OnCores>('on_cores', 'rows'),
    aluOperationsPerOutput: (given.alu_operations_per_output ?? 0) as number,
  };
}
