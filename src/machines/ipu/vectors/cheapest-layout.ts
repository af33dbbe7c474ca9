// The legal layout that takes the fewest bytes for a given jagged shape, descriptors and padded data together. Ties go to
// what is sooner decoded, then to the plainer layout.

import { roundUp } from '../../padding.js';
import { type Generation, hasSecondGeneration } from '../generation.js';
import { illegal, legal, type Verdict } from '../verdict.js';
import type { FieldKey } from './delta-n-elements.js';
import { traitsOf, vectorLayouts } from './vector-layout.js';
import { type FieldLayout, type JaggedShape, type VectorStorage, vectorStorage } from './vector-storage.js';

export interface LayoutWish {
  readonly shape: JaggedShape;
  /** What the vertex must be able to ask for: nothing, the lengths of the sub-vectors, or also their number. */
  readonly sizes: 'none' | 'inner' | 'both';
  readonly key: FieldKey;
}

export function cheapestLayout(generation: Generation, { shape, sizes, key }: LayoutWish): Verdict<VectorStorage> {
  let best: VectorStorage | undefined;
  for (const layout of fieldLayouts(shape, key)) {
    const verdict = vectorStorage(generation, layout, shape);
    if (verdict.kind === 'illegal' || !tells(verdict.value, sizes)) continue;
    if (!best || compare(verdict.value, best) < 0) best = verdict.value;
  }
  if (best) return legal(best);
  const plainest = vectorStorage(generation, plainLayout(shape), shape);
  return plainest.kind === 'illegal' ? plainest : illegal('length', 'no layout can hold these vectors');
}

/**
 * Bytes of `vectors` vectors of `bytes` bytes each and of their descriptors, by the cheapest layout for a vertex that asks for no sizes:
 * what `cheapestLayout` finds, on the hot path. A pointer without a count is never beaten by one with it.
 */
export function cheapestEqualBytes(
  generation: Generation,
  { vectors, bytes, alignment }: { readonly vectors: number; readonly bytes: number; readonly alignment: number },
): number {
  const plain = traitsOf('one-ptr').descriptorBytes;
  const each = roundUp(bytes, alignment);
  const among = vectors === 1 ? 0 : 1;
  const pointed = among * plain + vectors * (plain + each);
  if (!hasSecondGeneration(generation)) return pointed;
  const { descriptorBytes: scaled, leastAlignment } = traitsOf('scaled-ptr128');
  const wider = roundUp(bytes, Math.max(alignment, leastAlignment));
  return Math.min(pointed - among * (plain - scaled), among * scaled + vectors * (scaled + wider));
}

/** All layouts that a shape can be asked for: of one vector the single ones, of several the nested ones and the list. */
export function fieldLayouts({ lengths }: JaggedShape, key: FieldKey): readonly FieldLayout[] {
  const single: readonly FieldLayout[] = vectorLayouts.map((layout) => ({ kind: 'single', layout }));
  if (lengths.length === 1) return single;
  const nested: readonly FieldLayout[] = vectorLayouts.flatMap((outer) =>
    vectorLayouts.map((inner): FieldLayout => ({ kind: 'nested', outer, inner })),
  );
  return [...nested, { kind: 'list', key }];
}

/** Never refused for what it counts. */
function plainLayout({ lengths }: JaggedShape): FieldLayout {
  return lengths.length === 1 ? { kind: 'single', layout: 'span' } : { kind: 'nested', outer: 'span', inner: 'span' };
}

function tells({ sized }: VectorStorage, sizes: LayoutWish['sizes']): boolean {
  return sizes === 'none' || (sized.inner && (sizes === 'inner' || sized.outer));
}

function compare(a: VectorStorage, b: VectorStorage): number {
  const bytes = (one: VectorStorage): number => one.descriptorBytes + one.dataBytes;
  return bytes(a) - bytes(b) || a.decodeSlots - b.decodeSlots;
}
