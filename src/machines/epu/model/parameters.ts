// The parameters of `machine: {name: epu, ...}`: which core it is, how what nobody documents is to be taken, and every rate of
// ../parameters.ts under its name there, written as keys of files are: `ddr_bytes_per_cycle`. What the section leaves out has the value of that table.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { error } from '../../../diagnostics/diagnostic.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';
import type { MapNode, PlainValue } from '../../../spec/node.js';
import { entryOf } from '../../../spec/node.js';
import { isOpen } from '../../choices.js';
import type { Packing } from '../local-memory.js';
import { packings } from '../local-memory.js';
import type { Core, CoreName, ParameterName } from '../parameters.js';
import { coreNames, coreOf } from '../parameters.js';
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

const choices = {
  core: coreNames,
  composition: ['serial', 'overlapped'],
  packing: packings,
  strided_fetch: ['rau', 'flow'],
  on_cores: ['rows', 'columns'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Rates that divide something. */
const aboveZero: readonly string[] = [
  'clock_hz',
  'alu_lanes',
  'flow_lines_per_cycle',
  'transfer_limit_bytes',
  'random_access_ports',
  'pops_per_cycle',
  'ddr_bytes_per_cycle',
];
const wholeNumbers: readonly string[] = ['mac_lanes_int8', 'mac_lanes_int16', 'mac_lanes_int32'];

const rateKeys = rateNames.map((name) => ({ name, key: keyOf(name) }));

export const parameterKeys: readonly string[] = [
  ...Object.keys(choices),
  'alu_operations_per_output',
  ...rateKeys.map(({ key }) => key),
];

/** `ddrBytesPerCycle` as the key of a file. */
export function keyOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Of a section that `checkParameters` has nothing to say about. */
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

export function checkParameters(parameters: PlainValue, section: MapNode | undefined): Diagnostic[] {
  const given = Object.entries((parameters ?? {}) as Readonly<Record<string, PlainValue>>);
  const problems = given.flatMap(([key, value]) => problemOf(key, value, section));
  if (given.some(([key]) => key === 'core')) return problems;
  const message = 'the machine section does not say which core it is';
  return [
    ...problems,
    error('E-REQUIRED', message, { span: section?.span, expected: `core: ${coreNames.join(' or ')}` }),
  ];
}

function problemOf(key: string, value: PlainValue, section: MapNode | undefined): Diagnostic[] {
  const entry = section && entryOf(section, key);
  if (!parameterKeys.includes(key)) {
    const hint = didYouMean(key, parameterKeys);
    return [error('E-MACHINE', `epu has no parameter ${key}`, { span: entry?.keySpan, hint })];
  }
  const expected = expectation(key, value);
  if (expected === undefined) return [];
  const found = typeof value === 'object' ? 'a list or a map' : String(value);
  return [error('E-MACHINE', `${key} of epu has no usable value`, { span: entry?.value.span, expected, found })];
}

/** What the search decides where the section does not. */
export const searched = ['on_cores', 'strided_fetch'] as const satisfies readonly (keyof typeof choices)[];

/** Undefined where the value will do. */
function expectation(key: string, value: PlainValue): string | undefined {
  if (isOpen(value) && searched.some((one) => one === key)) return undefined;
  const known = (choices as Readonly<Record<string, readonly string[]>>)[key];
  if (known) return typeof value === 'string' && known.includes(value) ? undefined : known.join(' or ');
  const number = typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
  if (wholeNumbers.includes(key)) {
    return Number.isInteger(number) && number >= 1 && number <= 8 ? undefined : 'a whole number from 1 to 8';
  }
  if (aboveZero.includes(key)) return number > 0 ? undefined : 'a number above 0';
  return number >= 0 ? undefined : 'a number of at least 0';
}
