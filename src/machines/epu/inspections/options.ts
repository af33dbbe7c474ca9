// Options that several questions share, and reading shapes and offsets: four numbers in the order of all interfaces.

import type { InspectionOption, InspectionRequest, Misunderstanding } from '../../machine.js';
import { choice, first, integers } from '../../options.js';
import { numbersOf, requiredText } from '../../request.js';
import { type ElementType, elementTypes } from '../element-type.js';
import type { Memory, Path } from '../memory.js';
import {
  type Core,
  type CoreName,
  coreNames,
  coreOf,
  type Parameter,
  type ParameterName,
  parameters,
} from '../parameters.js';
import { elementCount, type Shape, shapeOf } from '../shape.js';

export const coreOption: InspectionOption = first('core', 'CORE', coreNames, 'the array: 8, 16 or 32 cores to a side');

export const typeOption: InspectionOption = choice('type', 'TYPE', elementTypes, 'type of the elements', {
  default: 'int32',
});

export function shapeOption(
  name: string,
  doc: string,
  need: 'required' | { readonly without: string },
): InspectionOption {
  const presence = need === 'required' ? { required: true as const } : need;
  return integers(name, 'B,C,H,W', doc, { min: 1, ...presence });
}

/** May be negative, which the machine refuses. */
export function offsetOption(doc: string): InspectionOption {
  return integers('offset', 'B,C,H,W', doc, { default: [0, 0, 0, 0] });
}

export function requestedCore(request: InspectionRequest): Core {
  return coreOf(requiredText(request, 'core') as CoreName);
}

export function requestedType(request: InspectionRequest): ElementType {
  return requiredText(request, 'type') as ElementType;
}

/** Of questions that have `from` and `to`. */
export function requestedPath(request: InspectionRequest): Path {
  return { from: requiredText(request, 'from') as Memory, to: requiredText(request, 'to') as Memory };
}

export type Read<T> = { readonly kind: 'read'; readonly value: T } | Misunderstanding;

/** Shapes and offsets by option name; those that were not given are absent. */
export function readShapes(request: InspectionRequest, names: readonly string[]): Read<ReadonlyMap<string, Shape>> {
  const given = names.flatMap((name) => {
    const numbers = numbersOf(request, name);
    return numbers ? [{ name, numbers }] : [];
  });
  const problems = given.flatMap(({ name, numbers }) => problemOf(name, numbers) ?? []);
  if (problems.length > 0) return { kind: 'misunderstood', problems };
  return { kind: 'read', value: new Map(given.map(({ name, numbers }) => [name, shapeOf(numbers as Four)])) };
}

type Four = readonly [number, number, number, number];

/** Padded and in bytes, with rings and cycles, counts of such a shape are less than 64 times as large and so exact. */
const mostElements = Number.MAX_SAFE_INTEGER / 64;

function problemOf(name: string, numbers: readonly number[]): Misunderstanding['problems'][number] | undefined {
  if (numbers.length !== 4) {
    const message = `--${name} has ${numbers.length} numbers`;
    return { message, expected: 'four: batches, channels, rows, columns' };
  }
  const { batches, channels, rows, columns } = shapeOf(numbers.map(Math.abs) as unknown as Four);
  if (elementCount({ batches, channels, rows: rows + 31, columns: columns + 31 }) <= mostElements) return undefined;
  return { message: `--${name} is too large to be counted exactly` };
}

/** Of the parameters that an answer rests on, those that nobody published: so that no reader takes it for measured. */
export function estimatesAmong(names: readonly ParameterName[]): readonly ParameterName[] {
  return names.filter((name) => (parameters[name] satisfies Parameter).trust === 'estimate');
}
