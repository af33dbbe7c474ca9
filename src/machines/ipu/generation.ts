// The three generations: Mk1 (GC2), Mk2 (GC200) and Bow, which is a Mk2 with a faster clock.

export const generations = ['mk1', 'mk2', 'bow'] as const;

export type Generation = (typeof generations)[number];

/** The layouts and instructions that came with Mk2. */
export function hasSecondGeneration(generation: Generation): boolean {
  return generation !== 'mk1';
}
