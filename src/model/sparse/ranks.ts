// Which loops make up which rank of a format (G.3).

import type { TileShape } from './density-model.js';
import type { Held, RankTile } from './held.js';
import type { NestLoops } from './nest-loops.js';
import { isFlat, type Rank, type SparseLayout } from './sparse-layout.js';
import type { Tiles } from './tiles.js';

export type RankProblem = 'too few ranks' | 'ranks differ from those of the level inside';

interface Loop {
  readonly dimension: number;
  readonly bound: number;
  readonly tile: TileShape;
}

/** What the ranks of a tile were found under, and what came of it. */
interface Last {
  tile: TileShape | null;
  child: Held | null;
  childTile: TileShape | null;
  childRanks: readonly RankTile[] | null;
  changes: number;
  problem: RankProblem | null;
}

export type Ranks = ReturnType<typeof ranksOf>;

/** Ranks by loops; those of the nest before stand where nothing has changed. */
export function ranksOf(layout: SparseLayout, { tiles, nest }: { readonly tiles: Tiles; readonly nest: NestLoops }) {
  const before: readonly Last[] = layout.formats.map(() => ({
    tile: null,
    child: null,
    childTile: null,
    childRanks: null,
    changes: -1,
    problem: null,
  }));
  return { assign };

  /** Fills in `held.ranks`; its child's must be known. */
  function assign(held: Held): RankProblem | null {
    const { dataspace, level, tile, child, format } = held;
    const last = before[dataspace * layout.levels + level]!;
    const childTile = child === null ? null : child.tile;
    const childRanks = child === null ? null : child.ranks;
    // Where one rank takes all loops their order does not matter: boxes decide.
    const flat = !layout.quirks && (format === null || isFlat(format, layout.dimensions[dataspace]!));
    const changes = flat ? 0 : nest.changes(child === null ? 0 : child.level + 1, level);
    const same = last.tile === tile && last.child === child && last.childTile === childTile;
    if (same && last.childRanks === childRanks && last.changes === changes) return last.problem;
    last.tile = tile;
    last.child = child;
    last.childTile = childTile;
    last.childRanks = childRanks;
    last.changes = changes;
    const shape = (box: ArrayLike<number>): TileShape => tiles.shape(dataspace, box);
    last.problem = assignRanks(held, nest, { layout, shape });
    return last.problem;
  }
}

/** `shape`: the tile of the dataspace in a box of iterations. */
function assignRanks(
  held: Held,
  nest: NestLoops,
  { layout, shape }: { readonly layout: SparseLayout; readonly shape: (box: ArrayLike<number>) => TileShape },
): RankProblem | null {
  const { child, format } = held;
  const ranks: readonly (Rank | null)[] = format?.ranks ?? [null];
  // A compressed tile is cut into the child's tiles before it is stored: its inner ranks are the child's.
  const preTiled = format?.compressed === true && child !== null && child.tile.words > 1;
  if (preTiled && !alignWithChild(held, ranks.length)) return 'ranks differ from those of the level inside';
  const inner = preTiled ? child.ranks : [];
  const mask = layout.dimensions[held.dataspace]!;
  const from = nest.start[child === null ? 0 : child.level + 1]!;
  const inside = new Map<number, number>();
  for (let l = 0; l < from && !preTiled; l += 1) {
    const { dimension, bound } = nest.loops[l]!;
    inside.set(dimension, (inside.get(dimension) ?? 1) * bound);
  }
  const loops: Loop[] = [];
  // Without cutting, the level's first loop of a dimension stands for all inside it, too.
  const push = (dimension: number, bound: number, box: ArrayLike<number>): void => {
    const all = bound * (inside.get(dimension) ?? 1);
    inside.delete(dimension);
    if (((mask >> dimension) & 1) === 1) loops.push({ dimension, bound: all, tile: shape(box) });
  };
  for (let l = from; l < nest.start[held.level + 1]!; l += 1) {
    const { dimension, bound, box } = nest.loops[l]!;
    if (bound > 1 || layout.quirks) push(dimension, bound, box);
    else for (const still of [...inside.keys()].sort((a, b) => a - b)) push(still, 1, box);
  }
  const scalar = shape(new Float64Array(layout.plan.workload.dimensions.length).fill(1));
  const own = ranks.slice(inner.length);
  const assigned = format?.innerToOuter ? fromInside(own, loops, layout.quirks) : fromOutside(own, loops);
  if (assigned === null) return 'too few ranks';
  const tiles: RankTile[] = [...inner];
  for (const one of assigned) {
    const below = tiles.at(-1)?.tile ?? scalar;
    if (one === null) {
      // The reference takes an empty rank to span the innermost loop.
      tiles.push({ fiber: 1, tile: layout.quirks ? (loops[0]?.tile ?? below) : below });
      continue;
    }
    const box = new Float64Array(layout.plan.workload.dimensions.length).fill(1);
    for (const { dimension, bound } of one.loops) box[dimension] = box[dimension]! * bound;
    tiles.push({ fiber: shape(box).words, tile: one.tile });
  }
  held.ranks = tiles;
  return null;
}

function alignWithChild({ format, child }: Held, ranks: number): boolean {
  if (child!.ranks.length > ranks) return false;
  if (child!.format?.compressed !== true) return true;
  return child!.format.ranks.every(({ format: inner }, r) => inner.kind === format!.ranks[r]!.format.kind);
}

interface Assigned {
  readonly loops: readonly Loop[];
  readonly tile: TileShape;
}

/** Null stands for an uncompressed tensor, which is one rank of all loops. */
function ruleOf(rank: Rank | null, dimension: number): number | null {
  if (rank === null) return -1;
  if (rank.flattened.length === 0) return 0;
  return rank.flattened.find((mask) => (mask >> dimension) & 1) ?? null;
}

/**
 * The first loop that is no unit one goes to the first rank that takes it, with those behind it that the rank takes, too; null = empty.
 * Null when loops are left over.
 */
function assignedTo(
  ranks: readonly (Rank | null)[],
  loops: readonly Loop[],
  tileOf: (taken: readonly Loop[]) => TileShape,
): (Assigned | null)[] | null {
  let at = 0;
  const assigned = ranks.map((rank): Assigned | null => {
    while (at < loops.length && loops[at]!.bound === 1) at += 1;
    const first = loops[at];
    const rule = first && ruleOf(rank, first.dimension);
    if (first === undefined || rule === null || rule === undefined) return null;
    const from = at;
    do at += 1;
    while (at < loops.length && (loops[at]!.bound === 1 || (rule >> loops[at]!.dimension) & 1));
    const taken = loops.slice(from, at);
    return { loops: taken, tile: tileOf(taken) };
  });
  return loops.slice(at).some(({ bound }) => bound > 1) ? null : assigned;
}

/** The outermost loop goes to the outermost rank; both are given innermost first, as for all here. */
function fromOutside(ranks: readonly (Rank | null)[], loops: readonly Loop[]): (Assigned | null)[] | null {
  const assigned = assignedTo(ranks.toReversed(), loops.toReversed(), ([outermost]) => outermost!.tile);
  return assigned === null ? null : assigned.reverse();
}

/** The innermost loop goes to the innermost rank; the reference takes such a rank to span its innermost loop only. */
function fromInside(
  ranks: readonly (Rank | null)[],
  loops: readonly Loop[],
  quirks: boolean,
): (Assigned | null)[] | null {
  return assignedTo(ranks, loops, (taken) => (quirks ? taken[0]! : taken.findLast(({ bound }) => bound > 1)!).tile);
}
