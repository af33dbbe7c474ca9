// What one dimension's factors mean to everything else: the tile extents at the levels that are limited, the spatial
// factors where they are, the number of loops. Of factor vectors that serve alike, and of those that another one beats in
// every respect, one is enough: often a single profile is left of a thousand vectors.

import { positionsOf, type Tiling } from '../../mapspace/tiling.js';
import type { FactorSpace } from '../../math/factorization.js';
import type { Effort } from './effort.js';
import type { KnownSpaces } from './known-spaces.js';
import { openSpace } from './open-space.js';
import type { Outlook, Sense } from './outlook.js';
import type { Subproblem } from './subproblem.js';

/** All that matters of one factor vector. */
export interface Profile {
  /** Per size limit of the subproblem; 1 where the dimension does not matter. */
  readonly extents: readonly number[];
  /** Per spatial position; 1 where it does not matter. */
  readonly spatial: readonly number[];
  /** Temporal factors above 1; 0 where their number does not matter. */
  readonly loops: number;
  /** A factor vector that has it, by position. */
  readonly factors: readonly number[];
}

export interface Profiles {
  readonly list: readonly Profile[];
  /** False where some were left out. */
  readonly complete: boolean;
}

/** What a component of a profile should be for others to fit: as small as possible, as large, or it depends. */
/** Partial vectors of one dimension beyond which no more are followed. */
const mostLabels = 20_000;

/** Steps that following one is worth. */
const stepsPerLabel = 20;

export function outlookOf(subproblem: Subproblem, matters: readonly boolean[]): Outlook {
  const { sizes, limitedFanout, leastInstances, mostLoops } = subproblem;
  const sense = (low: boolean, high: boolean): Sense => (low ? (high ? 'same' : 'low') : high ? 'high' : 'none');
  return {
    extents: sizes.map(({ most, least }, at) =>
      matters[at]! ? sense(most < Number.POSITIVE_INFINITY, least > 0) : 'none',
    ),
    spatial: limitedFanout.map((limited) => sense(limited, leastInstances > 0)),
    loops: mostLoops < Number.POSITIVE_INFINITY ? 'low' : 'none',
  };
}

interface Label {
  readonly state: number;
  readonly spatial: readonly number[];
  /** Product of the factors inside, at the temporal position at hand. */
  readonly inside: number;
  readonly extents: readonly number[];
  readonly loops: number;
  readonly factors: readonly number[];
}

export function profilesOf(
  subproblem: Subproblem,
  dimension: number,
  { outlook, effort, spaces }: { readonly outlook: Outlook; readonly effort: Effort; readonly spaces: KnownSpaces },
): Profiles {
  const { tiling, sizes } = subproblem;
  const bound = subproblem.bounds[dimension]!;
  const opened = bound === null ? openSpace(subproblem, dimension, outlook) : undefined;
  const space = opened?.space ?? spaces.of(subproblem, dimension, effort);
  if (space.count === 0) return { list: [], complete: true };
  let complete = opened?.complete ?? true;
  let labels: readonly Label[] = [{ state: 0, spatial: [], inside: 1, extents: [], loops: 0, factors: [] }];
  const last = lastPosition(tiling, subproblem, outlook);
  for (let p = 0; p < last; p += 1) {
    const next = new Map<string, Label[]>();
    let count = 0;
    for (const label of labels) {
      const end = space.firstOption[p]![label.state + 1]!;
      for (let option = space.firstOption[p]![label.state]!; option < end; option += 1) {
        effort.spend(stepsPerLabel);
        const step = { p, factor: space.factor[p]![option]!, state: space.next[p]![option]! };
        count += offer(next, extended(label, step, { tiling, sizes, outlook, bound }), outlook);
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
    const profile = profileOf(label, { space, last, outlook });
    const group = groupOf(profile, outlook);
    const alike = groups.get(group);
    if (alike === undefined) {
      groups.set(group, [profile]);
      continue;
    }
    effort.spend(alike.length);
    if (alike.some((other) => serves(other, profile, outlook))) continue;
    const left = alike.filter((other) => !serves(profile, other, outlook));
    groups.set(group, left.length === alike.length ? alike : left);
    groups.get(group)!.push(profile);
  }
  const list = [...groups.values()].flat();
  return { list, complete };
}

function profileOf(
  label: Label,
  { space, last, outlook }: { readonly space: FactorSpace; readonly last: number; readonly outlook: Outlook },
): Profile {
  return {
    extents: outlook.extents.map((sense, at) => (sense === 'none' ? 1 : (label.extents[at] ?? 1))),
    spatial: outlook.spatial.map((sense, at) => (sense === 'none' ? 1 : label.spatial[at]!)),
    loops: outlook.loops === 'none' ? 0 : label.loops,
    factors: completed(space, label, last),
  };
}

/** Only profiles that are the same where nothing else will do can serve for each other. */
function groupOf({ extents, spatial }: Profile, outlook: Outlook): string {
  const fixed = [
    ...extents.filter((_, at) => outlook.extents[at] === 'same'),
    ...spatial.filter((_, at) => outlook.spatial[at] === 'same'),
  ];
  return fixed.join();
}

interface Following {
  readonly tiling: Tiling;
  readonly sizes: Subproblem['sizes'];
  readonly outlook: Outlook;
  readonly bound: number | null;
}

function extended(
  label: Label,
  { p, factor, state }: { readonly p: number; readonly factor: number; readonly state: number },
  { tiling, sizes, outlook, bound }: Following,
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
    return passed && outlook.spatial[at] === 'none' ? 1 : label.spatial[at]!;
  });
  const at = sizes.findIndex(({ temporal }) => temporal === t);
  const extent = bound === null ? inside : Math.min(inside, bound);
  const extents = at < 0 ? label.extents : [...label.extents, outlook.extents[at] === 'none' ? 1 : extent];
  const loops = label.loops + (outlook.loops === 'low' && factor > 1 ? 1 : 0);
  return { state, spatial, inside, extents, loops, factors };
}

/** Adds a label to those that go on alike, unless one of them serves as well; returns 1 if it was added. */
function offer(next: Map<string, Label[]>, label: Label, outlook: Outlook): number {
  const key = `${label.state}|${label.inside}|${label.spatial.join()}`;
  const alike = next.get(key);
  if (alike === undefined) {
    next.set(key, [label]);
    return 1;
  }
  const serving = (a: Label, b: Label): boolean =>
    a.loops <= b.loops && a.extents.every((extent, at) => better(extent, b.extents[at]!, outlook.extents[at]!));
  if (alike.some((other) => serving(other, label))) return 0;
  const left = alike.filter((other) => !serving(label, other));
  left.push(label);
  next.set(key, left);
  return 1;
}

/** Positions from here on change nothing that matters. */
function lastPosition(tiling: Tiling, { sizes }: Subproblem, { extents, loops }: Outlook): number {
  if (loops === 'low') return positionsOf(tiling).length;
  const outermost = sizes.findLast((_, at) => extents[at] !== 'none');
  return tiling.spatial.length + (outermost === undefined ? 0 : outermost.temporal + 1);
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

function serves(a: Profile, b: Profile, outlook: Outlook): boolean {
  return (
    a.loops <= b.loops &&
    a.extents.every((extent, at) => better(extent, b.extents[at]!, outlook.extents[at]!)) &&
    a.spatial.every((factor, at) => better(factor, b.spatial[at]!, outlook.spatial[at]!))
  );
}

function better(a: number, b: number, sense: Sense): boolean {
  switch (sense) {
    case 'low':
      return a <= b;
    case 'high':
      return a >= b;
    case 'same':
      return a === b;
    case 'none':
      return true;
  }
}
