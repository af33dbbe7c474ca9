// The cycle terms of a contraction under a partition (section 2.5): the matrix unit's on a tile, and those of its program of supersteps, one
// step for each part of the output channels. Inputs stay, weights come anew.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { ampCycles } from './amp-kernel.js';
import type { Contraction } from './contraction.js';
import { type OperandTraffic, programCycles } from './program-cycles.js';
import { type AmpShape, inputBytes, partialBytes } from './rates.js';
import type { Partition, TileShare } from './tile-share.js';

/** A contraction, a partition of it, and what comes of that for a tile. */
export interface Spread {
  readonly work: Contraction;
  readonly partition: Partition;
  readonly share: TileShare;
}

export interface SpreadWork extends Spread {
  readonly amp: AmpShape;
  readonly coefficientBytesPerCycle: number;
}

export type CycleTerms = ReturnType<typeof cycleTerms>;

/** Of all serial parts together. */
export function cycleTerms(generation: Generation, spread: SpreadWork) {
  const { work, partition, share } = spread;
  const { serial, positions, inChannels, outChannels } = partition;
  const resultBytes = inputBytes(work.precision);
  const context = {
    settings: {
      generation,
      exchangeLatencyCycles: figureOf(generation, 'exchangeLatencyCycles'),
      syncCycles: figureOf(generation, 'syncCycles'),
    },
    types: { partialBytes: partialBytes(work.precision), resultBytes },
  };
  const program = {
    steps: serial,
    outputs: share.outputs,
    reductionSplit: inChannels,
    columnSplit: outChannels,
    activations: shared(share.inputBytes, outChannels, 1),
    weights: shared(share.weightBytes, positions, serial),
    // Slices of weights, and of sums the part that a tile adds up.
    copiedBytes: serial * (share.weightBytes / positions + (share.outputs * resultBytes) / inChannels),
  };
  const { operands, partials, reduce, cast, copy, sync } = programCycles(context, program, 1);
  return {
    operandExchange: operands,
    compute: serial * computeCycles(spread),
    partialsExchange: partials,
    reduction: reduce,
    cast,
    sync,
    /** Cutting out and putting back what is done one part after the other. */
    serialCopies: copy,
  };
}

export function totalCycles(terms: CycleTerms): number {
  return Object.values(terms).reduce((sum: number, one: number) => sum + one, 0);
}

/** By so many tiles, on one of which each part is at home. */
function shared(bytes: number, tiles: number, loads: number): OperandTraffic {
  const awayBytes = (loads * bytes * (tiles - 1)) / tiles;
  return { loads, awayBytes, sentBytes: Math.min((loads * bytes) / tiles, awayBytes) };
}

function computeCycles({ work, amp, share, coefficientBytesPerCycle }: SpreadWork): number {
  return ampCycles({
    elements: share.elements,
    // Each position of a kernel is one more load of coefficients, like another group of input channels.
    inGroups: share.inGroups * work.kernelPositions,
    outGroups: share.outGroups,
    groups: 1,
    loadCycles: amp.coefficientBytes / coefficientBytesPerCycle,
  });
}
