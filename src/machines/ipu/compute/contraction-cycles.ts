// The cycle terms of a contraction under a partition (section 2.5): everything is summed, nothing overlaps. Exchange of operands
// (of each tile's share, one part is there already), compute, exchange and reduction of partial sums, casts.

import { activationsReceived, exchangeCycles } from '../exchange/exchange.js';
import { syncCycles } from '../exchange/superstep.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { workerCount } from '../workers/work-split.js';
import { ampCycles } from './amp-kernel.js';
import type { Contraction } from './contraction.js';
import type { AmpShape } from './rates.js';
import { inputBytes, partialBytes } from './rates.js';
import type { FloatType } from './reduction.js';
import { reductionCycles, stageDepths } from './reduction.js';
import type { Partition, TileShare } from './tile-share.js';

export interface CycleTerms {
  readonly operandExchange: number;
  readonly compute: number;
  readonly partialsExchange: number;
  readonly reduction: number;
  readonly cast: number;
  readonly sync: number;
  /** Cutting out and putting back what is done one part after the other. */
  readonly serialCopies: number;
}

export interface SpreadWork {
  readonly work: Contraction;
  readonly amp: AmpShape;
  readonly partition: Partition;
  readonly share: TileShare;
  readonly coefficientBytesPerCycle: number;
}

/** Of all serial parts together. */
export function cycleTerms(generation: Generation, spread: SpreadWork): CycleTerms {
  const { partition, share, work } = spread;
  const operands = operandExchange(generation, spread);
  const compute = computeCycles(spread);
  const reduced = reduction(generation, spread);
  const cast = partition.inChannels === 1 ? castCycles(work, share) : 0;
  // A barrier before each exchange, and one after the compute that ends it all.
  const barriers = (operands > 0 ? 1 : 0) + reduced.stages + 1;
  const { serial } = partition;
  return {
    operandExchange: serial * operands,
    compute: serial * compute,
    partialsExchange: serial * reduced.exchange,
    reduction: serial * reduced.compute,
    cast: serial * cast,
    sync: serial * barriers * syncCycles(generation, 1),
    serialCopies: serial > 1 ? serial * serialCopy(share, inputBytes(work.precision)) : 0,
  };
}

export function totalCycles(terms: CycleTerms): number {
  return Object.values(terms).reduce((sum: number, one: number) => sum + one, 0);
}

/** One part of the operands is where it is needed: of the inputs one of as many as there are tiles along the output channels. */
export function operandExchange(generation: Generation, { partition, share }: SpreadWork): number {
  const inputs = share.inputBytes * (1 - 1 / partition.outChannels);
  const weights = share.weightBytes * (1 - 1 / partition.positions);
  if (inputs + weights === 0) return 0;
  const paired = activationsReceived(partition.outChannels);
  // Shared and unshared data come one after the other to the same tile.
  const first = exchangeCycles(generation, [{ receiveBytes: inputs, sendBytes: 0, receives: paired }]);
  const second = exchangeCycles(generation, [{ receiveBytes: weights, sendBytes: 0, receives: 'alone' }]);
  const latency = figureOf(generation, 'exchangeLatencyCycles');
  const sent = exchangeCycles(generation, [
    { receiveBytes: 0, sendBytes: sentBytes(share, partition), receives: 'alone' },
  ]);
  return Math.max(first + second - (first > 0 && second > 0 ? latency : 0), sent);
}

export function computeCycles({ work, amp, share, coefficientBytesPerCycle }: SpreadWork): number {
  return ampCycles({
    elements: share.elements,
    // Each position of a kernel is one more load of coefficients, like another group of input channels.
    inGroups: share.inGroups * work.kernelPositions,
    outGroups: share.outGroups,
    groups: 1,
    passes: 1,
    loadCycles: amp.coefficientBytes / coefficientBytesPerCycle,
  });
}

interface Reduced {
  readonly exchange: number;
  readonly compute: number;
  readonly stages: number;
}

/** Each tile of a set sums its own part of the outputs; stages one after the other where there are many. */
function reduction(generation: Generation, { work, partition, share }: SpreadWork): Reduced {
  if (partition.inChannels === 1) return { exchange: 0, compute: 0, stages: 0 };
  const from: FloatType = partialBytes(work.precision) === 4 ? 'float' : 'half';
  const last: FloatType = work.precision === 'float-float' ? 'float' : 'half';
  const depths = stageDepths(partition.inChannels);
  let outputs = share.outputs;
  let [exchange, compute] = [0, 0];
  depths.forEach((depth, stage) => {
    outputs = Math.ceil(outputs / depth);
    const bytes = outputs * (depth - 1) * partialBytes(work.precision);
    exchange += exchangeCycles(generation, [{ receiveBytes: bytes, sendBytes: bytes, receives: 'alone' }]);
    const to = stage === depths.length - 1 ? last : from;
    compute += reductionCycles({ outputs, depth: depth - 1, from, to, placement: 'interleaved' });
  });
  return { exchange, compute, stages: depths.length };
}

/** Partial sums in a wider type than the result: a load and a store for four elements. */
function castCycles({ precision }: Contraction, { outputs }: TileShare): number {
  return precision === 'half-float' ? 2 * workerCount * Math.ceil(outputs / (4 * workerCount)) : 0;
}

/** Each operand is sent once by the tile that has it. */
function sentBytes({ inputBytes: inputs, weightBytes: weights }: TileShare, partition: Partition): number {
  const fromInputs = partition.outChannels > 1 ? inputs / partition.outChannels : 0;
  const fromWeights = partition.positions > 1 ? weights / partition.positions : 0;
  return Math.ceil(fromInputs + fromWeights);
}

function serialCopy({ weightBytes, outputs }: TileShare, elementBytes: number): number {
  return Math.ceil((weightBytes + outputs * elementBytes) / 8);
}
