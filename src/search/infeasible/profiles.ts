// What one dimension's factors mean to everything else: the tile extents at the levels that are limited, the spatial
// factors where they are, the number of loops. Of factor vectors that serve alike, and of those that another one beats in
// every respect, one is enough: often a single profile is left of a thousand vectors.

import { positionsOf, type Tiling } from '../../mapspace/tiling.js';
import type { FactorSpace } from '../../math/factorization.js';
import type { Effort } from './effort.js';
import type { Sense, Subproblem } from './subproblem.js';

/** All that matters of one factor vector. */
export interface Profile {
  /** Tile extents per size limit of the subproblem, factors per spatial position, temporal factors above 1; 1 (loops: 0) where they do not matter. */
  readonly values: readonly number[];
  /** A factor vector that has it, by position. */
  readonly factors: readonly number[];
}

export interface Profiles {
  readonly list: readonly Profile[];
  /** False where some were left out. */
  readonly complete: boolean;
}

/** Partial vectors of one dimension beyond which no more are followed. */
const mostLabels = 20_000;

/** Steps that following one is worth. */
const stepsPerLabel = 20;

interface Label {
  readonly state: number;
  readonly spatial: readonly number[];
  /** Product of the factors inside, at the temporal position at hand. */
  readonly inside: number;
  readonly extents: readonly number[];
  readonly loops: number;
  readonly factors: readonly number[];
}

interface Profiling {
  readonly senses: readonly Sense[];
  readonly effort: Effort;
  /** All vectors, or not. */
  readonly factors: { readonly space: FactorSpace; readonly complete: boolean };
}

export function profilesOf(
  subproblem: Subproblem,
  dimension: number,
  { senses, effort, factors }: Profiling,
): Profiles {
  const { tiling, sizes } = subproblem;
  const bound = subproblem.bounds[dimension]!;
  const { space } = factors;
  if (space.count === 0) return { list: [], complete: true };
  let { complete } = factors;
  let labels: readonly Label[] = [{ state: 0, spatial: [], inside: 1, extents: [], loops: 0, factors: [] }];
  const countsLoops = senses.at(-1) === 'low';
  // Positions from here on change nothing that matters.
  const outermost = sizes.findLast((_, at) => senses[at] !== 'none');
  const last = countsLoops
    ? positionsOf(tiling).length
    : tiling.spatial.length + (outermost === undefined ? 0 : outermost.temporal + 1);
  for (let p = 0; p < last; p += 1) {
    const next = new Map<string, Label[]>();
    let count = 0;
    for (const label of labels) {
      const end = space.firstOption[p]![label.state + 1]!;
      for (let option = space.firstOption[p]![label.state]!; option < end; option += 1) {
        effort.spend(stepsPerLabel);
        const step = { p, factor: space.factor[p]![option]!, state: space.next[p]![option]! };
        count += offer(next, extended(label, step, { tiling, sizes, senses, bound }), senses);
      }
      if (count > mostLabels || effort.exhausted) {
        complete = false;
        break;
      }
    }
    labels = [...next.values()].flat();
  }
  const groups = new Map<string, Profile[]>();
  for (const label of labels) {
    if (effort.exhausted) {
      complete = false;
      break;
    }
    const extents = sizes.map((_, at) => label.extents[at] ?? 1);
    const values = [...extents, ...label.spatial, label.loops].map((value, at) =>
      senses[at] !== 'none' ? value : at < senses.length - 1 ? 1 : 0,
    );
    // Only profiles that are the same where nothing else will do can serve for each other.
    const group = values.filter((_, at) => senses[at] === 'same').join();
    const alike = groups.get(group) ?? [];
    effort.spend(alike.length);
    if (alike.some((other) => serves(other.values, values, senses))) continue;
    const left = alike.filter((other) => !serves(values, other.values, senses));
    groups.set(group, [...left, { values, factors: completed(space, label, last) }]);
  }
  return { list: [...groups.values()].flat(), complete };
}

interface Following {
  readonly tiling: Tiling;
  readonly sizes: Subproblem['sizes'];
  readonly senses: readonly Sense[];
  readonly bound: number | null;
}

function extended(
  label: Label,
  { p, factor, state }: { readonly p: number; readonly factor: number; readonly state: number },
  { tiling, sizes, senses, bound }: Following,
): Label {
  const factors = [...label.factors, factor];
  if (p < tiling.spatial.length) return { ...label, state, spatial: [...label.spatial, factor], factors };
  const t = p - tiling.spatial.length;
  const { depth } = tiling.temporal[t]!;
  const from = t === 0 ? -1 : tiling.temporal[t - 1]!.depth;
  let inside = label.inside * factor;
  const spatial = tiling.spatial.map((position, at) => {
    const passed = position.depth > from && position.depth < depth;
    if (passed) inside *= label.spatial[at]!;
    return passed && senses[sizes.length + at] === 'none' ? 1 : label.spatial[at]!;
  });
  const at = sizes.findIndex(({ temporal }) => temporal === t);
  const extent = bound === null ? inside : Math.min(inside, bound);
  const extents = at < 0 ? label.extents : [...label.extents, senses[at] === 'none' ? 1 : extent];
  const loops = label.loops + (senses.at(-1) === 'low' && factor > 1 ? 1 : 0);
  return { state, spatial, inside, extents, loops, factors };
}

/** Adds a label to those that go on alike, unless one of them serves as well; returns 1 if it was added. */
function offer(next: Map<string, Label[]>, label: Label, senses: readonly Sense[]): number {
  const key = `${label.state}|${label.inside}|${label.spatial.join()}`;
  const alike = next.get(key) ?? [];
  const serving = (a: Label, b: Label): boolean => a.loops <= b.loops && serves(a.extents, b.extents, senses);
  if (alike.some((other) => serving(other, label))) return 0;
  next.set(key, [...alike.filter((other) => !serving(label, other)), label]);
  return 1;
}

/** The rest of the vector by the first way there is. */
function completed(space: FactorSpace, label: Label, from: number): readonly number[] {
  const factors = [...label.factors];
  let { state } = label;
  for (let p = from; p < space.positions; p += 1) {
    const option = space.firstOption[p]![state]!;
    factors.push(space.factor[p]![option]!);
    state = space.next[p]![option]!;
  }
  return factors;
}

/** Whether the values of `a`, the first ones there are, do wherever those of `b` do. */
function serves(a: readonly number[], b: readonly number[], senses: readonly Sense[]): boolean {
  return a.every((value, at) => {
    const sense = senses[at]!;
    return value === b[at]! || sense === 'none' || (sense !== 'same' && (sense === 'low') === value < b[at]!);
  });
}
