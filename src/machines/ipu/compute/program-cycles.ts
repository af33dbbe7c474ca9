// What the tiles of a chip take beside their kernels in a program of supersteps (sections 2.1, 2.5): everything is summed, nothing overlaps. Of
// each tile's share a part is there already; partial sums are received first and then added up by compute.

import { activationsReceived, trafficCycles } from '../exchange/exchange.js';
import { syncCycles } from '../exchange/superstep.js';
import type { Generation } from '../generation.js';
import { workerCount } from '../workers/work-split.js';
import { floatOf, reductionOver, stageCycles } from './reduction.js';

/** 64-bit vectors: what lies on whole ones is aligned for every access. */
export const vectorBytes = 8;

export interface Program {
  /** How often the tiles compute. */
  readonly steps: number;
  /** Elements of the outputs that a tile has sums of. */
  readonly outputs: number;
  /** Tiles that have sums of the same outputs, and tiles of a chip along its output channels. */
  readonly reductionSplit: number;
  readonly columnSplit: number;
  readonly activations: OperandTraffic;
  readonly weights: OperandTraffic;
  /**
   * Per tile over the whole program: slices of operands cut out where they are at home, before they are exchanged; sums put back where they
   * are at home, and earlier ones that others are added to. One division makes it, so that whole bytes stay whole.
   */
  readonly copiedBytes: number;
}

export interface OperandTraffic {
  /** In how many supersteps a tile takes in another part. */
  readonly loads: number;
  /** Of what is taken in over the whole program: what lies on another tile. One division makes it, so that whole bytes stay whole. */
  readonly awayBytes: number;
  /** What a tile sends of its own over the whole program; what several receive it sends once. */
  readonly sentBytes: number;
}

export interface ProgramContext {
  readonly settings: {
    readonly generation: Generation;
    readonly exchangeLatencyCycles: number;
    readonly syncCycles: number;
  };
  readonly types: { readonly partialBytes: 2 | 4; readonly resultBytes: 2 | 4 };
}

export function programCycles(context: ProgramContext, program: Program, chips: number) {
  const { settings, types } = context;
  const { steps, outputs, reductionSplit, copiedBytes } = program;
  const exchanges = operandExchanges(program);
  const operands = operandCycles(context, program) + exchanges * settings.exchangeLatencyCycles;
  const reduced = reduction(context, program);
  const casts = reductionSplit === 1 && types.partialBytes > types.resultBytes;
  const barriers = steps * (1 + reduced.stages) + exchanges;
  return {
    /** Of the exchange: operands, then partial sums. */
    operands,
    partials: steps * reduced.exchange,
    reduce: steps * reduced.compute,
    cast: casts ? steps * castCycles(outputs) : 0,
    /** In programs of several steps: a vector a cycle. */
    copy: steps === 1 ? 0 : Math.ceil(copiedBytes / vectorBytes),
    /** A barrier before each exchange and one after the compute that ends a step; chips that exchange wait for each other once more. */
    sync: barriers * settings.syncCycles + (chips > 1 ? steps * syncCycles(settings.generation, chips) : 0),
  };
}

/** Of sums in floats to results in halves, after the published planner: a load of two for each slot of a worker, and 26 slots around them. */
function castCycles(outputs: number): number {
  return workerCount * (26 + Math.ceil(Math.ceil(outputs / workerCount) / 2));
}

/** Operands are exchanged in the supersteps that take in a part of one which lies on other tiles. */
function operandExchanges({ activations, weights }: Program): number {
  return [activations, weights].reduce((most, one) => (one.awayBytes > 0 ? Math.max(most, one.loads) : most), 0);
}

/** Inputs whose pair of tiles wants the same come at twice the rate; shared and unshared data one after the other. */
function operandCycles({ settings }: ProgramContext, { activations, weights, columnSplit }: Program): number {
  const { generation } = settings;
  const paired = activationsReceived(columnSplit);
  const [first, second] = [activations.awayBytes, weights.awayBytes];
  const received =
    trafficCycles(generation, { receiveBytes: first, sendBytes: 0, receives: paired }) +
    trafficCycles(generation, { receiveBytes: second, sendBytes: 0, receives: 'alone' });
  const sendBytes = activations.sentBytes + weights.sentBytes;
  const sent = trafficCycles(generation, { receiveBytes: 0, sendBytes, receives: 'alone' });
  return Math.max(received, sent);
}

/** In one superstep: each tile of a set adds up its own part of the outputs. */
function reduction(
  { settings, types }: ProgramContext,
  { outputs, reductionSplit }: Program,
): { readonly exchange: number; readonly compute: number; readonly stages: number } {
  if (reductionSplit === 1) return { exchange: 0, compute: 0, stages: 0 };
  const { generation, exchangeLatencyCycles } = settings;
  const from = floatOf(types.partialBytes);
  const stages = reductionOver(reductionSplit, outputs);
  let [exchange, compute] = [0, 0];
  stages.forEach((stage, at) => {
    const bytes = stage.received * types.partialBytes;
    exchange += trafficCycles(generation, { receiveBytes: bytes, sendBytes: bytes, receives: 'alone' });
    exchange += exchangeLatencyCycles;
    const to = at === stages.length - 1 ? floatOf(types.resultBytes) : from;
    compute += stageCycles(stage, from, to);
  });
  return { exchange, compute, stages: stages.length };
}

/** Of a tile over the whole program. */
export function partialBytesMoved(
  { partialBytes }: ProgramContext['types'],
  { steps, outputs, reductionSplit }: Program,
): number {
  const received = reductionOver(reductionSplit, outputs).reduce((sum, stage) => sum + stage.received, 0);
  return steps * received * partialBytes;
}
