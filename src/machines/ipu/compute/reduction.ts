// Adding up partial sums on a tile (section 2.5). The fabric adds nothing: partial sums are received first and then reduced by compute,
// in up to three stages when there are many.

import { workerCount } from '../workers/work-split.js';

export type FloatType = 'half' | 'float';

/** Of so many bytes. */
export function floatOf(bytes: 2 | 4): FloatType {
  return bytes === 4 ? 'float' : 'half';
}

export interface Reduction {
  readonly outputs: number;
  /** Sums to add to the first one. */
  readonly depth: number;
  readonly from: FloatType;
  readonly to: FloatType;
  readonly placement: 'interleaved' | 'plain';
}

export function reductionCycles({ outputs, depth, from, to, placement }: Reduction): number {
  const vector = from === 'float' ? 4 : 8;
  const perLoad = placement === 'interleaved' ? 1 : 2;
  const each = perLoad * depth + overhead[from][to];
  return workerCount * (20 + each * Math.ceil(outputs / (vector * workerCount))) + 33;
}

export function reductionStages(depth: number): 1 | 2 | 3 {
  if (depth >= 125) return 3;
  return depth >= 16 ? 2 : 1;
}

/** How many sums each stage makes one of, as the planner splits them; their product is at least the depth. */
export function stageDepths(depth: number): readonly number[] {
  const depths: number[] = [];
  let rest = depth;
  for (const left of [...fewestMessages(depth, reductionStages(depth)).left, 1]) {
    const one = Math.ceil(rest / left);
    depths.push(one);
    rest = Math.ceil(rest / one);
  }
  return depths;
}

interface StagePlan {
  /** Sums of the same outputs after each stage but the last. */
  readonly left: readonly number[];
  /** What a tile receives, about. */
  readonly messages: number;
}

/** Stages make about the same number of sums one; of the two whole numbers about a root, the planner prefers the upper where both cost the same. */
function fewestMessages(depth: number, stages: number): StagePlan {
  if (stages === 1) return { left: [], messages: depth };
  const least = Math.floor(depth ** ((stages - 1) / stages));
  const [lower, upper] = [least, least + 1].map((left) => {
    const then = fewestMessages(left, stages - 1);
    return { left: [left, ...then.left], messages: depth / left + then.messages };
  });
  return lower!.messages < upper!.messages ? lower! : upper!;
}

export interface ReductionStage {
  readonly depth: number;
  /** Sums that a tile makes, and partial sums that it receives from others for them. */
  readonly outputs: number;
  readonly received: number;
}

/** Of tiles that have partial sums of the same outputs: in each stage a tile adds up its own part of what is left. */
export function reductionOver(tiles: number, outputs: number): readonly ReductionStage[] {
  let rest = outputs;
  return stageDepths(tiles).map((depth) => {
    rest = Math.ceil(rest / depth);
    return { depth, outputs: rest, received: rest * (depth - 1) };
  });
}

/** Of a tile; partial sums are received where they are added fastest. */
export function stageCycles({ outputs, depth }: ReductionStage, from: FloatType, to: FloatType): number {
  return reductionCycles({ outputs, depth: depth - 1, from, to, placement: 'interleaved' });
}

const overhead: Readonly<Record<FloatType, Readonly<Record<FloatType, number>>>> = {
  float: { float: 8, half: 7 },
  half: { float: 10, half: 9 },
};
