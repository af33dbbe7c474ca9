// The tree as far as it depends on element types: rows that an array takes together are as many as the types allow, and where elements
// are narrower than a byte the words of all levels are as narrow; and what is multiplied has an energy of its own.

import type { Architecture, StorageLevel } from '../../../arch/architecture.js';
import { forAllChips } from './chips.js';
import { macPjOf, rateOf, type TypeContext, wordBitsOf } from './element-types.js';
import type { FanOut } from './places.js';

/** Of types that have been checked. */
export function treeOf(architecture: Architecture, types: TypeContext): Architecture {
  const narrow = narrowed(architecture, 'stream', Math.max(1, rateOf(types)!));
  return inWordsOf(forAllChips(multiplying(narrow, macPjOf(types)), types.settings), wordBitsOf(types));
}

/** With a fan-out that is no wider than this; a fan-out of one is no level. */
function narrowed(architecture: Architecture, leaf: FanOut, width: number): Architecture {
  const { levels, compute } = architecture;
  const at = levels.findIndex((level) => level.kind === 'fanout' && level.leaf === leaf);
  const given = at < 0 ? 1 : levels[at]!.fanoutX * levels[at]!.fanoutY;
  if (width >= given) return architecture;
  const fewer = <L extends { readonly instances: number; readonly meshX: number }>(level: L): L => ({
    ...level,
    instances: (level.instances / given) * width,
    meshX: (level.meshX / given) * width,
  });
  const kept = levels.map((level, i) => {
    if (i < at) return fewer(level);
    return i === at ? { ...level, fanoutX: width, fanoutY: 1 } : level;
  });
  const without = (level: StorageLevel): StorageLevel =>
    level.powerGatedAt > at ? { ...level, powerGatedAt: level.powerGatedAt - 1 } : level;
  return {
    ...architecture,
    levels: width === 1 ? kept.filter((_, i) => i !== at).map(without) : kept,
    compute: fewer(compute),
  };
}

/** Where multiply-accumulates take so much. */
function multiplying(architecture: Architecture, energyPj: number | undefined): Architecture {
  if (energyPj === undefined) return architecture;
  return { ...architecture, compute: { ...architecture.compute, energyPj } };
}

/** Of words of so many bits, at most the 8 that the tree is written with. */
function inWordsOf(architecture: Architecture, bits: number): Architecture {
  const parts = 8 / bits;
  if (parts === 1) return architecture;
  const times = (value: number | null): number | null => (value === null ? null : value * parts);
  const levels = architecture.levels.map((level) => {
    if (level.kind !== 'storage' || level.wordBits !== 8) return level;
    const { energy } = level;
    return {
      ...level,
      wordBits: bits,
      capacityWords: times(level.capacityWords),
      effectiveCapacityWords: times(level.effectiveCapacityWords),
      readBandwidth: times(level.readBandwidth),
      writeBandwidth: times(level.writeBandwidth),
      sharedBandwidth: times(level.sharedBandwidth),
      energy: {
        ...energy,
        readPj: energy.readPj / parts,
        fillPj: energy.fillPj / parts,
        updatePj: energy.updatePj / parts,
      },
    };
  });
  return { ...architecture, levels };
}
