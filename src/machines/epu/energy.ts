// Energies: counts of actions times a table of which no figure is published. Every result is an estimate and says so.

import type { Convolution } from './convolution.js';
import { macCycles, macLanes, macs, weightPops } from './convolution.js';
import type { ElementType } from './element-type.js';
import { elementBytes } from './element-type.js';
import type { Packing, Residence } from './local-memory.js';
import { registersOf } from './local-memory.js';
import type { Core, ParameterName } from './parameters.js';
import { tileElements } from './tiles.js';

export const actions = {
  macInt8: 'macInt8EnergyPj',
  macInt16: 'macInt16EnergyPj',
  macInt32: 'macInt32EnergyPj',
  /** Reads and writes of 32 bits. */
  localMemory: 'localMemoryEnergyPj',
  /** Words of 32 bits to a neighbour. */
  hops: 'hopEnergyPj',
  /** Registers that pops load: one in every core a pop. */
  broadcastLoads: 'broadcastLoadEnergyPj',
  /** Reads and writes, those of pops included. */
  ocmBytes: 'ocmEnergyPj',
  ddrBytes: 'ddrEnergyPj',
} as const satisfies Readonly<Record<string, ParameterName>>;

export type Action = keyof typeof actions;
export type ActionCounts = Readonly<Record<Action, number>>;

export interface Energy {
  readonly flag: 'estimate';
  readonly energyPj: number;
  readonly parts: Readonly<Record<Action, number>>;
}

export const noActions: ActionCounts = {
  macInt8: 0,
  macInt16: 0,
  macInt32: 0,
  localMemory: 0,
  hops: 0,
  broadcastLoads: 0,
  ocmBytes: 0,
  ddrBytes: 0,
};

export function energyOf(core: Core, counts: ActionCounts): Energy {
  const names = Object.keys(actions) as Action[];
  const parts = Object.fromEntries(names.map((action) => [action, counts[action] * core[actions[action]]]));
  const energyPj = names.reduce((sum, action) => sum + parts[action]!, 0);
  return { flag: 'estimate', energyPj, parts: parts as Record<Action, number> };
}

/** What pops cost: one read of OCM for all cores, and a load in each. */
export function popActions(core: Core, pops: number): ActionCounts {
  return { ...noActions, broadcastLoads: pops * tileElements(core), ocmBytes: pops * core.popBytes };
}

/** Bytes at the array's side: an access of OCM each, and one of local memory for each register. */
export function flowActions(bytesMoved: number, type: ElementType): ActionCounts {
  return { ...noActions, ocmBytes: bytesMoved, localMemory: bytesMoved / elementBytes(type) };
}

/** A copy crosses both memories. */
export function copyActions(bytes: number): ActionCounts {
  return { ...noActions, ddrBytes: bytes, ocmBytes: bytes };
}

export interface MacOptions {
  readonly packing: Packing;
  /** Output tiles that share a pop. */
  readonly residentTiles: number;
}

/** The steps of a convolution with operands in local memory, without flows and copies. */
export function convolutionActions(core: Core, convolution: Convolution, options: MacOptions): ActionCounts {
  const { type } = convolution;
  const steps = macCycles(core, convolution) * tileElements(core);
  const macAction = { int8: 'macInt8', int16: 'macInt16', int32: 'macInt32' } as const;
  return {
    ...popActions(core, weightPops(core, convolution, options.residentTiles)),
    [macAction[type]]: macs(convolution),
    localMemory: steps * accessesPerStep(core, { type, packing: options.packing }),
  };
}

/** Activations for all lanes, and the accumulator read and written. */
export function accessesPerStep(core: Core, residence: Residence): number {
  return registersOf(macLanes(core, residence.type), residence) + 2;
}
