// From an ONNX file to a network: read, give dynamic dimensions their sizes, infer shapes, take the layers out, and follow what
// they produce to those that consume it.

import {
  type Details,
  type Diagnostic,
  error,
  failure,
  hasErrors,
  type Outcome,
  warning,
} from '../../../diagnostics/diagnostic.js';
import type { Network } from '../network.js';
import { bindDimensions } from './dimensions.js';
import { type Inference, inferShapes } from './infer.js';
import { type Beside, readModel, type Tensor } from './model.js';
import type { ByteSource } from './skim.js';
import { networkFrom } from './steps.js';

export interface OnnxOptions {
  /** Sizes of dynamic dimensions, by name. */
  readonly dimensions: ReadonlyMap<string, number>;
  readonly skipUnknown: boolean;
  /** Share of a weight tensor that is not `zero`, where it is asked for and can be told. */
  readonly densityOf?: (tensor: Tensor, zero: number) => number | undefined;
}

export interface OnnxFile {
  /** As typed, for messages. */
  readonly path: string;
  readonly name: string;
  readonly source: ByteSource;
  readonly beside?: Beside;
}

export function importOnnx({ path, name, source, beside }: OnnxFile, options: OnnxOptions): Outcome<Network> {
  const fail = (message: string, details: Details = {}) => failure(error('E-MODEL', `${path}: ${message}`, details));
  const model = readModel(source, beside);
  if (typeof model === 'string') return fail(model, { hint: 'an ONNX model in its binary form is expected' });
  const bound = bindDimensions(model, path, options.dimensions);
  if (!bound.value) return { value: undefined, diagnostics: bound.diagnostics };
  const { skipUnknown } = options;
  const inferred = inferShapes(model, bound.value.inputs, { skipUnknown, dimensions: bound.value.dimensions });
  if ('problem' in inferred) return fail(inferred.problem, { hint: inferred.hint });
  const diagnostics: Diagnostic[] = [];
  const network = networkFrom(name, model.graph, { inferred, densityOf: options.densityOf });
  if (typeof network === 'string') return fail(network);
  diagnostics.push(...skippedNodes(path, inferred.skipped), ...contradicted(path, inferred.contradictions));
  if (network.layers.length === 0) {
    const held = network.others.map(({ operator, count }) => `${count} ${operator}`).join(', ') || 'nothing';
    const expected = 'a convolution or a matrix product';
    const none = fail('the model has no layer that multiplies', { found: held, expected });
    return { ...none, diagnostics: [...diagnostics, ...none.diagnostics] };
  }
  return { value: hasErrors(diagnostics) ? undefined : network, diagnostics };
}

function skippedNodes(path: string, skipped: Inference['skipped']): Diagnostic[] {
  if (skipped.length === 0) return [];
  const list = firstOf(skipped.map(({ node, why }) => `${node.operator} ${node.name} (${why})`));
  const nodes = skipped.length === 1 ? '1 node is' : `${skipped.length} nodes are`;
  return [warning('W-MODEL', `${path}: ${nodes} left out: ${list}`)];
}

function contradicted(path: string, sentences: Inference['contradictions']): Diagnostic[] {
  if (sentences.length === 0) return [];
  const hint = 'what follows from the graph is used';
  return [warning('W-MODEL', `${path}: stored shapes contradict the graph: ${firstOf(sentences)}`, { hint })];
}

const shownAtMost = 5;

function firstOf(list: readonly string[]): string {
  const more = list.length - shownAtMost;
  return [...list.slice(0, shownAtMost), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
