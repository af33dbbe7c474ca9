// What a class name stands for (A.5): the first known word it contains decides, storage before compute before network.

export type ComponentKind = 'storage' | 'compute' | 'network' | 'nothing';

const words: readonly (readonly [ComponentKind, readonly string[]])[] = [
  ['storage', ['DRAM', 'SRAM', 'regfile', 'smartbuffer', 'storage']],
  ['compute', ['mac', 'intmac', 'fpmac', 'compute']],
  ['network', ['XY_NoC', 'Legacy', 'ReductionTree', 'SimpleMulticast']],
  ['nothing', ['nothing']],
];

export function componentKind(className: string): ComponentKind | undefined {
  return words.find(([, known]) => known.some((word) => className.includes(word)))?.[0];
}

/** What to write in a class; networks are understood and refused. */
export const classWords: readonly string[] = words.flatMap(([kind, known]) => (kind === 'network' ? [] : known));
