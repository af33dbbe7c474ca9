// The layouts of a Vector: what a field holds that points at data (section 2.6). Names are written as the command line reads them.

import { type Generation, hasSecondGeneration } from '../generation.js';
import { hex, type Illegal, illegal } from '../verdict.js';

export const vectorLayouts = ['span', 'short-span', 'one-ptr', 'scaled-ptr128'] as const;

export type VectorLayout = (typeof vectorLayouts)[number];

export interface LayoutTraits {
  readonly descriptorBytes: number;
  /** The most elements the count can say; infinite where there is no count to limit it. */
  readonly mostElements: number;
  /** The field knows how long the vector is. */
  readonly sized: boolean;
  readonly leastAlignment: number;
  /** One past the last address that the pointer reaches. */
  readonly reach: number;
  /** What decoding costs, in instructions. */
  readonly decodeSlots: number;
  readonly secondGeneration: boolean;
}

const traits: Readonly<Record<VectorLayout, LayoutTraits>> = {
  span: {
    descriptorBytes: 8,
    mostElements: 2 ** 32 - 1,
    sized: true,
    leastAlignment: 1,
    reach: 2 ** 32,
    decodeSlots: 0,
    secondGeneration: false,
  },
  'short-span': {
    descriptorBytes: 4,
    mostElements: 2 ** 11 - 1,
    sized: true,
    leastAlignment: 1,
    reach: 2 ** 20,
    decodeSlots: 2,
    secondGeneration: true,
  },
  'one-ptr': {
    descriptorBytes: 4,
    mostElements: Number.POSITIVE_INFINITY,
    sized: false,
    leastAlignment: 1,
    reach: 2 ** 32,
    decodeSlots: 0,
    secondGeneration: false,
  },
  'scaled-ptr128': {
    descriptorBytes: 2,
    mostElements: Number.POSITIVE_INFINITY,
    sized: false,
    leastAlignment: 16,
    reach: 2 ** 20,
    decodeSlots: 1,
    secondGeneration: true,
  },
};

export function traitsOf(layout: VectorLayout): LayoutTraits {
  return traits[layout];
}

export function layoutProblem(generation: Generation, layout: VectorLayout): Illegal | undefined {
  if (!traits[layout].secondGeneration || hasSecondGeneration(generation)) return undefined;
  return illegal('generation', `${layoutName(layout)} is not available on ${generation}, only from mk2 on`);
}

/** As the field writes it. */
export function layoutName(layout: VectorLayout): string {
  return layout.toUpperCase().replaceAll('-', '_');
}

/**
 * The words of a descriptor, low bits first in the order of its fields. A scaled pointer is one of 16 bits. For where
 * the data is and how many elements it has; both must have been checked.
 */
export function descriptorWords(layout: VectorLayout, address: number, count: number): readonly number[] {
  switch (layout) {
    case 'span':
      return [address, count];
    case 'short-span':
      // 20 bits of pointer, one reserved, 11 of count.
      return [(address + count * 2 ** 21) >>> 0];
    case 'one-ptr':
      return [address];
    case 'scaled-ptr128':
      return [address >> 4];
  }
}

export function pointerProblem(layout: VectorLayout, address: number): Illegal | undefined {
  const { reach, leastAlignment } = traits[layout];
  if (address % leastAlignment !== 0) {
    return illegal(
      'address-alignment',
      `${layoutName(layout)} cannot point at ${hex(address)}: not aligned to 16 bytes`,
    );
  }
  if (address >= reach) return illegal('address-range', `${layoutName(layout)} cannot point at ${hex(address)}`);
  return undefined;
}
