// A quick estimate of the best program for given bounds, to compare bounds by: even splits of positions and channels over tiles, and where a
// tile cannot hold its part, supersteps over output channels. The search works with the schedule itself (schedule.ts).

import { divisors } from '../../../math/divisors.js';
import { reductionCycles, stageDepths } from '../compute/reduction.js';
import type { DimensionParts } from './dimension-parts.js';
import type { OperandTypes } from './operand-types.js';
import type { TileCycles, TileWork } from './tile-work.js';

export interface SpreadQuestion {
  /** What each bound is a multiple of: groups of channels. */
  readonly granules: readonly number[];
  readonly parts: DimensionParts;
  readonly tiles: number;
  /** Of a tile, for the work of a superstep. */
  readonly workBytes: number;
  readonly types: OperandTypes;
  readonly cycles: TileCycles;
  readonly exchangeBytesPerCycle: number;
  /** A barrier and the latency of an exchange. */
  readonly stepCycles: number;
}

interface Split {
  readonly work: TileWork;
  /** Tiles along positions, input and output channels. */
  readonly rows: number;
  readonly ins: number;
  readonly outs: number;
}

/** Cycles of the best spread; `enough` where none takes fewer. */
export function spreadCycles(question: SpreadQuestion, bounds: readonly number[], enough: number): number {
  const { tiles } = question;
  const all = wholeWork(question, bounds);
  if (unitCycles(all) / tiles >= enough) return enough;
  let least = enough;
  const [rowSplits, inSplits, outSplits] = [all.elements, all.inGroups / kernelOf(question, bounds), all.outGroups].map(
    divisors,
  ) as [number[], number[], number[]];
  for (const g of divisors(all.groups)) {
    for (const ins of inSplits) {
      if (g * ins > tiles) break;
      for (const outs of outSplits) {
        if (g * ins * outs > tiles) break;
        for (const rows of rowSplits) {
          if (g * ins * outs * rows > tiles) break;
          const work = {
            elements: all.elements / rows,
            inGroups: all.inGroups / ins,
            outGroups: all.outGroups / outs,
            groups: all.groups / g,
          };
          if (question.cycles.least(work) >= least) continue;
          least = Math.min(least, programCycles(question, bounds, { work, rows, ins, outs }));
        }
      }
    }
  }
  return least;
}

/** In as few supersteps over output channels as memory allows. */
function programCycles(question: SpreadQuestion, bounds: readonly number[], split: Split): number {
  const { work } = split;
  const program = divisors(work.outGroups)
    .map((steps) => ({ steps, split: { ...split, work: { ...work, outGroups: work.outGroups / steps } } }))
    .find((one) => workBytes(question, bounds, one.split.work) <= question.workBytes);
  return program ? stepsCycles(question, bounds, program) : Number.POSITIVE_INFINITY;
}

interface Steps {
  readonly split: Split;
  readonly steps: number;
}

function stepsCycles(question: SpreadQuestion, bounds: readonly number[], { split, steps }: Steps): number {
  const { types, cycles, exchangeBytesPerCycle, stepCycles } = question;
  const { work, rows, ins, outs } = split;
  const { inputs, weights, outputs } = elementsOf(question, bounds, work);
  // Inputs stay on the tiles from step to step.
  const received = (inputs * (1 - 1 / outs)) / (outs % 2 === 0 ? 2 : 1) + steps * weights * (1 - 1 / rows);
  const changing = weights * types.inputBytes + outputs * types.resultBytes;
  return (
    steps * (cycles.of(work) + reduceCycles(question, outputs, ins) + stepCycles) +
    (received * types.inputBytes) / exchangeBytesPerCycle +
    (steps === 1 ? 0 : (steps * changing) / 8)
  );
}

function reduceCycles(
  { types, exchangeBytesPerCycle, stepCycles }: SpreadQuestion,
  outputs: number,
  split: number,
): number {
  if (split === 1) return 0;
  const from = types.partialBytes === 4 ? 'float' : 'half';
  let rest = outputs;
  let sum = 0;
  for (const depth of stageDepths(split)) {
    rest = Math.ceil(rest / depth);
    sum += (rest * (depth - 1) * types.partialBytes) / exchangeBytesPerCycle + stepCycles;
    sum += reductionCycles({ outputs: rest, depth: depth - 1, from, to: from, placement: 'interleaved' });
  }
  return sum;
}

function workBytes(question: SpreadQuestion, bounds: readonly number[], work: TileWork): number {
  const { inputBytes, partialBytes } = question.types;
  const { inputs, weights, outputs } = elementsOf(question, bounds, work);
  const whole = work.inGroups === wholeWork(question, bounds).inGroups;
  return (inputs + weights) * inputBytes + (whole ? 1 : 2) * outputs * partialBytes;
}

/** Windows of a kernel are taken as if they did not overlap at the edges of a tile's part. */
function elementsOf({ granules, parts }: SpreadQuestion, bounds: readonly number[], work: TileWork) {
  const { elements, inGroups, outGroups, groups } = work;
  const kernel = parts.kernel.reduce((product, d) => product * bounds[d]!, 1);
  const [inGroup, outGroup] = [granules[parts.inChannel] ?? 1, granules[parts.outChannel] ?? 1];
  return {
    inputs: elements * (inGroups / kernel) * inGroup * groups,
    weights: inGroups * inGroup * outGroups * outGroup * groups,
    outputs: elements * outGroups * outGroup * groups,
  };
}

function wholeWork({ granules, parts }: SpreadQuestion, bounds: readonly number[]): TileWork {
  const over = (dimensions: readonly number[]): number =>
    dimensions.reduce((product, d) => product * (bounds[d]! / granules[d]!), 1);
  return {
    elements: over(parts.rows),
    inGroups: over(parts.reductions),
    outGroups: over(parts.columns),
    groups: over(parts.groups),
  };
}

function kernelOf({ parts }: SpreadQuestion, bounds: readonly number[]): number {
  return parts.kernel.reduce((product, d) => product * bounds[d]!, 1);
}

/** Of the matrix unit alone: four for every element and pair of groups. */
function unitCycles({ elements, inGroups, outGroups, groups }: TileWork): number {
  return 4 * elements * inGroups * outGroups * groups;
}
