// What a program takes for work that is spread over tiles in a given way: one superstep, or where a tile cannot hold its part, as few
// as memory allows over output channels. Cycles are those of the schedule; what fits is an estimate, without descriptors and groups.

import type { Box } from '../../../model/seams.js';
import { boxWords, type Dataspace } from '../../../workload/workload.js';
import { type ProgramContext, programCycles } from '../compute/program-cycles.js';
import type { DimensionParts } from './dimension-parts.js';
import type { OperandTypes } from './element-types.js';
import { awayFrom, neededWords } from './home-words.js';
import type { TileCycles, TileWork } from './tile-work.js';

export interface ProgramQuestion {
  /** What each bound is a multiple of: groups of channels. */
  readonly granules: readonly number[];
  readonly parts: DimensionParts;
  readonly activations: Dataspace;
  readonly weights: Dataspace;
  readonly outputs: Dataspace;
  /** Of a tile, for the work of a superstep. */
  readonly workBytes: number;
  readonly settings: ProgramContext['settings'];
  readonly types: OperandTypes;
  readonly cycles: TileCycles;
}

export interface Spread {
  /** Of the busiest tile. */
  readonly work: TileWork;
  /** Its iterations, and those of all tiles together. */
  readonly held: Box;
  readonly fed: Box;
  /** Tiles in all, those along positions, input and output channels. */
  readonly tiles: number;
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

/** What a tile needs of a tensor in one step, and all tiles of it together. */
interface Part {
  readonly words: number;
  readonly onAll: number;
}

export function estimate(question: ProgramQuestion, spread: Spread): Estimate {
  const { work, held, fed } = spread;
  const stepOutGroups = mostOutGroups(question, spread);
  if (stepOutGroups < 1) return { cycles: Number.POSITIVE_INFINITY, steps: 1, stepOutGroups: work.outGroups };
  const steps = Math.ceil(work.outGroups / stepOutGroups);
  const even = Math.ceil(work.outGroups / steps);
  const share = even / work.outGroups;
  const part = (of: Dataspace): Part => ({
    words: boxWords(of, held),
    onAll: neededWords(of, { held, own: 0, fed, from: 0 }),
  });
  const [inputs, weights] = [part(question.activations), part(question.weights)];
  const step = {
    ...spread,
    work: { ...work, outGroups: even },
    inputs,
    weights: { words: weights.words * share, onAll: weights.onAll * share },
    outputs: boxWords(question.outputs, held) * share,
  };
  return { cycles: stepCycles(question, step, steps), steps, stepOutGroups: even };
}

/** That fit on the tile with the inputs; whatever is not summed up completely needs room for others' sums. */
function mostOutGroups({ activations, weights, outputs, types, workBytes }: ProgramQuestion, spread: Spread): number {
  const { work, ins, held } = spread;
  const { inputBytes, partialBytes } = types;
  const sums = (ins === 1 ? 1 : 2) * partialBytes;
  const each = (boxWords(weights, held) * inputBytes + boxWords(outputs, held) * sums) / work.outGroups;
  return Math.min(work.outGroups, Math.floor((workBytes - boxWords(activations, held) * inputBytes) / each));
}

interface Step extends Spread {
  readonly inputs: Part;
  readonly weights: Part;
  readonly outputs: number;
}

/** Inputs stay on the tiles from step to step, of weights each takes in others. */
function stepCycles({ types, settings, cycles }: ProgramQuestion, step: Step, steps: number): number {
  const { work, inputs, weights, outputs, tiles, ins, outs } = step;
  const traffic = ({ words, onAll }: Part, loads: number) => {
    const perWord = loads * types.inputBytes;
    const awayBytes = awayFrom(perWord, words, { holders: tiles, onAll });
    return { loads, awayBytes, sentBytes: Math.min((perWord * onAll) / tiles, awayBytes) };
  };
  const copied = (weights.onAll / tiles) * types.inputBytes + (outputs / ins) * types.resultBytes;
  const parts = programCycles(
    { settings, types },
    {
      ...{ steps, outputs, reductionSplit: ins, columnSplit: outs, copiedBytes: steps * copied },
      activations: traffic(inputs, 1),
      weights: traffic(weights, steps),
    },
    1,
  );
  const { operands, partials, reduce, cast, copy, sync } = parts;
  return steps * cycles.of(work) + operands + partials + reduce + cast + copy + sync;
}
