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
import { inferShapes } from './infer.js';
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
    const none = fail('the model has no layer that multiplies', {
      found: held,
      expected: 'a convolution or a matrix product',
    });
    return { ...none, diagnostics: [...diagnostics, ...none.diagnostics] };
  }
  return { value: hasErrors(diagnostics) ? undefined : network, diagnostics };
}

const shownAtMost = 5;

function skippedNodes(
  path: string,
  skipped: readonly { readonly node: { readonly name: string; readonly operator: string }; readonly why: string }[],
): Diagnostic[] {
  if (skipped.length === 0) return [];
  const shown = skipped.slice(0, shownAtMost).map(({ node, why }) => `${node.operator} ${node.name} (${why})`);
  const more = skipped.length - shown.length;
  const list = `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  return [
    warning(
      'W-MODEL',
      `${path}: ${skipped.length === 1 ? '1 node is' : `${skipped.length} nodes are`} left out: ${list}`,
    ),
  ];
}

function contradicted(path: string, sentences: readonly string[]): Diagnostic[] {
  if (sentences.length === 0) return [];
  const shown = sentences.slice(0, shownAtMost).join('; ');
  const more = sentences.length > shownAtMost ? `; and ${sentences.length - shownAtMost} more` : '';
  const hint = 'what follows from the graph is used';
  return [warning('W-MODEL', `${path}: stored shapes contradict the graph: ${shown}${more}`, { hint })];
}
