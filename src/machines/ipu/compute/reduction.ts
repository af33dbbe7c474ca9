// Adding up partial sums on a tile (section 2.5). The fabric adds nothing: partial sums are received first and then reduced by compute,
// in up to three stages when there are many.

import { workerCount } from '../workers/work-split.js';

export type FloatType = 'half' | 'float';

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

const overhead: Readonly<Record<FloatType, Readonly<Record<FloatType, number>>>> = {
  float: { float: 8, half: 7 },
  half: { float: 10, half: 9 },
};
