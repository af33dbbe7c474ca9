// What is known and what is assumed of the cores, in one table: every figure with its unit, where it comes from, and
// whether anybody published it. Nothing else in this folder holds a figure of the hardware.

import type { Trust } from '../parameter.js';

export const coreNames = ['q8', 'q16', 'q32'] as const;
export type CoreName = (typeof coreNames)[number];

export interface Parameter {
  readonly unit: string;
  readonly value: number | Readonly<Record<CoreName, number>>;
  readonly trust: Trust;
  readonly source: string;
}

const accessPatterns = 'Quadric SDK documentation, Data Access Patterns';
const architecturePage = 'Quadric SDK documentation, EPU architecture';
const noSource = 'no source found';
const energyClass = 'estimate for a 16 nm class, no source found';

export const parameters = {
  arraySide: { unit: 'cores', value: { q8: 8, q16: 16, q32: 32 }, trust: 'public', source: architecturePage },
  localMemoryBytes: { unit: 'B per core', value: 4096, trust: 'public', source: accessPatterns },
  popBytes: { unit: 'B per pop', value: 8, trust: 'public', source: accessPatterns },
  transferLimitBytes: { unit: 'B per iterator call', value: 65_536, trust: 'public', source: accessPatterns },
  ocmBytes: {
    unit: 'B',
    value: 8_388_608,
    trust: 'public',
    source: `${architecturePage}: 8 MB by default; that they are 8 * 2^20 bytes is assumed`,
  },
  clockHz: {
    unit: 'Hz',
    value: 1e9,
    trust: 'estimate',
    source: 'up to 1 GHz is public of the later Chimera cores; that it holds for the EPU is assumed',
  },
  macLanesInt8: {
    unit: 'MAC per core and cycle',
    value: 8,
    trust: 'estimate',
    source: 'from the public peaks of the Chimera cores of the same sizes (1, 4 and 16 TOPS at 1 GHz)',
  },
  macLanesInt16: lanes(4),
  macLanesInt32: lanes(2),
  aluLanes: {
    unit: 'operations per core and cycle',
    value: 1,
    trust: 'public',
    source: 'from the public peaks of the Chimera cores (64 and 256 GOPS at 1 GHz)',
  },
  flowLinesPerCycle: { unit: 'lines of arraySide elements per cycle', value: 1, trust: 'estimate', source: noSource },
  flowSetupCycles: { unit: 'cycles per iterator call', value: 20, trust: 'estimate', source: noSource },
  borderRowCycles: { unit: 'cycles per north or south side of a tile', value: 1, trust: 'estimate', source: noSource },
  borderColumnCycles: {
    unit: 'cycles per east or west side of a tile',
    value: 1,
    trust: 'estimate',
    source: `${noSource}; a column is strided in OCM and may take arraySide cycles`,
  },
  randomAccessPorts: { unit: 'elements per cycle', value: 1, trust: 'estimate', source: `${noSource}; pessimistic` },
  popsPerCycle: {
    unit: 'pops per cycle',
    value: 1,
    trust: 'estimate',
    source: 'the width of a pop is public, its rate is not',
  },
  stagingCycles: { unit: 'cycles per staging', value: 10, trust: 'estimate', source: noSource },
  exchangeCycles: { unit: 'cycles per neighbour call of 32 bits', value: 1, trust: 'estimate', source: noSource },
  ddrBytesPerCycle: {
    unit: 'B per cycle',
    value: 12.8,
    trust: 'estimate',
    source: 'LPDDR4-3200 of 32 bits at 1 GHz; worth varying from 4 to 25.6',
  },
  ddrLatencyCycles: { unit: 'cycles per memCpy', value: 200, trust: 'estimate', source: noSource },
  macInt8EnergyPj: energy('pJ per MAC', 0.08),
  macInt16EnergyPj: energy('pJ per MAC', 0.25),
  macInt32EnergyPj: {
    unit: 'pJ per MAC',
    value: 0.8,
    trust: 'estimate',
    source: 'as much above the estimate of 16 bits as that is above the one of 8 bits',
  },
  localMemoryEnergyPj: energy('pJ per access of 32 bits', 0.6),
  hopEnergyPj: energy('pJ per hop of 32 bits', 0.15),
  broadcastLoadEnergyPj: energy('pJ per core and pop', 0.1),
  ocmEnergyPj: energy('pJ per B', 0.8),
  ddrEnergyPj: { unit: 'pJ per B', value: 40, trust: 'estimate', source: 'LPDDR4 with its interface, no source found' },
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

function lanes(value: number): Parameter {
  return {
    unit: 'MAC per core and cycle',
    value,
    trust: 'estimate',
    source: 'as many as elements of a pop, like those of 8 bits',
  };
}

function energy(unit: string, value: number): Parameter {
  return { unit, value, trust: 'estimate', source: energyClass };
}
