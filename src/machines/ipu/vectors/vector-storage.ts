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

/** What depends on the kind of layout. */
type Decoding = Pick<VectorStorage, 'sized' | 'decodeSlots' | 'words'>;

export function vectorStorage(generation: Generation, layout: FieldLayout, shape: JaggedShape): Verdict<VectorStorage> {
  const { type, lengths } = shape;
  if (!isPowerOfTwo(shape.alignment)) return illegal('alignment', `alignment ${shape.alignment} is no power of two`);
  const decoding = decodingOf(generation, layout, shape);
  if (decoding.kind === 'illegal') return decoding;
  const descriptorBytes = descriptorBytesOf(layout, lengths.length);
  const alignment = dataAlignment(layout, shape);
  const dataBytes = lengths.reduce((sum, length) => sum + roundUp(length * sizeOf(type), alignment), 0);
  const excess = descriptorBytes + dataBytes - figureOf(generation, 'memoryBytes');
  if (excess > 0) {
    const message = `${descriptorBytes} B of descriptors and ${dataBytes} B of data: ${excess} B too much for a tile`;
    return illegal('memory-full', message);
  }
  return legal({ layout: fieldLayoutName(layout), descriptorBytes, dataBytes, alignment, ...decoding.value });
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

/** Of each sub-vector: never less than the element, nor than the pointer at it can say. */
export function dataAlignment(layout: FieldLayout, { type, alignment }: JaggedShape): number {
  const least = Math.max(alignment, sizeOf(type));
  if (layout.kind === 'list') return least;
  return Math.max(least, traitsOf(innermost(layout)).leastAlignment);
}

/** What points at the data. */
export function innermost(layout: Exclude<FieldLayout, { readonly kind: 'list' }>): VectorLayout {
  return layout.kind === 'single' ? layout.layout : layout.inner;
}

function decodingOf(generation: Generation, layout: FieldLayout, shape: JaggedShape): Verdict<Decoding> {
  const { lengths } = shape;
  switch (layout.kind) {
    case 'single': {
      const own = layout.layout;
      if (lengths.length !== 1) {
        return illegal('not-nested', `${layoutName(own)} alone holds one vector, and there are ${lengths.length}`);
      }
      const problem = layoutProblem(generation, own) ?? countProblem(own, lengths, 'elements');
      const { sized, decodeSlots } = traitsOf(own);
      return problem ?? legal({ sized: { outer: sized, inner: sized }, decodeSlots });
    }
    case 'nested': {
      const { outer, inner } = layout;
      const problem =
        layoutProblem(generation, outer) ??
        layoutProblem(generation, inner) ??
        countProblem(outer, [lengths.length], 'sub-vectors') ??
        countProblem(inner, lengths, 'elements');
      const [above, below] = [traitsOf(outer), traitsOf(inner)];
      const decodeSlots = above.decodeSlots + lengths.length * below.decodeSlots;
      return problem ?? legal({ sized: { outer: above.sized, inner: below.sized }, decodeSlots });
    }
    case 'list': {
      const form = { elementBytes: sizeOf(shape.type), alignment: dataAlignment(layout, shape), key: layout.key };
      const words = packList(generation, lengths, form);
      if (words.kind === 'illegal') return words;
      return legal({ sized: { outer: true, inner: true }, decodeSlots: 5 + 2 * lengths.length, words: words.value });
    }
  }
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
