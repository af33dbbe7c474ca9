// A network as it was found in a model file: its distinct layers, the steps that run them in order, and what each step takes
// from which. What multiplies is a layer; everything else is an edge of the graph with its size.

import { visible } from '../../diagnostics/visible.js';
import { productOf } from '../../math/product.js';
import { type LayerProblem, problemKey } from './workload-text.js';

export interface NetworkLayer {
  /** Of the first step that runs it. */
  readonly name: string;
  readonly operator: string;
  readonly problem: LayerProblem;
  /** Height and width, or what the kernel has of dimensions. */
  readonly stride?: readonly number[];
  readonly dilation?: readonly number[];
  readonly groups?: number;
  /** How often it occurs. */
  readonly count: number;
  /** Multiply-accumulates of one occurrence. */
  readonly macs: number;
}

export interface NetworkStep {
  readonly name: string;
  /** Index into the layers. */
  readonly layer: number;
  /** How often in a row. */
  readonly times: number;
  /** Words of the output. */
  readonly produces: number;
  readonly consumes: readonly Consumed[];
  /** The last step during which what it produces is still looked at; its own number where nobody does. */
  readonly neededUntil: number;
  /** A result of the network, which has to leave. */
  readonly isOutput: boolean;
}

export interface Consumed {
  readonly dataspace: string;
  readonly words: number;
  /** The step that produces it; null for weights and for what the network is given. */
  readonly from: number | null;
  /** Operators on the way, in order: element-wise ones, normalizations, reshapes. */
  readonly through: readonly string[];
  /** It is the whole output of that step, in as many words. */
  readonly whole: boolean;
}

export interface OtherOperator {
  readonly operator: string;
  readonly count: number;
  /** Of all outputs together. */
  readonly words: number;
}

export interface Network {
  readonly name: string;
  /** In the order of their first steps. */
  readonly layers: readonly NetworkLayer[];
  readonly steps: readonly NetworkStep[];
  readonly others: readonly OtherOperator[];
  /** Nodes that only computed shapes. */
  readonly folded: readonly OtherOperator[];
}

export function networkMacs({ layers }: Pick<Network, 'layers'>): number {
  return layers.reduce((sum, { count, macs }) => sum + count * macs, 0);
}

export type FoundStep = Omit<NetworkStep, 'layer' | 'neededUntil' | 'isOutput'> &
  Partial<Pick<NetworkStep, 'neededUntil' | 'isOutput'>> & {
    readonly layer: Omit<NetworkLayer, 'count' | 'macs'>;
  };

/** Equal layers become one. */
export function networkOf(
  name: string,
  found: readonly FoundStep[],
  rest: Partial<Pick<Network, 'others' | 'folded'>> = {},
): Network {
  const places = new Map<string, number>();
  const layers: NetworkLayer[] = [];
  const steps = found.map(({ layer, ...step }, at): NetworkStep => {
    const key = `${layer.operator} ${problemKey(layer.problem)}`;
    const place = places.get(key) ?? layers.length;
    places.set(key, place);
    const before = layers[place];
    layers[place] = before
      ? { ...before, count: before.count + step.times }
      : { ...layer, name: visible(layer.name), count: step.times, macs: problemMacs(layer.problem) };
    return { neededUntil: at, isOutput: false, ...step, name: visible(step.name), layer: place };
  });
  return { name, layers, steps, others: rest.others ?? [], folded: rest.folded ?? [] };
}

const coefficients: ReadonlySet<string> = new Set(['Wstride', 'Hstride', 'Wdilation', 'Hdilation']);

/** Bounds alone, without the coefficients among them. */
export function boundsOf({ instance }: LayerProblem): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(instance).filter(([key]) => !coefficients.has(key)));
}

export function problemMacs(problem: LayerProblem): number {
  return productOf(Object.values(boundsOf(problem)));
}

/** Words of the output, which never lies under a window except where it is transposed. */
export function outputWords({ shape, instance }: LayerProblem): number {
  if (typeof shape === 'string') return ['N', 'G', 'M', 'P', 'Q'].reduce((size, key) => size * (instance[key] ?? 1), 1);
  const output = shape.dataspaces.find(({ readWrite }) => readWrite)!;
  return output.projection.reduce((size, rank) => {
    const extent = rank.reduce(
      (sum, [dimension, coefficient]) => sum + Math.abs(coefficient) * (instance[dimension]! - 1),
      1,
    );
    return size * extent;
  }, 1);
}
