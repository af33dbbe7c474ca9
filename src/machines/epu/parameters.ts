// What is known and what is assumed of the cores, in one table: every figure with its unit, where it comes from, and
// whether anybody published it. Nothing else in this folder holds a figure of the hardware.

import * as machines from '../parameter.js';

export const coreNames = ['q8', 'q16', 'q32'] as const;
export type CoreName = (typeof coreNames)[number];

export interface Parameter extends Omit<machines.Parameter, 'value'> {
  readonly value: number | Readonly<Record<CoreName, number>>;
}

const accessPatterns = 'Quadric SDK documentation, Data Access Patterns';
const architecturePage = 'Quadric SDK documentation, EPU architecture';
const noSource = 'no source found';
const energyClass = 'estimate for a 16 nm class, no source found';
const narrowLanes = 'as many as elements of a pop, like those of 8 bits';

export const parameters = {
  arraySide: { unit: 'cores', value: { q8: 8, q16: 16, q32: 32 }, trust: 'public', source: architecturePage },
  localMemoryBytes: known('B per core', 4096, accessPatterns),
  popBytes: known('B per pop', 8, accessPatterns),
  transferLimitBytes: known('B per iterator call', 65_536, accessPatterns),
  ocmBytes: known('B', 8_388_608, `${architecturePage}: 8 MB by default; that they are 8 * 2^20 bytes is assumed`),
  clockHz: estimate(
    'Hz',
    1e9,
    'up to 1 GHz is public of the later Chimera cores; that it holds for the EPU is assumed',
  ),
  macLanesInt8: estimate(
    'MAC per core and cycle',
    8,
    'from the public peaks of the Chimera cores of the same sizes (1, 4 and 16 TOPS at 1 GHz)',
  ),
  macLanesInt16: estimate('MAC per core and cycle', 4, narrowLanes),
  macLanesInt32: estimate('MAC per core and cycle', 2, narrowLanes),
  aluLanes: known(
    'operations per core and cycle',
    1,
    'from the public peaks of the Chimera cores (64 and 256 GOPS at 1 GHz)',
  ),
  flowLinesPerCycle: estimate('lines of arraySide elements per cycle', 1),
  flowSetupCycles: estimate('cycles per iterator call', 20),
  borderRowCycles: estimate('cycles per north or south side of a tile', 1),
  borderColumnCycles: estimate(
    'cycles per east or west side of a tile',
    1,
    `${noSource}; a column is strided in OCM and may take arraySide cycles`,
  ),
  randomAccessPorts: estimate('elements per cycle', 1, `${noSource}; pessimistic`),
  popsPerCycle: estimate('pops per cycle', 1, 'the width of a pop is public, its rate is not'),
  stagingCycles: estimate('cycles per staging', 10),
  exchangeCycles: estimate('cycles per neighbour call of 32 bits', 1),
  ddrBytesPerCycle: estimate('B per cycle', 12.8, 'LPDDR4-3200 of 32 bits at 1 GHz; worth varying from 4 to 25.6'),
  ddrLatencyCycles: estimate('cycles per memCpy', 200),
  macInt8EnergyPj: estimate('pJ per MAC', 0.08, energyClass),
  macInt16EnergyPj: estimate('pJ per MAC', 0.25, energyClass),
  macInt32EnergyPj: estimate(
    'pJ per MAC',
    0.8,
    'as much above the estimate of 16 bits as that is above the one of 8 bits',
  ),
  localMemoryEnergyPj: estimate('pJ per access of 32 bits', 0.6, energyClass),
  hopEnergyPj: estimate('pJ per hop of 32 bits', 0.15, energyClass),
  broadcastLoadEnergyPj: estimate('pJ per core and pop', 0.1, energyClass),
  ocmEnergyPj: estimate('pJ per B', 0.8, energyClass),
  ddrEnergyPj: estimate('pJ per B', 40, 'LPDDR4 with its interface, no source found'),
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof parameters;

/** The parameters of one core as plain figures. */
export type Core = Readonly<Record<ParameterName, number>> & { readonly name: CoreName };

export const parameterNames = Object.keys(parameters) as readonly ParameterName[];

/** With `changes` in place of the table's figures. */
export function coreOf(name: CoreName, changes: Readonly<Partial<Record<ParameterName, number>>> = {}): Core {
  const figures = parameterNames.map((parameter) => [parameter, changes[parameter] ?? figureOf(parameter, name)]);
  return { ...(Object.fromEntries(figures) as Record<ParameterName, number>), name };
}

function figureOf(parameter: ParameterName, name: CoreName): number {
  const { value }: Parameter = parameters[parameter];
  return typeof value === 'number' ? value : value[name];
}

function known(unit: string, value: number, source: string): Parameter {
  return { value, ...machines.known(unit, source) };
}

function estimate(unit: string, value: number, source = noSource): Parameter {
  return { value, ...machines.estimate(unit, source) };
}
