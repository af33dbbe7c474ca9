// Shape inference: node after node in the order of the file, from the shapes of inputs and constants. Dynamic dimensions have
// numbers by then, so every extent is a number, and shapes that exporters compute with nodes fold to constants.

import { didYouMean } from '../../../diagnostics/suggestion.js';
import { findOperator, operatorNames } from './known-operators.js';
import type { Attribute, Graph, Model, ModelFunction, Node, StatedValue, Tensor } from './model.js';
import { dependsOnData, type Operator, OperatorContext, shapeText, Unfit, type Value } from './operator.js';

export interface InferredNode {
  readonly context: OperatorContext;
  readonly operator: Operator;
  readonly outputs: readonly Value[];
  /** What came out is a constant: a shape, or weights made ready. It costs nothing at run time. */
  readonly folded: boolean;
}

export interface Inference {
  readonly values: ReadonlyMap<string, Value>;
  readonly nodes: readonly InferredNode[];
  /** Names of initializers: weights, not data. */
  readonly constants: ReadonlyMap<string, Tensor>;
  /** Nodes left out with `skipUnknown`, and those whose inputs are not known because of them. */
  readonly skipped: readonly { readonly node: Node; readonly why: string }[];
  /** Sentences about stored shapes that contradict what follows from the graph. */
  readonly contradictions: readonly string[];
}

export interface InferenceOptions {
  readonly skipUnknown: boolean;
  /** Of dynamic dimensions, by name. */
  readonly dimensions: ReadonlyMap<string, number>;
}

/** Where it had to stop: one sentence, and what might help. */
export interface Stop {
  readonly problem: string;
  readonly hint?: string;
}

interface State {
  readonly model: Model;
  readonly options: InferenceOptions;
  readonly values: Map<string, Value>;
  readonly constants: Map<string, Tensor>;
  readonly nodes: InferredNode[];
  readonly skipped: { node: Node; why: string }[];
  readonly contradictions: string[];
  /** Names of what does not depend on the data that the network is given. */
  readonly fixed: Set<string>;
  /** Complete shapes that the file states for intermediate values. */
  readonly stated: Map<string, Value>;
  readonly depth: number;
}

/** `inputs`: the shapes of the graph's inputs. */
export function inferShapes(
  model: Model,
  inputs: ReadonlyMap<string, Value>,
  options: InferenceOptions,
): Inference | Stop {
  const state: State = {
    model,
    options,
    values: new Map(inputs),
    constants: new Map(),
    nodes: [],
    skipped: [],
    contradictions: [],
    fixed: new Set(),
    stated: new Map(),
    depth: 0,
  };
  return inferGraph(model.graph, state) ?? state;
}

const deepest = 50;

function inferGraph(graph: Graph, state: State): Stop | undefined {
  if (state.depth > deepest) return { problem: `graphs and functions are nested more than ${deepest} deep` };
  for (const tensor of graph.constants) {
    const { name, shape, type, data } = tensor;
    state.constants.set(name, tensor);
    state.fixed.add(name);
    state.values.set(name, data ? { shape, type, data } : { shape, type });
  }
  for (const value of [...graph.stated, ...graph.outputs]) {
    const shape = boundShape(value, state.options.dimensions);
    if (shape) state.stated.set(value.name, { shape, type: value.type });
  }
  for (const [at, node] of graph.nodes.entries()) {
    const stop = inferNode(node, at, state);
    if (stop) return stop;
  }
  return undefined;
}

/** Null while a dimension has no number. */
function boundShape({ shape }: StatedValue, dimensions: ReadonlyMap<string, number>): readonly number[] | null {
  const bound = shape?.map((one) => (typeof one === 'string' ? (dimensions.get(one) ?? null) : one));
  return bound?.every((extent) => extent !== null) ? (bound as readonly number[]) : null;
}

function inferNode(node: Node, at: number, state: State): Stop | undefined {
  const where = `node ${node.name === '' ? at : JSON.stringify(node.name)} (${node.operator})`;
  const inputs = node.inputs.map((name) => (name === '' ? undefined : state.values.get(name)));
  const lost = node.inputs.findIndex((name, index) => name !== '' && inputs[index] === undefined);
  if (lost >= 0) {
    if (state.skipped.length === 0)
      return { problem: `${where}: its input ${JSON.stringify(node.inputs[lost])} is made by no node before it` };
    return skip(node, `its input ${node.inputs[lost]} is not known`, state);
  }
  const opset = state.model.opsets.get(node.domain) ?? state.model.opsets.get('') ?? 1;
  const context = new OperatorContext(node, opset, inputs);
  const called = state.model.functions.find(
    ({ name, domain }) => name === node.operator && (domain === node.domain || domain === ''),
  );
  if (node.operator === 'If' && node.domain === '') return inferBranch(context, where, state);
  const operator = findOperator(node);
  if (called && !operator) return inferCall(context, called, state);
  if (!operator) {
    const domain = node.domain === '' ? '' : ` of domain ${node.domain}`;
    const why = `operator ${node.operator}${domain} is not known`;
    if (state.options.skipUnknown) return skip(node, why, state);
    // Channels are padded to what one processor's vectors hold: such a graph is not the model's any more.
    const meant = node.domain.startsWith('com.microsoft.nchwc')
      ? 'ONNX Runtime laid this graph out for one processor: save it with ORT_ENABLE_EXTENDED, not ORT_ENABLE_ALL'
      : didYouMean(node.operator, operatorNames(node.domain));
    return {
      problem: `${where}: ${why}`,
      hint: [meant, '--skip-unknown leaves it out and says so'].filter(Boolean).join('; '),
    };
  }
  try {
    return accept({ context, operator, outputs: operator.infer(context) }, state);
  } catch (problem) {
    if (!(problem instanceof Unfit)) throw problem;
    return withoutShape({ context, operator, where, why: problem.message }, state);
  }
}

interface Unread extends Pick<InferredNode, 'context' | 'operator'> {
  readonly where: string;
  readonly why: string;
}

/** A shape that depends on data may stand in the file all the same. */
function withoutShape({ context, operator, where, why }: Unread, state: State): Stop | undefined {
  const { node } = context;
  const stored = node.outputs.map((name) => state.stated.get(name));
  const open = why.includes(dependsOnData);
  const allStored = stored.length > 0 && stored.every((value, at) => value !== undefined || node.outputs[at] === '');
  if (open && allStored)
    return accept({ context, operator, outputs: stored.map((value) => value ?? { shape: [], type: 1 }) }, state);
  if (state.options.skipUnknown) return skip(node, why, state);
  const [away] = open ? node.inputs.flatMap((name) => fileOf(state.constants.get(name)) ?? []) : [];
  const fixed = 'a size that was fixed when the model was exported may not fit those of --dim';
  const mayBeFixed = !open && node.operator === 'Reshape' && state.options.dimensions.size > 0;
  const skips = '--skip-unknown leaves out what cannot be known and says so';
  const hint = [away, mayBeFixed && fixed, skips].filter(Boolean).join('; ');
  return { problem: `${where}: ${why}`, hint };
}

/** Where the numbers of a small constant should have been. */
function fileOf(tensor: Tensor | undefined): string | undefined {
  const file = tensor?.data ? undefined : tensor?.payload?.file;
  return file === undefined ? undefined : `${tensor!.name} is a constant in ${file}, which cannot be read`;
}

function accept({ context, operator, outputs }: Omit<InferredNode, 'folded'>, state: State): undefined {
  const { node } = context;
  const known = !operator.random && node.inputs.every((name) => name === '' || state.fixed.has(name));
  const folded = known || node.outputs.every((_, index) => outputs[index]?.data !== undefined);
  if (folded) for (const name of node.outputs) state.fixed.add(name);
  for (const [index, name] of node.outputs.entries()) {
    const value = outputs[index];
    if (name === '' || !value) continue;
    const stated = state.stated.get(name);
    if (stated && index === 0 && stated.shape.join() !== value.shape.join()) {
      state.contradictions.push(
        `${name}: the file says ${shapeText(stated.shape)}, the graph gives ${shapeText(value.shape)}`,
      );
    }
    state.values.set(name, value);
  }
  state.nodes.push({ context, operator, outputs, folded });
}

function skip(node: Node, why: string, state: State): undefined {
  state.skipped.push({ node, why });
  for (const name of node.outputs) {
    const stored = state.stated.get(name);
    if (stored) state.values.set(name, stored);
  }
}

/** A branch that shapes decide is taken; one that data decides cannot be. */
function inferBranch(context: OperatorContext, where: string, state: State): Stop | undefined {
  const { node, inputs } = context;
  const decided = inputs[0]?.data?.[0];
  if (decided === undefined) {
    const why = `which of its branches runs ${dependsOnData}`;
    if (state.options.skipUnknown) return skip(node, why, state);
    return { problem: `${where}: ${why}`, hint: '--skip-unknown leaves it out and says so' };
  }
  const branch = node.attributes.get(decided === 0 ? 'else_branch' : 'then_branch')?.g;
  if (!branch) return { problem: `${where}: it has no ${decided === 0 ? 'else' : 'then'}_branch` };
  const made = branch.outputs.map(({ name }) => name);
  return inferGraph(branch, { ...state, depth: state.depth + 1 }) ?? rename(made, node.outputs, state);
}

/** A function of the file: its nodes in place of the call, under names of their own. */
function inferCall(context: OperatorContext, called: ModelFunction, state: State): Stop | undefined {
  const { node } = context;
  const prefix = `${node.name || node.outputs[0]}/`;
  const names = new Map(called.inputs.map((name, at) => [name, node.inputs[at] ?? '']));
  const own = (name: string): string => names.get(name) ?? (name === '' ? '' : `${prefix}${name}`);
  const given = (attribute: Attribute): Attribute | undefined =>
    attribute.reference === undefined
      ? attribute
      : (node.attributes.get(attribute.reference) ?? called.defaults.get(attribute.reference));
  const named = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
    list.map((one) => ({ ...one, name: own(one.name) }));
  // Bodies of branches see the names of the function, and its attributes.
  const inBody = (graph: Graph): Graph => ({
    name: graph.name,
    nodes: graph.nodes.map(inCall),
    constants: named(graph.constants),
    inputs: named(graph.inputs),
    outputs: named(graph.outputs),
    stated: named(graph.stated),
  });
  const inCall = (one: Node): Node => ({
    ...one,
    name: `${prefix}${one.name || one.operator}`,
    inputs: one.inputs.map(own),
    outputs: one.outputs.map(own),
    attributes: new Map(
      [...one.attributes].flatMap(([key, value]) => {
        const actual = given(value);
        return actual ? [[key, actual.g ? { ...actual, g: inBody(actual.g) } : actual] as const] : [];
      }),
    ),
  });
  const nodes = called.nodes.map(inCall);
  const graph: Graph = { name: called.name, nodes, constants: [], inputs: [], outputs: [], stated: [] };
  return (
    inferGraph(graph, { ...state, depth: state.depth + 1 }) ?? rename(called.outputs.map(own), node.outputs, state)
  );
}

/** What a body calls its outputs becomes what the node outside calls them: the same tensor, by an Identity. */
function rename(from: readonly string[], to: readonly string[], state: State): Stop | undefined {
  for (const [at, name] of to.entries()) {
    const source = from[at] ?? '';
    const value = state.values.get(source);
    if (name === '') continue;
    if (!value && state.skipped.length === 0) return { problem: `${name} is an output that no node makes` };
    if (!value) continue;
    const identity = { name: '', operator: 'Identity', domain: '' };
    const node: Node = { ...identity, inputs: [source], outputs: [name], attributes: new Map() };
    const context = new OperatorContext(node, 1, [value]);
    accept({ context, operator: findOperator(node)!, outputs: [value] }, state);
  }
  return undefined;
}
