// What a field of a vertex takes in memory, descriptors and data, and whether it can be laid out so (section 2.6).

import { roundUp } from '../../padding.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { type Illegal, illegal, legal, type Verdict } from '../verdict.js';
import { type FieldKey, listBytes, packList } from './delta-n-elements.js';
import { type ElementType, sizeOf } from './element-type.js';
import { layoutName, layoutProblem, traitsOf, type VectorLayout } from './vector-layout.js';

export type FieldLayout =
  | { readonly kind: 'single'; readonly layout: VectorLayout }
  | { readonly kind: 'nested'; readonly outer: VectorLayout; readonly inner: VectorLayout }
  | { readonly kind: 'list'; readonly key: FieldKey };

/** A vector, or several of different lengths. */
export interface JaggedShape {
  readonly type: ElementType;
  /** In elements. */
  readonly lengths: readonly number[];
  /** As the template's parameter asks for; the layout and the type may need more. */
  readonly alignment: number;
}

export interface VectorStorage {
  readonly layout: string;
  readonly descriptorBytes: number;
  /** Each sub-vector padded to its alignment. */
  readonly dataBytes: number;
  readonly alignment: number;
  /** Whether the vertex can ask for the number of sub-vectors and for the length of each. */
  readonly sized: { readonly outer: boolean; readonly inner: boolean };
  /** Instructions to find all sub-vectors, once each. */
  readonly decodeSlots: number;
  /** Of a list: a word per sub-vector, offsets from the base address. */
  readonly words?: readonly number[];
}

export function vectorStorage(generation: Generation, layout: FieldLayout, shape: JaggedShape): Verdict<VectorStorage> {
  if (!isPowerOfTwo(shape.alignment)) return illegal('alignment', `alignment ${shape.alignment} is no power of two`);
  const verdict = byLayout(generation, layout, shape);
  if (verdict.kind === 'illegal') return verdict;
  const { descriptorBytes, dataBytes } = verdict.value;
  const room = figureOf(generation, 'memoryBytes');
  if (descriptorBytes + dataBytes <= room) return verdict;
  const excess = descriptorBytes + dataBytes - room;
  return illegal(
    'memory-full',
    `${descriptorBytes} B of descriptors and ${dataBytes} B of data: ${excess} B too much for a tile`,
  );
}

export function fieldLayoutName(layout: FieldLayout): string {
  if (layout.kind === 'list') return 'DELTANELEMENTS';
  return layout.kind === 'single'
    ? layoutName(layout.layout)
    : `${layoutName(layout.outer)}/${layoutName(layout.inner)}`;
}

/** Whether or not the data can be laid out so. */
export function descriptorBytesOf(layout: FieldLayout, subVectors: number): number {
  if (layout.kind === 'list') return listBytes(subVectors);
  if (layout.kind === 'single') return traitsOf(layout.layout).descriptorBytes;
  return traitsOf(layout.outer).descriptorBytes + subVectors * traitsOf(layout.inner).descriptorBytes;
}

/** The alignment of data behind this layout: never less than the element, nor than the pointer can say. */
export function dataAlignment(layout: VectorLayout, { type, alignment }: JaggedShape): number {
  return Math.max(alignment, sizeOf(type), traitsOf(layout).leastAlignment);
}

function byLayout(generation: Generation, layout: FieldLayout, shape: JaggedShape): Verdict<VectorStorage> {
  switch (layout.kind) {
    case 'single':
      return single(generation, layout.layout, shape);
    case 'nested':
      return nested(generation, layout, shape);
    case 'list':
      return list(generation, layout.key, shape);
  }
}

function single(generation: Generation, layout: VectorLayout, shape: JaggedShape): Verdict<VectorStorage> {
  const { lengths } = shape;
  if (lengths.length !== 1) {
    return illegal('not-nested', `${layoutName(layout)} alone holds one vector, and there are ${lengths.length}`);
  }
  const problem = layoutProblem(generation, layout) ?? countProblem(layout, lengths, 'elements');
  if (problem) return problem;
  const { descriptorBytes, sized, decodeSlots } = traitsOf(layout);
  return legal({
    layout: layoutName(layout),
    descriptorBytes,
    ...data(shape, dataAlignment(layout, shape)),
    sized: { outer: sized, inner: sized },
    decodeSlots,
  });
}

function nested(
  generation: Generation,
  layout: Extract<FieldLayout, { readonly kind: 'nested' }>,
  shape: JaggedShape,
): Verdict<VectorStorage> {
  const { outer, inner } = layout;
  const { lengths } = shape;
  const problem =
    layoutProblem(generation, outer) ??
    layoutProblem(generation, inner) ??
    countProblem(outer, [lengths.length], 'sub-vectors') ??
    countProblem(inner, lengths, 'elements');
  if (problem) return problem;
  const [above, below] = [traitsOf(outer), traitsOf(inner)];
  return legal({
    layout: fieldLayoutName(layout),
    descriptorBytes: descriptorBytesOf(layout, lengths.length),
    ...data(shape, dataAlignment(inner, shape)),
    sized: { outer: above.sized, inner: below.sized },
    decodeSlots: above.decodeSlots + lengths.length * below.decodeSlots,
  });
}

function list(generation: Generation, key: FieldKey, shape: JaggedShape): Verdict<VectorStorage> {
  const elementBytes = sizeOf(shape.type);
  const alignment = Math.max(shape.alignment, elementBytes);
  const packed = packList(generation, shape.lengths, { elementBytes, alignment, key });
  if (packed.kind === 'illegal') return packed;
  const { words, descriptorBytes } = packed.value;
  return legal({
    layout: 'DELTANELEMENTS',
    descriptorBytes,
    ...data(shape, alignment),
    sized: { outer: true, inner: true },
    decodeSlots: 5 + 2 * shape.lengths.length,
    words,
  });
}

function data({ type, lengths }: JaggedShape, alignment: number): Pick<VectorStorage, 'dataBytes' | 'alignment'> {
  const bytes = lengths.map((length) => roundUp(length * sizeOf(type), alignment));
  return { dataBytes: bytes.reduce((sum, one) => sum + one, 0), alignment };
}

function countProblem(layout: VectorLayout, counts: readonly number[], what: string): Illegal | undefined {
  const { mostElements } = traitsOf(layout);
  const long = counts.find((count) => count > mostElements);
  if (long === undefined) return undefined;
  const code = what === 'elements' ? 'length' : 'list-length';
  return illegal(code, `${long} ${what}, and ${layoutName(layout)} counts up to ${mostElements}`);
}

function isPowerOfTwo(value: number): boolean {
  return value >= 1 && Number.isInteger(Math.log2(value));
}
