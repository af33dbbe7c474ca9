// What the importer knows of an operator: the shapes (and, of small constants, the numbers) of its outputs, and the layers
// that it stands for, if it multiplies.

import { productOf } from '../../../math/product.js';
import type { NetworkLayer } from '../network.js';
import type { Node } from './model.js';

/** A tensor of the graph. All extents are known: dynamic dimensions have been given numbers before. */
export interface Value {
  readonly shape: readonly number[];
  /** TensorProto.DataType. */
  readonly type: number;
  /** Row after row, where the tensor is a small constant: shapes are computed from such. */
  readonly data?: readonly number[];
  /** Of a list of tensors, which has no shape of its own. */
  readonly items?: readonly Value[];
}

/** A node as operators read it. */
export class OperatorContext {
  readonly node: Node;
  /** Version of the operator set that the node's domain has in this file. */
  readonly opset: number;
  /** Undefined where an optional input is left out. */
  readonly inputs: readonly (Value | undefined)[];

  constructor(node: Node, opset: number, inputs: readonly (Value | undefined)[]) {
    this.node = node;
    this.opset = opset;
    this.inputs = inputs;
  }

  int(name: string, otherwise: number): number {
    return this.node.attributes.get(name)?.i ?? otherwise;
  }

  /** Undefined where the attribute is absent. */
  ints(name: string): readonly number[] | undefined {
    const attribute = this.node.attributes.get(name);
    return attribute && (attribute.ints ?? []);
  }

  text(name: string, otherwise: string): string {
    return this.node.attributes.get(name)?.s ?? otherwise;
  }

  /** One that the operator cannot do without. */
  input(index: number): Value {
    return this.inputs[index] ?? fail(`input ${index} is missing`);
  }

  /** The numbers of an input that shapes depend on. */
  constant(index: number, what: string): readonly number[] {
    const value = this.inputs[index] ?? fail(`its ${what} (input ${index}) is missing`);
    return value.data ?? fail(`its ${what} (input ${index}) ${dependsOnData}`);
  }

  /** An attribute up to some version, an input from there on: whichever is there. */
  list(name: string, index: number): readonly number[] | undefined {
    return this.ints(name) ?? (this.inputs[index] && this.constant(index, name));
  }

  /** One that the operator cannot do without. */
  neededList(name: string, index: number): readonly number[] {
    return this.list(name, index) ?? fail(`input ${index} is missing`);
  }
}

/** What is wrong with a node, one lower-case sentence: thrown by whatever reads it, caught where the node has a name. */
export class Unfit extends Error {}

export interface Operator {
  /** The outputs; throws `Unfit`. */
  readonly infer: (context: OperatorContext) => readonly Value[];
  /** What comes out differs from run to run, even of constants. */
  readonly random?: boolean;
  /** Of a node whose outputs could be inferred. */
  readonly layers?: (context: OperatorContext) => readonly FoundLayer[];
}

/** An operator that multiplies: outputs and layers follow from what `read` finds, which throws what is wrong. */
export function multiplying<Found>(
  read: (context: OperatorContext) => Found,
  outputs: (found: Found, context: OperatorContext) => readonly Value[],
  layers: (found: Found, context: OperatorContext) => readonly FoundLayer[],
): Operator {
  return {
    infer: (context) => outputs(read(context), context),
    layers: (context) => layers(read(context), context),
  };
}

export type OperatorTable = Readonly<Record<string, Operator>>;

/** Names between blanks that all stand for one operator. */
export function table(names: string, operator: Operator): OperatorTable {
  return Object.fromEntries(names.split(' ').map((name) => [name, operator]));
}

export interface FoundLayer extends Pick<NetworkLayer, 'problem' | 'stride' | 'dilation' | 'groups'> {
  /** Distinguishes several layers of one node. */
  readonly part?: string;
  /** How often the node runs it; 1 unless it says. */
  readonly times?: number;
  /** Where its operands come from, by dataspace: an input of the node, or an earlier part. */
  readonly operands: Readonly<Record<string, OperandSource>>;
}

export type OperandSource = { readonly input: number } | { readonly part: string };

/** Larger tensors are nobody's shape. */
export const largestFolded = 16_384;

export const sizeOf = productOf;

/** Counted from the front; undefined beyond the rank. */
export function axisOf(axis: number, rank: number): number | undefined {
  const counted = axis < 0 ? axis + rank : axis;
  return Number.isInteger(counted) && counted >= 0 && counted < rank ? counted : undefined;
}

export function axesOf(axes: readonly number[], rank: number): readonly number[] {
  return axes.map((axis) => axisOf(axis, rank) ?? fail(`axis ${axis} does not exist in ${rank} dimensions`));
}

/** The one along which something happens to data of this shape. */
export function axisIn(shape: readonly number[], axis: number): number {
  return axisOf(axis, shape.length) ?? fail(`axis ${axis} does not exist in ${shapeText(shape)}`);
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}

/** Broadcast from the last dimension, as numpy does; undefined where extents do not fit. */
export function broadcast(shapes: readonly (readonly number[])[]): readonly number[] | undefined {
  const rank = Math.max(0, ...shapes.map((shape) => shape.length));
  const result: number[] = Array.from({ length: rank }, () => 1);
  for (const shape of shapes) {
    for (let at = 0; at < shape.length; at += 1) {
      const to = rank - shape.length + at;
      const extent = shape[at]!;
      if (extent === 1 || extent === result[to]) continue;
      if (result[to] !== 1) return undefined;
      result[to] = extent;
    }
  }
  return result;
}

export function fail(sentence: string): never {
  throw new Unfit(sentence);
}

/** In what an operator says when no graph could tell; the shape may stand in the file all the same. */
export const dependsOnData = 'depends on the data that the network is given';
