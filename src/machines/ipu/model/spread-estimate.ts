// A quick estimate of a program for work that is spread over tiles in a given way: one superstep, or where a tile cannot hold its part, as few
// as memory allows over output channels. The search works with the schedule itself (schedule.ts).

import { floatOf, reductionOver, stageCycles } from '../compute/reduction.js';
import type { DimensionParts } from './dimension-parts.js';
import type { OperandTypes } from './element-types.js';
import type { TileCycles, TileWork } from './tile-work.js';

export interface ProgramQuestion {
  /** What each bound is a multiple of: groups of channels. */
  readonly granules: readonly number[];
  /** Positions of the kernel, which stay on a tile. */
  readonly kernelPositions: number;
  readonly parts: DimensionParts;
  /** Of a tile, for the work of a superstep. */
  readonly workBytes: number;
  readonly types: OperandTypes;
  readonly cycles: TileCycles;
  readonly exchangeBytesPerCycle: number;
  /** A barrier and the latency of an exchange. */
  readonly stepCycles: number;
}

export interface Spread {
  /** Of the busiest tile. */
  readonly work: TileWork;
  /** Tiles along positions, input and output channels. */
  readonly rows: number;
  readonly ins: number;
  readonly outs: number;
}

export interface Estimate {
  /** Infinity where not even a group of output channels fits. */
  readonly cycles: number;
  readonly steps: number;
  /** Groups of output channels that a tile does in a step. */
  readonly stepOutGroups: number;
}

export function estimate(question: ProgramQuestion, spread: Spread): Estimate {
  const { work } = spread;
  const stepOutGroups = mostOutGroups(question, spread);
  if (stepOutGroups < 1) return { cycles: Number.POSITIVE_INFINITY, steps: 1, stepOutGroups: work.outGroups };
  const steps = Math.ceil(work.outGroups / stepOutGroups);
  const even = Math.ceil(work.outGroups / steps);
  const step = { ...spread, work: { ...work, outGroups: even } };
  return { cycles: programCycles(question, step, steps), steps, stepOutGroups: even };
}

/** That fit on the tile with the inputs; whatever is not summed up completely needs room for others' sums. */
function mostOutGroups(question: ProgramQuestion, { work, ins }: Spread): number {
  const { inputBytes, partialBytes } = question.types;
  const one = elementsOf(question, { ...work, outGroups: 1 });
  const each = one.weights * inputBytes + (ins === 1 ? 1 : 2) * one.outputs * partialBytes;
  return Math.min(work.outGroups, Math.floor((question.workBytes - one.inputs * inputBytes) / each));
}

function programCycles(question: ProgramQuestion, { work, rows, ins, outs }: Spread, steps: number): number {
  const { types, cycles, exchangeBytesPerCycle, stepCycles } = question;
  const { inputs, weights, outputs } = elementsOf(question, work);
  // Inputs stay on the tiles from step to step; of what several tiles share each sends its own part.
  const received = (inputs * (1 - 1 / outs)) / (outs % 2 === 0 ? 2 : 1) + steps * weights * (1 - 1 / rows);
  const sent = (outs > 1 ? inputs / outs : 0) + (rows > 1 ? (steps * weights) / rows : 0);
  const copied = (weights * types.inputBytes) / rows + (outputs * types.resultBytes) / ins;
  return (
    steps * (cycles.of(work) + reduceCycles(question, outputs, ins) + stepCycles) +
    (Math.max(received, sent) * types.inputBytes) / exchangeBytesPerCycle +
    (steps === 1 ? 0 : (steps * copied) / 8)
  );
}

function reduceCycles(question: ProgramQuestion, outputs: number, split: number): number {
  if (split === 1) return 0;
  const { types, exchangeBytesPerCycle, stepCycles } = question;
  const from = floatOf(types.partialBytes);
  let sum = 0;
  for (const stage of reductionOver(split, outputs)) {
    sum += (stage.received * types.partialBytes) / exchangeBytesPerCycle + stepCycles;
    sum += stageCycles(stage, from, from);
  }
  return sum;
}

/** Windows of a kernel are taken as if they did not overlap at the edges of a tile's part. */
function elementsOf({ granules, kernelPositions, parts }: ProgramQuestion, work: TileWork) {
  const { elements, inGroups, outGroups } = work;
  const [inGroup, outGroup] = [granules[parts.inChannel] ?? 1, granules[parts.outChannel] ?? 1];
  const groups = work.groups * (granules[parts.group] ?? 1);
  return {
    inputs: elements * (inGroups / kernelPositions) * inGroup * groups,
    weights: inGroups * inGroup * outGroups * outGroup * groups,
    outputs: elements * outGroups * outGroup * groups,
  };
}
