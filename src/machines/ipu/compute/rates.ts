// What the arithmetic of a tile does in a cycle, by type and generation, and what that makes for a chip (section 1).

import type { Generation } from '../generation.js';
import { figureOf, parameterOf } from '../parameters.js';
import { illegal, legal, type Verdict } from '../verdict.js';

/** Type of the inputs, and of the partial sums. */
export const precisions = ['half-half', 'half-float', 'float-float'] as const;

export type Precision = (typeof precisions)[number];

const unitNames = {
  'half-half': 'ampUnitsHalfHalf',
  'half-float': 'ampUnitsHalfFloat',
  'float-float': 'ampUnitsFloat',
} as const satisfies Readonly<Record<Precision, string>>;

/** The accumulating matrix product of a tile. */
export type AmpShape = ReturnType<typeof ampShape>;

export function ampShape(generation: Generation, precision: Precision) {
  const units = figureOf(generation, unitNames[precision]);
  const perUnit = figureOf(generation, precision === 'float-float' ? 'ampMacsPerUnitFloat' : 'ampMacsPerUnitHalf');
  const inGroup = perUnit * figureOf(generation, 'ampPhases');
  return {
    units,
    macsPerCycle: units * perUnit,
    /** Input and output channels of one load of coefficients. */
    inGroup,
    outGroup: units,
    coefficientBytes: inGroup * units * inputBytes(precision),
  };
}

/** Slim convolution: one or four input channels at a time over a window of the kernel's row, halves only. */
export function slicMacsPerCycle(generation: Generation, inChannels: number): Verdict<number> {
  const window = parameterOf(generation, 'slicWindow');
  if (!window) return illegal('no-unit', `there is no evidence of a slim convolution unit on ${generation}`);
  return legal(Math.min(vectorWidth('half-half'), inChannels) * window.value * 2);
}

/** Elements of a 64-bit vector, and multiply-accumulates of one vector instruction. */
export function vectorWidth(precision: Precision): number {
  return 8 / inputBytes(precision);
}

export function inputBytes(precision: Precision): 2 | 4 {
  return precision === 'float-float' ? 4 : 2;
}

export function partialBytes(precision: Precision): 2 | 4 {
  return precision === 'half-half' ? 2 : 4;
}

/** Of a chip. */
export function peakTflops(generation: Generation, precision: Precision): number {
  const { macsPerCycle } = ampShape(generation, precision);
  return 2 * macsPerCycle * tileTera(generation);
}

/** All tiles' data accesses: two loads and a store of 64 bits. */
export function memoryTerabytesPerSecond(generation: Generation): number {
  return figureOf(generation, 'dataBytesPerCycle') * tileTera(generation);
}

export function exchangeTerabytesPerSecond(generation: Generation): number {
  return figureOf(generation, 'exchangeBytesPerCycle') * tileTera(generation);
}

/** Tile cycles per second of a chip, in units of 10^12. */
function tileTera(generation: Generation): number {
  return (figureOf(generation, 'tiles') * figureOf(generation, 'clockMhz')) / 1e6;
}
