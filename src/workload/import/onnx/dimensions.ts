// Dynamic dimensions get their sizes: by name, or for nameless ones by input and axis (`pixels.0`).

import { type Diagnostic, error, type Outcome } from '../../../diagnostics/diagnostic.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';
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
        given.get(key) ??
        (typeof extent === 'number' && extent > 0 ? extent : undefined);
      if (size === undefined) missing.set(key, missing.get(key) ?? `${input.name}, axis ${axis}`);
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
  for (const name of given.keys()) {
    if (known.has(name)) continue;
    // Those by input and axis are many: named where the size is wanted.
    const named = [...known].filter((one) => missing.has(one) || !/\.\d+$/.test(one));
    const expected = named.length > 0 ? `one of ${named.join(', ')}` : 'none, all dimensions have sizes';
    diagnostics.push(
      error('E-OPTION', `--dim ${name}: ${path} has no such dimension`, { expected, hint: didYouMean(name, named) }),
    );
  }
  if (missing.size > 0) {
    const list = [...missing].map(([name, where]) => `${name} (${where})`).join(', ');
    const hint = `give them, for instance --dim ${[...missing.keys()].map((name) => `${name}=${/batch|^n$|\.0$/i.test(name) ? 1 : 128}`).join(',')}`;
    const message = `${path}: ${missing.size === 1 ? 'a dynamic dimension has' : 'dynamic dimensions have'} no size: ${list}`;
    diagnostics.push(error('E-MODEL', message, { hint }));
  }
  return { value: diagnostics.length > 0 ? undefined : { inputs, dimensions: given }, diagnostics };
}

function nameOf({ name, shape }: StatedValue, axis: number): string {
  const extent = shape?.[axis];
  return typeof extent === 'string' ? extent : `${name}.${axis}`;
}
