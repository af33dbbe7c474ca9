// Parts of a mapspace that are bounded each on its own, because more is known there of what zeros leave. Of several options of
// one optimization the hardware takes one: what each way to choose leaves at least is more than what all options together
// would. And a condition that goes with a child's tile of the target is no smaller than the condition's own tile at that child,
// nor than what the fan-outs on the way make of a word (G.6): where that is large it is hardly ever empty, where it is small few
// tiles can stand there and few spatial choices be made. What is stored in a format of several ranks has other metadata where
// the tiles inside are more than a word.

import type { StorageLevel } from '../../arch/architecture.js';
import type { ActionOption } from '../../arch/sparse/sparsity.js';
import type { Constraints } from '../../mapping/constraints.js';
import { boxWords, type Workload } from '../../workload/workload.js';
import type { EvalPlan } from '../plan.js';
import { cuttingLevels, listedBits } from './cut-tiles.js';
import { childKeeper } from './loop-order.js';
import { dimensionsOf, layOutSparsity, type SparseLayout } from './sparse-layout.js';

/** Words. */
export interface Range {
  readonly least: number;
  readonly below: number;
}

/** Of tiles that nothing is known of. */
const any: Range = { least: 1, below: Number.POSITIVE_INFINITY };

/** A condition `t` of accesses to `target` that go to level `child`. */
interface Condition {
  readonly target: number;
  readonly t: number;
  readonly child: number;
}

/** Mappings by what one access meets of a condition at least. */
export interface Met extends Condition {
  /** The condition's tile at the child. */
  readonly tile: Range;
  /** What the fan-outs on the way make of one word (`wordsAcross`). */
  readonly across: Range;
}

/** What is known of mappings. */
export interface Known {
  readonly met: readonly Met[];
  /** Factors need not divide their dimension. */
  readonly imperfect: boolean;
}

export interface SparseCase {
  readonly plan: EvalPlan;
  readonly met: readonly Met[];
}

/** A condition that is all zero less often than this is as good as none. */
const seldom = 1 / 64;

/** Ways to choose options that are bounded one by one. */
const mostChoices = 8;

/** Cases that conditions make at once; those left over are asked for when a case is divided again. */
const mostOpened = 81;

/** The case as cases that are known better; none where there is nothing to gain. */
export function dividedCase({ plan, met }: SparseCase, constraints: Constraints): readonly SparseCase[] {
  const layout = layOutSparsity(plan);
  if (layout === null) return [];
  const conditions = conditionsOf(layout, constraints);
  const open = conditions.reduce<readonly (readonly Met[])[]>(
    (all, condition) => {
      const opened = all.flatMap((known) => questionOf(layout, condition, known).opened());
      return opened.length > mostOpened ? all : opened;
    },
    [met],
  );
  const cases = open.flatMap((known) =>
    optionChoices(plan, (option, level) => isIdle(layout, constraints, { option, level, met: known })).map((one) => ({
      plan: one,
      met: known,
    })),
  );
  if (cases.length > 1) return cases;
  // One after the other, where a case turns out to be hard: all together would be too many.
  const cut = openCut(layout, constraints, met);
  if (cut !== null) return byCut(cut, met).map((one) => ({ plan, met: one }));
  const questions = conditions.map((condition) => questionOf(layout, condition, met));
  const widest = questions.reduce<(typeof questions)[number] | null>(
    (most, one) => (one.uncertainty > (most?.uncertainty ?? seldom) ? one : most),
    null,
  );
  return widest === null ? [] : widest.divided(widest.middle).map((one) => ({ plan, met: one }));
}

/** Words of a condition that an access meets at least. */
export function leastMet(met: readonly Met[], condition: Condition): number {
  const known = met.find((one) => isSame(one, condition));
  return known === undefined ? 1 : Math.max(known.tile.least, known.across.least);
}

/** Words that spatial factors make of one word of the condition, along dimensions that do not move the target. */
export function wordsAcross(workload: Workload, { target, t }: Condition, factors: readonly number[]): number {
  const moving = dimensionsOf(workload.dataspaces[target]!);
  const box = factors.map((factor, d) => ((moving >> d) & 1 ? 1 : factor));
  return boxWords(workload.dataspaces[t]!, box);
}

function isSame(one: Condition, other: Condition): boolean {
  return one.target === other.target && one.t === other.t && one.child === other.child;
}

/** Conditions on what goes to a child that is known, each once. */
function conditionsOf(layout: SparseLayout, constraints: Constraints): Condition[] {
  const found: Condition[] = [];
  const { optimizations, densities, plan, quirks } = layout;
  for (const { kind, level, options } of optimizations) {
    if (kind === 'spatial skipping' || quirks) continue;
    for (const { target, conditionOn } of options) {
      const child = childKeeper(plan.architecture, constraints, target, level);
      if (child === null) continue;
      for (const t of conditionOn) {
        const condition = { target, t, child };
        if (densities[t]!.shapeless && !found.some((one) => isSame(one, condition))) found.push(condition);
      }
    }
  }
  return found;
}

/**
 * Tiles that others are cut into if they are more than a word, as if they were a condition of themselves: the first of which that is
 * not known, and would tell of more metadata.
 */
function openCut(layout: SparseLayout, constraints: Constraints, met: readonly Met[]): Condition | null {
  for (const at of layout.formats.keys()) {
    const stored = { t: Math.floor(at / layout.levels), i: at % layout.levels };
    let known: number | null = null;
    for (const child of cuttingLevels(layout, constraints, stored)) {
      const cut = { target: stored.t, t: stored.t, child };
      const is = met.find((one) => isSame(one, cut));
      if (is !== undefined && is.tile.below <= 2) break; // nor is anything further inside
      if (leastMet(met, cut) > 1) known = child;
      else if (is === undefined && listedBits(layout, stored, child) > listedBits(layout, stored, known)) return cut;
    }
  }
  return null;
}

function byCut(cut: Condition, known: readonly Met[]): readonly (readonly Met[])[] {
  const tiles = [
    { ...any, least: 2 },
    { ...any, below: 2 },
  ];
  return tiles.map((tile) => [...known, { ...cut, tile, across: any }]);
}

/** What is known of a condition, and how it can be known better. */
function questionOf({ densities }: SparseLayout, condition: Condition, all: readonly Met[]) {
  const met = all.find((one) => isSame(one, condition)) ?? { ...condition, tile: any, across: any };
  const others = all.filter((one) => !isSame(one, condition));
  const { tile, across } = met;
  const empty = (words: number): number => densities[condition.t]!.empty({ words, extents: [words] });
  const least = leastMet([met], condition);
  const below = Math.max(tile.below, across.below);
  const [most, fewest] = [empty(least), below === any.below ? 0 : empty(below - 1)];
  const uncertainty = most - fewest;

  return {
    /** Between the most and the least that it is empty of all times. */
    uncertainty,
    /** Half way between the two. */
    middle: (most + fewest) / 2,
    /** By whether it is seldom empty, where that is not known. */
    opened: () => (others.length < all.length || uncertainty <= seldom ? [all] : divided(seldom)),
    divided,
  };

  /** By whether it is empty at most so often: for the tile, for what the fan-outs make of a word, or neither. */
  function divided(probability: number): readonly (readonly Met[])[] {
    const words = fewestWords(probability);
    const large = (range: Range): Range => ({ ...range, least: words });
    const small = (range: Range): Range => ({ ...range, below: Math.min(words, range.below) });
    const parts = [
      { ...met, tile: large(tile) },
      { ...met, tile: small(tile), across: large(across) },
      { ...met, tile: small(tile), across: small(across) },
    ];
    return parts
      .filter((one) => one.tile.least < one.tile.below && one.across.least < one.across.below)
      .map((one) => [...others, one]);
  }

  /** The fewest words, more than there are, that are empty so seldom. */
  function fewestWords(probability: number): number {
    let from = least;
    let to = from + 1;
    // Of what is all zero every tile is empty, however large.
    for (; empty(to) > probability && to < Number.MAX_SAFE_INTEGER; to *= 2) from = to;
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      if (empty(middle) > probability) from = middle;
      else to = middle;
    }
    return to;
  }
}

/** Whether an option hardly ever takes anything. */
function isIdle(
  { densities, plan }: SparseLayout,
  constraints: Constraints,
  { option, level, met }: { readonly option: ActionOption; readonly level: number; readonly met: readonly Met[] },
): boolean {
  const { dataspaces } = plan.workload;
  const idOf = (name: string): number => dataspaces.findIndex((one) => one.name === name);
  const target = idOf(option.target.value);
  const child = childKeeper(plan.architecture, constraints, target, level);
  return option.conditionOn.every(({ value }) => {
    const t = idOf(value);
    const words = child === null ? 1 : leastMet(met, { target, t, child });
    return densities[t]!.empty({ words, extents: words === 1 ? [1, 1] : [words] }) <= seldom;
  });
}

type Idle = (option: ActionOption, level: number) => boolean;

/** The plan for every way to take one option of each optimization, idle ones together; itself alone where there are too many. */
function optionChoices(plan: EvalPlan, idle: Idle): readonly EvalPlan[] {
  const { architecture } = plan;
  let chosen: readonly (readonly StorageLevel[])[] = [[]];
  for (const [i, level] of architecture.levels.entries()) {
    const ways = waysOf(level, (option) => idle(option, i));
    chosen = chosen.flatMap((inside) => ways.map((way) => [...inside, way]));
    if (chosen.length > mostChoices) return [plan];
  }
  return chosen.length === 1
    ? [plan]
    : chosen.map((levels) => ({ ...plan, architecture: { ...architecture, levels } }));
}

function waysOf(level: StorageLevel, idle: (option: ActionOption) => boolean): readonly StorageLevel[] {
  const { sparsity } = level;
  if (sparsity === undefined) return [level];
  let chosen: readonly (typeof sparsity.actions)[] = [[]];
  for (const action of sparsity.actions) {
    const never = action.options.filter(idle);
    const alone = action.options.filter((option) => !never.includes(option)).map((option) => [option]);
    const ways = never.length > 0 ? [...alone, never] : alone;
    chosen = chosen.flatMap((before) => ways.map((options) => [...before, { ...action, options }]));
  }
  return chosen.map((actions) => ({ ...level, sparsity: { ...sparsity, actions } }));
}
