// The layers of an inferred graph, one step an occurrence, and who takes whose output. Operators that do not multiply pass the
// output of a step on: what comes out of them belongs to the last step that went into it, in whose stream they can run.

import {
  type Consumed,
  type FoundStep,
  type Network,
  networkOf,
  type OtherOperator,
  outputWords,
  problemMacs,
} from '../network.js';
import type { Inference, InferredNode } from './infer.js';
import type { Graph, Tensor } from './model.js';
import { type FoundLayer, sizeOf, type Value } from './operator.js';

interface Origin {
  /** Null: weights, or what the network is given. */
  readonly step: number | null;
  readonly through: readonly string[];
  /** Whether it is the step's output as it is, in as many words. */
  readonly whole: boolean;
}

const outside: Origin = { step: null, through: [], whole: false };

interface Sources {
  readonly inferred: Inference;
  readonly densityOf: ((tensor: Tensor, zero: number) => number | undefined) | undefined;
}

/** The network, or a sentence. */
export function networkFrom(name: string, graph: Graph, { inferred, densityOf }: Sources): Network | string {
  const origins = new Map<string, Origin>();
  const steps: FoundStep[] = [];
  const neededUntil: number[] = [];
  const others = new Map<string, OtherOperator>();
  const folded = new Map<string, OtherOperator>();
  const made = new Map<string, InferredNode>();
  for (const one of inferred.nodes) {
    const { node } = one.context;
    if (one.folded) {
      count(folded, one);
      for (const output of node.outputs) made.set(output, one);
      continue;
    }
    const all = one.operator.layers?.(one.context) ?? [];
    // Of nothing, as of a past that is empty yet, there is nothing to multiply.
    const layers = all.filter(({ problem, times = 1 }) => times !== 0 && problemMacs(problem) !== 0);
    const odd = layers
      .flatMap(({ problem }) => Object.values(problem.instance).map(Number))
      .find((bound) => bound < 1 || !Number.isSafeInteger(bound));
    if (odd !== undefined)
      return `node ${JSON.stringify(node.name)} (${node.operator}): its shapes and attributes do not fit together, they give a bound of ${odd}`;
    if (layers.length === 0) {
      count(others, one);
      pass(one, { origins, steps, neededUntil });
      continue;
    }
    const parts = new Map<string, number>();
    for (const layer of layers) {
      const step = steps.length;
      const consumes = Object.entries(layer.operands).map(([dataspace, source]): Consumed => {
        if ('part' in source) {
          const from = parts.get(source.part) ?? null;
          const words = from === null ? 0 : steps[from]!.produces;
          return { dataspace, words, from, through: [], whole: from !== null };
        }
        const input = node.inputs[source.input] ?? '';
        const { step: from, through, whole } = origins.get(input) ?? outside;
        return { dataspace, words: sizeOf(inferred.values.get(input)?.shape ?? []), from, through, whole };
      });
      for (const { from } of consumes) if (from !== null) neededUntil[from] = step;
      parts.set(layer.part ?? '', step);
      neededUntil[step] = step;
      steps.push(stepOf(one, layer, { consumes, density: densityIn(one, layer, { inferred, made, densityOf }) }));
    }
    const last = steps.length - 1;
    // Bias and residual inputs of the node are read while it runs.
    for (const input of node.inputs) {
      const from = origins.get(input)?.step;
      if (from !== null && from !== undefined) neededUntil[from] = Math.max(neededUntil[from]!, last);
    }
    for (const [at, output] of node.outputs.entries()) {
      const whole = sizeOf(one.outputs[at]?.shape ?? []) === steps[last]!.produces && steps[last]!.times === 1;
      origins.set(output, { step: last, through: [], whole: at === 0 && whole });
    }
  }
  const results = new Set(graph.outputs.map((output) => origins.get(output.name)?.step));
  const found = steps.map((step, at) => ({ ...step, neededUntil: neededUntil[at]!, isOutput: results.has(at) }));
  return networkOf(name, found, { others: sorted(others), folded: sorted(folded) });
}

interface Following {
  readonly origins: Map<string, Origin>;
  readonly steps: readonly FoundStep[];
  readonly neededUntil: number[];
}

function pass({ context: { node }, outputs }: InferredNode, { origins, steps, neededUntil }: Following): void {
  const sources = node.inputs.flatMap((input) => origins.get(input) ?? []).filter(({ step }) => step !== null);
  const last = sources.reduce<Origin>((a, b) => ((b.step ?? -1) > (a.step ?? -1) ? b : a), outside);
  for (const { step } of sources) neededUntil[step!] = Math.max(neededUntil[step!]!, last.step!);
  const through = last.through.includes(node.operator) ? last.through : [...last.through, node.operator];
  for (const [at, output] of node.outputs.entries()) {
    const whole = last.step !== null && last.whole && sizeOf(outputs[at]?.shape ?? []) === steps[last.step]!.produces;
    origins.set(output, { step: last.step, through, whole });
  }
}

function stepOf(
  { context: { node } }: InferredNode,
  { problem, part, times = 1, stride, dilation, groups }: FoundLayer,
  { consumes, density }: { readonly consumes: readonly Consumed[]; readonly density: number | undefined },
): FoundStep {
  const name = `${node.name || node.outputs[0]}${part === undefined ? '' : `/${part}`}`;
  return {
    name,
    times,
    produces: outputWords(problem),
    consumes,
    layer: {
      name,
      operator: node.operator,
      problem:
        density === undefined
          ? problem
          : { ...problem, densities: { Weights: { distribution: 'hypergeometric', density } } },
      ...(stride && { stride }),
      ...(dilation && { dilation }),
      ...(groups !== undefined && { groups }),
    },
  };
}

interface Weights extends Sources {
  /** Folded nodes by what they make. */
  readonly made: ReadonlyMap<string, InferredNode>;
}

/** Where quantized products say which number stands for a zero of their weights. */
const zeroPoints: Readonly<Record<string, number>> = {
  ConvInteger: 3,
  DynamicQuantizeMatMul: 3,
  MatMulInteger: 3,
  MatMulIntegerToFloat: 5,
  QGemm: 5,
  QLinearConv: 5,
  QLinearMatMul: 5,
};

/** Several weights a byte. */
const packed: ReadonlySet<string> = new Set(['MatMulNBits', 'MatMulBnb4']);

function densityIn({ context }: InferredNode, layer: FoundLayer, weights: Weights): number | undefined {
  const { node, inputs } = context;
  const source = layer.operands.Weights;
  if (!source || !('input' in source) || packed.has(node.operator)) return undefined;
  const zero = zeroOf(inputs[zeroPoints[node.operator] ?? inputs.length]);
  const found = zero === undefined ? undefined : numbersBehind(node.inputs[source.input] ?? '', zero, weights);
  return found && weights.densityOf?.(found.tensor, found.zero);
}

/** Without a zero point it is 0; undefined where several differ or none is known. */
function zeroOf(point: Value | undefined): number | undefined {
  if (!point) return 0;
  const { data = [] } = point;
  return data.every((one) => one === data[0]) ? data[0] : undefined;
}

/** As exporters and quantizers put them before weights: what was zero is zero, and nothing else is. */
const keepZeros: ReadonlySet<string> = new Set(
  'Cast DequantizeLinear Flatten Identity QuantizeLinear Reshape Squeeze Transpose Unsqueeze'.split(' '),
);

/** The numbers that weights were made of, and the one that stands for zero among them. */
function numbersBehind(
  name: string,
  zero: number,
  weights: Weights,
): { readonly tensor: Tensor; readonly zero: number } | undefined {
  const { node, inputs } = weights.made.get(name)?.context ?? {};
  if (!node || node.operator === 'Constant') {
    const stated = node && (node.attributes.get('value') ?? node.attributes.get('sparse_value'));
    const tensor = node ? stated?.t : weights.inferred.constants.get(name);
    return tensor && { tensor, zero };
  }
  const own = zeroOf(inputs?.[2]);
  // What is quantized to the zero point was 0.
  const quantized = own === zero ? 0 : undefined;
  const { operator } = node;
  const before = operator === 'DequantizeLinear' ? own : operator === 'QuantizeLinear' ? quantized : zero;
  const passes = keepZeros.has(operator) && before !== undefined;
  return passes ? numbersBehind(node.inputs[0] ?? '', before, weights) : undefined;
}

function count(into: Map<string, OtherOperator>, { context: { node }, outputs }: InferredNode): void {
  const { operator } = node;
  const before = into.get(operator) ?? { operator, count: 0, words: 0 };
  const words = outputs.slice(0, node.outputs.length).reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  into.set(operator, { operator, count: before.count + 1, words: before.words + words });
}

function sorted(counted: ReadonlyMap<string, OtherOperator>): readonly OtherOperator[] {
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.operator < b.operator ? -1 : 1));
}
