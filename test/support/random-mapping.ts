// Random mappings of a workload onto an architecture: factors that multiply to the bounds, spatial ones within the
// fan-outs, any order, any bypass. Imperfect factors on request.

import type { Architecture } from '../../src/arch/architecture.js';
import type { LevelMapping, Mapping, SpatialLoop, TemporalLoop } from '../../src/mapping/mapping.js';
import type { Workload } from '../../src/workload/workload.js';
import { type Choices, chance, pick, shuffled } from './choices.js';

export interface MappingOptions {
  /** `temporal`: also factors that do not divide, for dimensions without spatial loops; `all`: for any, over fan-outs as well. */
  readonly imperfect: 'none' | 'temporal' | 'all';
  /** Percentage of (level, dataspace) pairs that bypass. */
  readonly bypassPercent: number;
}

interface Draft {
  readonly spatial: SpatialLoop[];
  readonly temporal: TemporalLoop[];
}

export function randomMapping(
  choices: Choices,
  { workload, architecture, ...options }: MappingOptions & { workload: Workload; architecture: Architecture },
): Mapping {
  const drafts: Draft[] = architecture.levels.map(() => ({ spatial: [], temporal: [] }));
  const room = architecture.levels.map(({ fanoutX, fanoutY }) => ({ x: fanoutX, y: fanoutY }));
  const storages = architecture.levels.flatMap(({ kind }, level) => (kind === 'storage' ? [level] : []));

  for (const dimension of shuffled(choices, [...workload.bounds.keys()])) {
    if (options.imperfect === 'all' && chance(choices, 50)) {
      const bound = workload.bounds[dimension]!;
      imperfectFactors(choices, { dimension, bound, drafts, room, outermost: storages.at(-1)!, storages });
      continue;
    }
    let rest = workload.bounds[dimension]!;
    let spatial = false;
    for (const level of shuffled(choices, [...room.keys()])) {
      const axis = pick(choices, ['x', 'y'] as const);
      const divisors = divisorsOf(rest).filter((factor) => factor <= room[level]![axis]);
      const bound = chance(choices, 70) ? pick(choices, divisors) : 1;
      if (bound === 1) continue;
      drafts[level]!.spatial.push({ dimension, bound, residual: bound, axis });
      room[level]![axis] = Math.floor(room[level]![axis] / bound);
      rest /= bound;
      spatial = true;
    }
    const imperfect = options.imperfect === 'temporal' && !spatial && chance(choices, 50);
    const split = imperfect ? imperfectSplit : perfectSplit;
    split(choices, rest, storages.length).forEach(({ bound, residual }, at) => {
      if (bound > 1) drafts[storages[at]!]!.temporal.push({ dimension, bound, residual });
    });
  }

  const dataspaces = workload.dataspaces.length;
  const outermost = storages.at(-1)!;
  const levels = drafts.map(
    ({ spatial, temporal }, level): LevelMapping => ({
      // The reference puts the loops of X innermost, but any order is a mapping.
      spatial: shuffled(choices, spatial),
      temporal: shuffled(choices, temporal),
      keep: Array.from({ length: dataspaces }, () => {
        if (!storages.includes(level)) return false;
        return !chance(choices, level === outermost ? options.bypassPercent / 4 : options.bypassPercent);
      }),
    }),
  );
  return { levels };
}

function divisorsOf(number: number): number[] {
  return Array.from({ length: number }, (_, at) => at + 1).filter((factor) => number % factor === 0);
}

interface Factor {
  readonly bound: number;
  readonly residual: number;
}

interface Dimension {
  readonly dimension: number;
  readonly bound: number;
  readonly drafts: readonly Draft[];
  readonly room: readonly { x: number; y: number }[];
  readonly storages: readonly number[];
  readonly outermost: number;
}

/** D.3, from the inside out: spatial loops of a level stand inside its temporal ones. */
function imperfectFactors(choices: Choices, { dimension, bound, drafts, room, storages, outermost }: Dimension): void {
  let rest = bound;
  const take = (factor: number): Factor => {
    const residual = rest % factor === 0 ? factor : rest % factor;
    rest = Math.ceil(rest / factor);
    return { bound: factor, residual };
  };
  drafts.forEach(({ spatial, temporal }, level) => {
    const axis = pick(choices, ['x', 'y'] as const);
    const across = take(1 + choices.below(Math.min(rest, room[level]![axis])));
    if (across.bound > 1) {
      spatial.push({ dimension, ...across, axis });
      room[level]![axis] = Math.floor(room[level]![axis] / across.bound);
    }
    if (!storages.includes(level)) return;
    const along = take(level === outermost ? rest : 1 + choices.below(rest));
    if (along.bound > 1) temporal.push({ dimension, ...along });
  });
}

/** Innermost first; the outermost factor takes what is left. */
function perfectSplit(choices: Choices, bound: number, parts: number): Factor[] {
  let rest = bound;
  return Array.from({ length: parts }, (_, at) => {
    const factor = at === parts - 1 ? rest : pick(choices, divisorsOf(rest));
    rest /= factor;
    return { bound: factor, residual: factor };
  });
}

/** D.3: any factor, the residual counts follow. */
function imperfectSplit(choices: Choices, bound: number, parts: number): Factor[] {
  let rest = bound;
  return Array.from({ length: parts }, (_, at) => {
    const factor = at === parts - 1 ? rest : 1 + choices.below(rest);
    const residual = rest % factor === 0 ? factor : rest % factor;
    rest = Math.ceil(rest / factor);
    return { bound: factor, residual };
  });
}
