// Every number about the hardware that the model uses, once, per generation, with source and trust (section 1).

import type { Parameter } from '../parameter.js';
import type { Generation } from './generation.js';
import { oneKind, type ParameterRow, threeKinds, twoKinds } from './parameter-row.js';

const guide = 'assembly guide, memory architecture';
const library = 'published library sources (August 2023)';
const constants = 'constants of the first target library, third-party reading';
const sheets = 'system data sheets';
const guess = 'no published number';

const kib = 1024;

export const parameters = {
  tiles: threeKinds([1216, 1472, 1472], { unit: 'tiles', trust: 'public', source: `${guide}; ${sheets}` }),
  clockMhz: threeKinds([1600, 1325, 1850], {
    unit: 'MHz',
    trust: 'public',
    source: 'measured cycles per microsecond (Mk1), Hot Chips 33 (Mk2), data sheet (Bow)',
  }),
  workers: oneKind(6, { unit: 'contexts', trust: 'public', source: 'assembly guide, supervisors and workers' }),

  memoryStart: twoKinds([0x40000, 0x4c000], { unit: 'address', trust: 'public', source: guide }),
  memoryBytes: twoKinds([256 * kib, 624 * kib], { unit: 'B', trust: 'public', source: guide }),
  region0Bytes: twoKinds([128 * kib, 208 * kib], { unit: 'B', trust: 'public', source: guide }),
  regionBit: twoKinds([17, 19], { unit: 'address bit', trust: 'public', source: guide }),
  bankBytes: oneKind(16 * kib, { unit: 'B', trust: 'public', source: guide }),
  addressBits: oneKind(21, { unit: 'bit', trust: 'public', source: guide }),
  overReadBytes: oneKind(32, { unit: 'B', trust: 'public', source: 'assembly guide, over-reading: eight words' }),
  scratchBytes: oneKind(48, { unit: 'B per worker', trust: 'estimate', source: guess }),
  accessesPerInstruction: oneKind(3, { unit: 'accesses', trust: 'public', source: `${constants}; instruction set` }),
  loadBytesPerCycle: oneKind(16, { unit: 'B/cycle', trust: 'public', source: 'two loads of 64 bits, or one of 128' }),
  dataBytesPerCycle: oneKind(24, { unit: 'B/cycle', trust: 'public', source: 'two loads and a store of 64 bits' }),

  repeatCountRegister: {
    mk1: { value: 4095, unit: 'iterations', trust: 'recalled', source: '12-bit register, not confirmed' },
    mk2: { value: 65535, unit: 'iterations', trust: 'public', source: 'instruction set, 16-bit register' },
    bow: { value: 65535, unit: 'iterations', trust: 'public', source: 'instruction set, 16-bit register' },
  },
  repeatBodyBundles: oneKind(256, { unit: 'bundles', trust: 'public', source: 'instruction set, 8-bit field' }),

  // Multiply-accumulates per cycle; the name says inputs and partial sums.
  ampUnitsHalfHalf: twoKinds([8, 16], { unit: 'units', trust: 'public', source: `${library}; ${sheets}` }),
  ampUnitsHalfFloat: twoKinds([8, 8], { unit: 'units', trust: 'public', source: `${library}; ${constants}` }),
  ampUnitsFloat: twoKinds([4, 8], { unit: 'units', trust: 'public', source: `${library}; peak of the ${sheets}` }),
  ampMacsPerUnitHalf: oneKind(4, { unit: 'MAC/cycle', trust: 'public', source: constants }),
  ampMacsPerUnitFloat: oneKind(2, { unit: 'MAC/cycle', trust: 'public', source: library }),
  ampPhases: oneKind(4, { unit: 'bundles', trust: 'public', source: `${library}: pipeline depth` }),
  slicWindow: twoKinds([null, 4], { unit: 'taps', trust: 'public', source: `${library}; no evidence on Mk1` }),
  // Loads of 64 bits, or of 128.
  coefficientBytesPerCycle: twoKinds([16, 8], {
    unit: 'B/cycle',
    trust: 'public',
    source: `${library}: planner default (Mk2, Bow); default machine of the first library (Mk1)`,
  }),
  availableMemoryProportion: oneKind(0.6, { unit: 'of a tile', trust: 'public', source: `${library}: default` }),

  exchangeBytesPerCycle: oneKind(4, { unit: 'B/cycle/tile', trust: 'public', source: `${constants}; ${library}` }),
  tilesPerBus: oneKind(2, { unit: 'tiles', trust: 'public', source: library }),
  exchangeLatencyCycles: oneKind(60, { unit: 'cycles', trust: 'estimate', source: guess }),
  syncCycles: oneKind(100, {
    unit: 'cycles',
    trust: 'estimate',
    source: 'anchored on a round trip of 54 cycles on Mk1; 50 to 150',
  }),
  syncHopNanoseconds: oneKind(15, { unit: 'ns per hop and way', trust: 'public', source: library }),
  linkGigabytesPerSecond: oneKind(320, { unit: 'GB/s per chip', trust: 'public', source: `${sheets}; ${library}` }),
  linkEfficiency: oneKind(0.85, { unit: 'of the rate', trust: 'public', source: `${library}: model of the links` }),
  chipsPerMachine: twoKinds([null, 4], { unit: 'chips', trust: 'public', source: sheets }),
  streamingGigabytesPerSecond: twoKinds([null, 38.4], {
    unit: 'GB/s per machine',
    trust: 'estimate',
    source: 'ceiling of two DIMMs, not measured',
  }),
  streamingGigabytes: twoKinds([null, 128], { unit: 'GB per machine', trust: 'public', source: sheets }),
  hostGigabytesPerSecond: threeKinds([32, 12.5, 12.5], {
    unit: 'GB/s each way',
    trust: 'estimate',
    source: 'half of the quoted 64 GB/s (Mk1), 100 Gb Ethernet (Mk2, Bow)',
  }),

  macHalfPj: threeKinds([2.8, 1.4, 1.204], { unit: 'pJ', trust: 'estimate', source: 'share of the chip power' }),
  macFloatPj: threeKinds([12, 6, 5.16], { unit: 'pJ', trust: 'estimate', source: 'share of the chip power' }),
  sramPjPerByte: threeKinds([3.8, 1.9, 1.634], { unit: 'pJ/B', trust: 'estimate', source: 'share of the chip power' }),
  exchangePjPerByte: threeKinds([8, 4, 3.44], { unit: 'pJ/B', trust: 'estimate', source: 'share of the chip power' }),
} as const satisfies Readonly<Record<string, ParameterRow>>;

export type ParameterName = keyof typeof parameters;

/** Undefined where the generation does not have the thing. */
export function parameterOf(generation: Generation, name: ParameterName): Parameter | undefined {
  const row: ParameterRow = parameters[name];
  return row[generation] ?? undefined;
}

/** For what every generation has; asking for anything else is a mistake in the model. */
export function figureOf(generation: Generation, name: ParameterName): number {
  const parameter = parameterOf(generation, name);
  if (!parameter) throw new RangeError(`${generation} has no ${name}`);
  return parameter.value;
}
