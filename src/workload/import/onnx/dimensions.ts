// Dynamic dimensions get their sizes: by name, or for nameless ones by input and axis (`pixels.0`). Exporters write some as
// what they are made of (`past + seq`, `2*frames`); these follow from the sizes of their parts.

import { type Diagnostic, error, type Outcome } from '../../../diagnostics/diagnostic.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';
import { evaluateExpression, newMeter } from '../../../spec/expression/evaluate-expression.js';
import { ExpressionError } from '../../../spec/expression/value.js';
import type { Model, StatedValue } from './model.js';
import type { Value } from './operator.js';

export interface BoundInputs {
  readonly inputs: ReadonlyMap<string, Value>;
  /** By name, for the shapes that the file states inside. */
  readonly dimensions: ReadonlyMap<string, number>;
}

export function bindDimensions(model: Model, path: string, given: ReadonlyMap<string, number>): Outcome<BoundInputs> {
  const { graph } = model;
  const constants = new Set(graph.constants.map(({ name }) => name));
  const data = graph.inputs.filter(({ name }) => !constants.has(name));
  const named = namesOf([...graph.inputs, ...graph.outputs, ...graph.stated]);
  const sizes = new Map(given);
  for (const name of named) {
    const size = given.has(name) ? undefined : computed(name, given);
    if (size !== undefined) sizes.set(name, size);
  }
  const plain = namesOf(data);
  const diagnostics: Diagnostic[] = [];
  const missing = new Map<string, string>();
  const inputs = new Map<string, Value>();
  for (const input of data) {
    if (input.shape === null) {
      const hint = 'export the model with the shapes of its inputs';
      diagnostics.push(error('E-MODEL', `${path}: input ${input.name} has no shape`, { hint }));
      continue;
    }
    const shape = input.shape.map((extent, axis) => {
      const key = nameOf(input, axis);
      const size =
        given.get(`${input.name}.${axis}`) ??
        sizes.get(key) ??
        (typeof extent === 'number' && extent > 0 ? extent : undefined);
      // Of one that is made of others these are asked for.
      const parts = size === undefined ? partsOf(key) : [];
      const asksParts =
        parts.some((part) => !given.has(part)) && parts.every((part) => given.has(part) || plain.has(part));
      if (size === undefined && !asksParts) missing.set(key, missing.get(key) ?? `${input.name}, axis ${axis}`);
      return size ?? 1;
    });
    inputs.set(input.name, { shape, type: input.type });
  }
  const known = new Set(
    [...graph.inputs, ...graph.outputs, ...graph.stated].flatMap(
      (value) => value.shape?.map((_, axis) => nameOf(value, axis)) ?? [],
    ),
  );
  for (const { name, shape } of data) for (const axis of shape?.keys() ?? []) known.add(`${name}.${axis}`);
  for (const part of [...named].flatMap(partsOf)) known.add(part);
  for (const name of given.keys()) {
    if (known.has(name)) continue;
    // Those by input and axis are many: named where the size is wanted.
    const listed = [...known].filter((one) => missing.has(one) || !/\.\d+$/.test(one));
    const expected = listed.length > 0 ? `one of ${listed.join(', ')}` : 'none, all dimensions have sizes';
    diagnostics.push(
      error('E-OPTION', `--dim ${name}: ${path} has no such dimension`, { expected, hint: didYouMean(name, listed) }),
    );
  }
  if (missing.size > 0) {
    const list = [...missing].map(([name, where]) => `${name} (${where})`).join(', ');
    const hint = `give them, for instance --dim ${exampleOf([...missing.keys()])}`;
    const message = `${path}: ${missing.size === 1 ? 'a dynamic dimension has' : 'dynamic dimensions have'} no size: ${list}`;
    diagnostics.push(error('E-MODEL', message, { hint }));
  }
  return { value: diagnostics.length > 0 ? undefined : { inputs, dimensions: sizes }, diagnostics };
}

function nameOf({ name, shape }: StatedValue, axis: number): string {
  const extent = shape?.[axis];
  return typeof extent === 'string' ? extent : `${name}.${axis}`;
}

function namesOf(values: readonly StatedValue[]): ReadonlySet<string> {
  return new Set(values.flatMap(({ shape }) => shape?.flatMap((one) => (typeof one === 'string' ? [one] : [])) ?? []));
}

/** None where the name is a name and nothing else. */
function partsOf(name: string): readonly string[] {
  return /^[\w.]*$/.test(name) ? [] : [...new Set(name.match(/[A-Za-z_]\w*/g))];
}

function computed(name: string, given: ReadonlyMap<string, number>): number | undefined {
  const parts = partsOf(name);
  if (parts.length === 0 || !parts.every((part) => given.has(part))) return undefined;
  const lookup = (part: string) => (given.has(part) ? BigInt(given.get(part)!) : undefined);
  try {
    const size = Number(evaluateExpression(name, { lookup, names: () => parts }, newMeter()));
    return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
  } catch (problem) {
    if (problem instanceof ExpressionError) return undefined;
    throw problem;
  }
}

/** In quotes where a shell would take it apart. */
function exampleOf(names: readonly string[]): string {
  const text = names.map((name) => `${name}=${/batch|^n$|\.0$/i.test(name) ? 1 : 128}`).join(',');
  return /^[\w.,=:/-]*$/.test(text) ? text : `'${text}'`;
}
