// Every number about the hardware that the model uses, once, per generation, with source and trust (section 1).

import { estimate, known, type Parameter } from '../parameter.js';
import type { Generation } from './generation.js';
import { oneKind, type ParameterRow, threeKinds, twoKinds } from './parameter-row.js';

const guide = 'assembly guide, memory architecture';
const library = 'published library sources (August 2023)';
const constants = 'constants of the first target library, third-party reading';
const sheets = 'system data sheets';
const guess = 'no published number';

const kib = 1024;

export const parameters = {
  tiles: threeKinds([1216, 1472, 1472], known('tiles', `${guide}; ${sheets}`)),
  clockMhz: threeKinds(
    [1600, 1325, 1850],
    known('MHz', 'measured cycles per microsecond (Mk1), Hot Chips 33 (Mk2), data sheet (Bow)'),
  ),
  workers: oneKind(6, known('contexts', 'assembly guide, supervisors and workers')),

  memoryStart: twoKinds([0x40000, 0x4c000], known('address', guide)),
  memoryBytes: twoKinds([256 * kib, 624 * kib], known('B', guide)),
  region0Bytes: twoKinds([128 * kib, 208 * kib], known('B', guide)),
  regionBit: twoKinds([17, 19], known('address bit', guide)),
  bankBytes: oneKind(16 * kib, known('B', guide)),
  addressBits: oneKind(21, known('bit', guide)),
  overReadBytes: oneKind(32, known('B', 'assembly guide, over-reading: eight words')),
  scratchBytes: oneKind(48, estimate('B per worker', guess)),
  accessesPerInstruction: oneKind(3, known('accesses', `${constants}; instruction set`)),
  loadBytesPerCycle: oneKind(16, known('B/cycle', 'two loads of 64 bits, or one of 128')),
  dataBytesPerCycle: oneKind(24, known('B/cycle', 'two loads and a store of 64 bits')),

  repeatCountRegister: {
    mk1: { value: 4095, unit: 'iterations', trust: 'recalled', source: '12-bit register, not confirmed' },
    mk2: { value: 65535, ...known('iterations', 'instruction set, 16-bit register') },
    bow: { value: 65535, ...known('iterations', 'instruction set, 16-bit register') },
  },
  repeatBodyBundles: oneKind(256, known('bundles', 'instruction set, 8-bit field')),

  // Multiply-accumulates per cycle; the name says inputs and partial sums.
  ampUnitsHalfHalf: twoKinds([8, 16], known('units', `${library}; ${sheets}`)),
  ampUnitsHalfFloat: twoKinds([8, 8], known('units', `${library}; ${constants}`)),
  ampUnitsFloat: twoKinds([4, 8], known('units', `${library}; peak of the ${sheets}`)),
  ampMacsPerUnitHalf: oneKind(4, known('MAC/cycle', constants)),
  ampMacsPerUnitFloat: oneKind(2, known('MAC/cycle', library)),
  ampPhases: oneKind(4, known('bundles', `${library}: pipeline depth`)),
  slicWindow: twoKinds([null, 4], known('taps', `${library}; no evidence on Mk1`)),
  // Loads of 64 bits, or of 128.
  coefficientBytesPerCycle: twoKinds(
    [16, 8],
    known('B/cycle', `${library}: planner default (Mk2, Bow); default machine of the first library (Mk1)`),
  ),
  availableMemoryProportion: oneKind(0.6, known('of a tile', `${library}: default`)),

  exchangeBytesPerCycle: oneKind(4, known('B/cycle/tile', `${constants}; ${library}`)),
  tilesPerBus: oneKind(2, known('tiles', library)),
  exchangeLatencyCycles: oneKind(60, estimate('cycles', guess)),
  syncCycles: oneKind(100, estimate('cycles', 'anchored on a round trip of 54 cycles on Mk1; 50 to 150')),
  syncHopNanoseconds: oneKind(15, known('ns per hop and way', library)),
  linkGigabytesPerSecond: oneKind(320, known('GB/s per chip', `${sheets}; ${library}`)),
  linkEfficiency: oneKind(0.85, known('of the rate', `${library}: model of the links`)),
  chipsPerMachine: twoKinds([null, 4], known('chips', sheets)),
  streamingGigabytesPerSecond: twoKinds(
    [null, 38.4],
    estimate('GB/s per machine', 'ceiling of two DIMMs, not measured'),
  ),
  streamingGigabytes: twoKinds([null, 128], known('GB per machine', sheets)),
  hostGigabytesPerSecond: threeKinds(
    [32, 12.5, 12.5],
    estimate('GB/s each way', 'half of the quoted 64 GB/s (Mk1), 100 Gb Ethernet (Mk2, Bow)'),
  ),

  macHalfPj: threeKinds([2.8, 1.4, 1.204], estimate('pJ', 'share of the chip power')),
  macFloatPj: threeKinds([12, 6, 5.16], estimate('pJ', 'share of the chip power')),
  sramPjPerByte: threeKinds([3.8, 1.9, 1.634], estimate('pJ/B', 'share of the chip power')),
  exchangePjPerByte: threeKinds([8, 4, 3.44], estimate('pJ/B', 'share of the chip power')),
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
