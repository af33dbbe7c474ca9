// The words of a field's descriptors for data that lies at a given address, its sub-vectors one behind the other.

import { roundUp } from '../../padding.js';
import type { Generation } from '../generation.js';
import { placeOf } from '../memory/address.js';
import { hex, type Illegal, illegal, legal, type Verdict } from '../verdict.js';
import { baseWords } from './delta-n-elements.js';
import { sizeOf } from './element-type.js';
import { descriptorWords, pointerProblem, type VectorLayout } from './vector-layout.js';
import { dataAlignment, type FieldLayout, innermost, type JaggedShape } from './vector-storage.js';

export interface Addresses {
  readonly data: number;
  /** Of the inner descriptors, or the words of a list. */
  readonly table?: number;
}

export interface DescriptorImage {
  /** Of the sub-vectors; undefined for a list, whose words do not depend on addresses. */
  readonly words?: readonly number[];
  /** What the vertex itself holds, if it is known where the table is. */
  readonly outerWords?: readonly number[];
}

/** A field that has been found legal, at these addresses. */
export function descriptorImage(
  generation: Generation,
  { layout, shape }: { readonly layout: FieldLayout; readonly shape: JaggedShape },
  addresses: Addresses,
): Verdict<DescriptorImage> {
  const { data, table } = addresses;
  const [element, alignment] = [sizeOf(shape.type), dataAlignment(layout, shape)];
  const starts = startsOf(data, shape.lengths, element, alignment);
  const last = starts.at(-1)! + element * shape.lengths.at(-1)! - 1;
  const problem =
    unplaced(generation, [data, Math.max(data, last), ...(table === undefined ? [] : [table])]) ??
    unaligned(data, alignment);
  if (problem) return problem;
  const subVectors = shape.lengths.length;
  if (layout.kind === 'list') {
    return legal(table === undefined ? {} : { outerWords: baseWords(data, table, subVectors) });
  }
  const inner = innermost(layout);
  const wrong = starts.map((start) => pointerProblem(inner, start)).find((one) => one !== undefined);
  if (wrong) return wrong;
  const words = shape.lengths.flatMap((length, at) => descriptorWords(inner, starts[at]!, length));
  if (layout.kind === 'single' || table === undefined) return legal({ words });
  return withTable(layout.outer, { table, subVectors, words });
}

function withTable(
  outer: VectorLayout,
  {
    table,
    subVectors,
    words,
  }: { readonly table: number; readonly subVectors: number; readonly words: readonly number[] },
): Verdict<DescriptorImage> {
  const wrong = pointerProblem(outer, table);
  return wrong ?? legal({ words, outerWords: descriptorWords(outer, table, subVectors) });
}

function startsOf(data: number, lengths: readonly number[], element: number, alignment: number): readonly number[] {
  let next = data;
  return lengths.map((length) => {
    const start = next;
    next += roundUp(length * element, alignment);
    return start;
  });
}

function unplaced(generation: Generation, addresses: readonly number[]): Illegal | undefined {
  for (const address of addresses) {
    const place = placeOf(generation, address);
    if (place.kind === 'nowhere') return illegal(place.code, place.reason);
  }
  return undefined;
}

function unaligned(data: number, alignment: number): Illegal | undefined {
  if (data % alignment === 0) return undefined;
  return illegal('address-alignment', `data at ${hex(data)} is not aligned to ${alignment} bytes`);
}
