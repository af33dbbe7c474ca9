// Random tensor computations of the families that people map, plus wild ones with any projection that is allowed.

import type { Dataspace, Term, Workload } from '../../src/workload/workload.js';
import { type Choices, chance, pick, shuffled } from './choices.js';
import { parseDataspaces } from './workload-text.js';

export type Family =
  | 'gemm'
  | 'conv1d'
  | 'conv2d'
  | 'grouped'
  | 'mttkrp'
  | 'attention'
  | 'elementwise'
  | 'three-inputs'
  | 'wild';

/** Every rank of these is one dimension: tiles never overlap, so nothing is approximated. */
export const plainFamilies: readonly Family[] = ['gemm', 'mttkrp', 'attention', 'elementwise', 'three-inputs'];

export const allFamilies: readonly Family[] = [...plainFamilies, 'conv1d', 'conv2d', 'grouped', 'wild'];

const shapes: Readonly<Record<Exclude<Family, 'wild'>, readonly string[]>> = {
  gemm: ['A M K', 'B K N', '=Z M N'],
  conv1d: ['W C M R', 'I C sP+dR', '=O M P'],
  conv2d: ['W C M R S', 'I C sP+dR tQ+eS', '=O M P Q'],
  grouped: ['W G R S', 'I G sP+dR tQ+eS', '=O G P Q'],
  mttkrp: ['T I K L', 'B K J', 'C L J', '=Z I J'],
  attention: ['Q B H E', 'K B F E', '=S B H F'],
  elementwise: ['A M N', 'B M N', '=Z M N'],
  'three-inputs': ['A M K', 'B K N', 'S K', '=Z M N'],
};

export interface WorkloadOptions {
  readonly families: readonly Family[];
  readonly maxBound: number;
}

export function randomWorkload(choices: Choices, { families, maxBound }: WorkloadOptions): Workload {
  const family = pick(choices, families);
  if (family === 'wild') return wildWorkload(choices, maxBound);
  const coefficients = new Map<string, number>();
  const coefficientOf = (letter: string): number => {
    if (!coefficients.has(letter)) coefficients.set(letter, 1 + choices.below(3));
    return coefficients.get(letter)!;
  };
  const { dimensions, dataspaces } = parseDataspaces(shapes[family], coefficientOf);
  return workload(family, dimensions, { dataspaces, choices, maxBound });
}

/**
 * One to three dataspaces of one to three ranks; coefficients may be negative or zero, a dimension may move several
 * ranks, but no rank twice: such terms are one term with the sum of their coefficients.
 */
function wildWorkload(choices: Choices, maxBound: number): Workload {
  const dimensions = ['A', 'B', 'C', 'D'].slice(0, 2 + choices.below(3));
  const projection = (): Term[][] =>
    Array.from({ length: 1 + choices.below(3) }, () =>
      shuffled(choices, [...dimensions.keys()])
        .slice(0, 1 + choices.below(2))
        .map((dimension) => ({ dimension, coefficient: pick(choices, [1, 1, 2, 3, -1, -2, 0]) })),
    );
  const inputs = Array.from({ length: choices.below(3) }, (_, at) => ({
    name: `I${at}`,
    readWrite: false,
    projection: projection(),
  }));
  const dataspaces = [...inputs, { name: 'O', readWrite: true, projection: projection() }];
  return workload('wild', dimensions, { dataspaces, choices, maxBound });
}

function workload(
  name: string,
  dimensions: readonly string[],
  { dataspaces, choices, maxBound }: { dataspaces: readonly Dataspace[]; choices: Choices; maxBound: number },
): Workload {
  // Dimension ids in any order: the output may come first, too.
  const order = chance(choices, 30) ? dataspaces.toReversed() : dataspaces;
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16].filter((size) => size <= maxBound);
  const bounds = dimensions.map(() => pick(choices, sizes));
  return { name, dimensions, bounds, dataspaces: order, count: 1, types: new Map() };
}
