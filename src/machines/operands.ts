// Which part every dimension and dataspace of a workload plays on a machine that multiplies activations by weights: told from the
// projections, so that convolutions, matrix products and whatever else is written that way are one thing.

import { error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { moves, type Workload } from '../workload/workload.js';

/**
 * Of a dimension, by the dataspaces it moves: `row` activations and outputs (m: pixels, batch), `column` weights and outputs (n: output
 * channels), `reduction` activations and weights (k: input channels, kernel positions), `group` all three, `single` one alone or none.
 */
export type DimensionRole = 'row' | 'column' | 'reduction' | 'group' | 'single';

export interface Operands {
  /** Indices into `Workload.dataspaces`. */
  readonly activations: number;
  readonly weights: number;
  readonly outputs: number;
  /** Per dimension. */
  readonly roles: readonly DimensionRole[];
}

/** Dimensions that play a role, in order. */
export function playing({ roles }: Pick<Operands, 'roles'>, role: DimensionRole): number[] {
  return roles.flatMap((one, d) => (one === role ? [d] : []));
}

/** A rank of the activations along which rows move a window, or whatever else the rank has. */
export interface Window {
  readonly rank: number;
  /** The row that moves it, and elements from one of its iterations to the next. */
  readonly dimension: number;
  readonly stride: number;
  /** Reduction dimensions that lie along it, and how many elements each of their steps is. */
  readonly taps: readonly { readonly dimension: number; readonly step: number }[];
}

/** In the order of the ranks; a rank that has one dimension has no window. */
export function windowsOf(
  { dataspaces }: Workload,
  { activations, roles }: Pick<Operands, 'activations' | 'roles'>,
): Window[] {
  return dataspaces[activations]!.projection.flatMap((terms, rank) => {
    const moving = terms
      .map(({ dimension, coefficient }) => ({ dimension, step: Math.abs(coefficient) }))
      .filter(({ step }) => step > 0);
    const row = moving.find(({ dimension }) => roles[dimension] === 'row');
    if (row === undefined || terms.length < 2) return [];
    const taps = moving.filter(({ dimension }) => roles[dimension] === 'reduction');
    return [{ rank, dimension: row.dimension, stride: row.step, taps }];
  });
}

const weightNames = /^(w|b|weights?|filters?|kernels?|coefficients?)$/i;

/**
 * Null unless there are two inputs and one output. `weights` names the operand that stays put, where the names do not say it;
 * else it is the input called Weights, Filter, W, B and the like, or the last one.
 */
export function operandsOf(workload: Workload, weights?: string): Operands | null {
  const { dataspaces, dimensions } = workload;
  const inputs = dataspaces.flatMap(({ readWrite }, t) => (readWrite ? [] : [t]));
  const outputs = dataspaces.flatMap(({ readWrite }, t) => (readWrite ? [t] : []));
  if (inputs.length !== 2 || outputs.length !== 1) return null;
  const wanted = (t: number): boolean =>
    weights === undefined ? weightNames.test(dataspaces[t]!.name) : dataspaces[t]!.name === weights;
  const stationary = inputs.find(wanted) ?? inputs[1]!;
  const streaming = inputs.find((t) => t !== stationary)!;
  const roles = dimensions.map((_, d) => {
    const [a, w, o] = [streaming, stationary, outputs[0]!].map((t) => moves(dataspaces[t]!, d));
    if (a && w && o) return 'group';
    if (a && w) return 'reduction';
    if (a && o) return 'row';
    return w && o ? 'column' : 'single';
  });
  return { activations: streaming, weights: stationary, outputs: outputs[0]!, roles };
}

/** Pooling, sums of two tensors and the like: nothing is multiplied by weights. Rows move the output, the reduction is what is left. */
export type Elementwise = NonNullable<ReturnType<typeof elementwiseOf>>;

/** Null unless there is one input, or two of one shape, with all that moves the output moving them. */
export function elementwiseOf({ dataspaces, dimensions, bounds }: Workload) {
  const inputs = dataspaces.flatMap(({ readWrite }, t) => (readWrite ? [] : [t]));
  const outputs = dataspaces.flatMap(({ readWrite }, t) => (readWrite ? [t] : []));
  const [first, second] = inputs.map((t) => JSON.stringify(dataspaces[t]!.projection));
  if (outputs.length !== 1 || inputs.length > 2 || first === undefined) return null;
  if (second !== undefined && second !== first) return null;
  const [input, output] = [dataspaces[inputs[0]!]!, dataspaces[outputs[0]!]!];
  const used = dimensions.map((_, d) => [moves(input, d), moves(output, d)] as const);
  if (used.some(([read, written], d) => written && !read && bounds[d]! > 1)) return null;
  return { inputs, outputs: outputs[0]!, roles: used.map(([, written]) => (written ? 'row' : 'reduction')) };
}

/** What every machine that multiplies asks for, in one wording. */
export function requireOperands(
  workload: Workload,
  {
    machine,
    span,
    weights,
  }: { readonly machine: string; readonly span: Span | undefined; readonly weights?: string | undefined },
): Outcome<Operands> {
  const operands = operandsOf(workload, weights);
  if (operands !== null) return { value: operands, diagnostics: [] };
  const names = workload.dataspaces.map(({ name, readWrite }) => (readWrite ? `${name} (output)` : name));
  const message = `${machine} multiplies two inputs into one output, and ${workload.name || 'the workload'} has other dataspaces`;
  const details = { span, expected: 'two inputs and one output', found: names.join(', ') };
  return failure(error('E-MACHINE', message, details));
}
