// A mapping as the entries of a mapping file (D.4), so that reading them again gives the same mapping under every
// --compat: permutations name every dimension, because the front end inserts only missing ones, and X loops come first,
// then Y loops, then unit loops, because a split then means the same in both readings.

import type { BareProblem } from './implied.js';
import type { LevelMapping, Mapping, SpatialLoop, TemporalLoop } from './mapping.js';
import type { Problem } from './problem.js';

export type MappingEntry = LoopEntry | KeepEntry;

export interface LoopEntry {
  readonly target: string;
  readonly type: 'temporal' | 'spatial';
  /** `C1 M4`; `C=1 M=4` where a name is longer than a letter, `P=4,3` where the last iteration is shorter. */
  readonly factors: string;
  /** Innermost first. */
  readonly permutation: string;
  /** Spatial only: so many dimensions go to X, the rest to Y. */
  readonly split?: number;
}

export interface KeepEntry {
  readonly target: string;
  readonly type: 'dataspace';
  readonly keep: readonly string[];
  readonly bypass: readonly string[];
}

/** Outermost level first. A spatial entry targets the leaf that owns the mesh. */
export function mappingEntries(problem: BareProblem, mapping: Mapping): readonly MappingEntry[] {
  const keeps: MappingEntry[] = [];
  const loops: MappingEntry[] = [];
  for (let index = mapping.levels.length - 1; index >= 0; index -= 1) {
    const target = problem.architecture.levels[index]!.leaf;
    const level = mapping.levels[index]!;
    if (problem.architecture.levels[index]!.kind === 'fanout') {
      loops.push(spatialEntry(target, level.spatial, problem));
    } else {
      keeps.push(keepEntry(target, level, problem));
      loops.push(temporalEntry(target, level.temporal, problem));
    }
  }
  return [...keeps, ...loops];
}

type Named = Pick<Problem, 'workload'>;

function keepEntry(target: string, level: LevelMapping, { workload }: Named): KeepEntry {
  const names = (kept: boolean): string[] =>
    workload.dataspaces.filter((_, id) => level.keep[id] === kept).map((dataspace) => dataspace.name);
  return { target, type: 'dataspace', keep: names(true), bypass: names(false) };
}

function temporalEntry(target: string, loops: readonly TemporalLoop[], problem: Named): LoopEntry {
  return { target, type: 'temporal', factors: factorText(loops, problem), permutation: orderText(loops, problem) };
}

function spatialEntry(target: string, loops: readonly SpatialLoop[], problem: Named): LoopEntry {
  const onX = loops.filter((loop) => loop.axis === 'x');
  const onY = loops.filter((loop) => loop.axis === 'y');
  const ordered = [...onX, ...onY];
  if (ordered.some((loop, at) => loop !== loops[at])) throw new Error(`Y loop inside an X loop at ${target}`);
  const factors = factorText(ordered, problem);
  return { target, type: 'spatial', factors, permutation: orderText(ordered, problem), split: onX.length };
}

function factorText(loops: readonly TemporalLoop[], { workload }: Named): string {
  const written = workload.dimensions.map((name, dimension) => {
    const loop = loops.find((one) => one.dimension === dimension);
    return { name, bound: loop?.bound ?? 1, residual: loop?.residual ?? 1 };
  });
  const terse = workload.dimensions.every(isLetter) && written.every((one) => one.residual === one.bound);
  return written
    .map(({ name, bound, residual }) => {
      if (terse) return `${name}${bound}`;
      return residual === bound ? `${name}=${bound}` : `${name}=${bound},${residual}`;
    })
    .join(' ');
}

function orderText(loops: readonly TemporalLoop[], { workload }: Named): string {
  const iterating = loops.map((loop) => loop.dimension);
  const units = workload.dimensions.map((_, id) => id).filter((id) => !iterating.includes(id));
  const names = [...iterating, ...units].map((id) => workload.dimensions[id]!);
  return names.join(names.every(isLetter) ? '' : ',');
}

function isLetter(name: string): boolean {
  return [...name].length === 1;
}
