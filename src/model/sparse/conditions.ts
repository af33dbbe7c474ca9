// How likely it is that a read can be gated or skipped: that the operand it is conditioned on is all zero where the read
// would be used (G.6).

import type { Held } from './held.js';
import type { NestLoop, NestLoops } from './nest-loops.js';
import type { Optimization, Option, SparseLayout } from './sparse-layout.js';
import type { ShapeOf } from './tiles.js';

export interface Conditions {
  readonly layout: SparseLayout;
  readonly nest: NestLoops;
  readonly shapeOf: ShapeOf;
  /** Per dataspace, innermost first. */
  readonly held: readonly (readonly Held[])[];
}

/** Decides what is gated and what is skipped; null, or an optimization whose target is stored nowhere above it. */
export function optimize(conditions: Conditions): Optimization | null {
  for (const optimization of conditions.layout.optimizations) {
    if (optimization.kind === 'spatial skipping') continue;
    const choices = optimization.options.map((option) => choice(option, optimization.level, conditions));
    if (choices.length === 0) continue;
    let best = choices[0];
    for (const one of choices) {
      if (one === undefined) return optimization;
      if (one.saving >= best!.saving) best = one;
    }
    const { held, probability } = best!;
    // Of several on one tensor the more effective one stands.
    if (held.optimization !== null && held.optimization.probability >= probability) continue;
    held.optimization = { kind: optimization.kind === 'gating' ? 'gated' : 'skipped', probability };
  }
  return null;
}

interface Choice {
  readonly held: Held;
  readonly probability: number;
  readonly saving: number;
}

function choice(option: Option, level: number, conditions: Conditions): Choice | undefined {
  const { layout } = conditions;
  const held = conditions.held[option.target]!.find((one) => one.level >= level);
  if (held === undefined) return undefined;
  const probability = ineffectual(held, option.conditionOn, conditions);
  const { energy, blockSize, wordBits, sparsity } = layout.plan.architecture.levels[held.level]!;
  // Metadata in units of data words, for the ranks that are sent; the reference divides the widths as integers.
  const ratio = sparsity!.metadataWordBits / wordBits;
  const sent = (held.child ?? held).expectedMetadata.reduce((sum, [metadata, payload]) => sum + metadata + payload, 0);
  const words = held.expectedWords + sent * (layout.quirks ? Math.floor(ratio) : ratio);
  return { held, probability, saving: (energy.readPj / blockSize) * words * probability };
}

/** Probability that a read of the target has nothing to meet in one of `conditionOn`. */
function ineffectual(held: Held, conditionOn: readonly number[], conditions: Conditions): number {
  const { layout, shapeOf } = conditions;
  const leader = leaderOf(held, conditions);
  let effectual = 1;
  for (const other of conditionOn) {
    const box = conditionBox(held, other, { ...conditions, leader });
    if (box === null) continue;
    effectual *= 1 - layout.densities[other]!.empty(shapeOf(other, box));
  }
  return 1 - effectual;
}

interface Leader {
  /** The loop at whose granularity the target is read. */
  readonly loop: NestLoop;
  /** The target is read word by word. */
  readonly scalar: boolean;
  /** That loop, and those outside it during which the read stays what it is. */
  readonly relevant: readonly NestLoop[];
  /** Box of iterations in which one read of the target is used. */
  readonly target: Float64Array;
  /** The same with all that stays: in which the condition must hold. */
  readonly condition: Float64Array;
}

function leaderOf(held: Held, { layout, nest }: Conditions): Leader {
  const { loops, start } = nest;
  const projects = (loop: NestLoop): boolean => ((layout.dimensions[held.dataspace]! >> loop.dimension) & 1) === 1;
  const end = start[held.level + 1]!;
  const innermost = held.child === null;
  const from = innermost ? 0 : start[held.child!.level + 1]!;
  let at = -1;
  let scalar = false;
  for (let l = from; l < end && at < 0; l += 1) {
    const loop = loops[l]!;
    // A unit loop decides nothing, but in the reference, where it stands for a level.
    if (loop.bound === 1 && !layout.quirks) continue;
    const stops = loop.bound > 1 && projects(loop);
    if (!innermost) {
      if (stops) at = l;
      continue;
    }
    // Nothing is reused on the way to compute: the top of the innermost run of spatial loops, or one word.
    const next = loops[l + 1];
    const runEnds = next?.level !== loop.level || !next.spatial || (next.bound === 1 && !layout.quirks);
    if (runEnds) scalar = !loop.spatial;
    if (runEnds || stops) at = l;
  }
  if (at < 0) at = end - 1;
  const loop = loops[at]!;
  const target = scalar ? new Float64Array(loop.box.length).fill(1) : loop.box.slice();
  const condition = target.slice();
  const relevant = [loop];
  let moved = !loop.spatial;
  for (let l = at + 1; l < end; l += 1) {
    const outer = loops[l]!;
    if (outer.bound === 1) continue;
    // A spatial tile stays where it is until a temporal loop outside steps the target.
    const stays = !outer.spatial && !moved && !innermost && !projects(outer);
    if (outer.spatial || stays) {
      condition[outer.dimension] = condition[outer.dimension]! * outer.bound;
      relevant.push(outer);
    }
    if (!outer.spatial && (innermost || projects(outer))) moved = true;
  }
  return { loop, scalar, relevant, target, condition };
}

/** The box of the condition that goes with one access of the target; null where the optimization has no effect. */
function conditionBox(
  held: Held,
  other: number,
  { layout, shapeOf, leader }: Conditions & { readonly leader: Leader },
): Float64Array | null {
  const of = (t: number, dimension: number): boolean => ((layout.dimensions[t]! >> dimension) & 1) === 1;
  const shared = (dimension: number): boolean => of(held.dataspace, dimension) && of(other, dimension);
  const factors = new Map<number, number>();
  let steps = 1;
  for (const loop of leader.scalar ? [] : leader.relevant) {
    // The condition would have to be met out of order.
    if (leader.loop.spatial && factors.size > 0 && of(other, loop.dimension)) return null;
    if (!shared(loop.dimension)) continue;
    factors.set(loop.dimension, (factors.get(loop.dimension) ?? 1) * loop.bound);
    steps *= loop.bound;
  }
  const box = leader.condition.slice();
  const { blockSize } = layout.plan.architecture.levels[held.level]!;
  const words = shapeOf(held.dataspace, leader.target).words;
  // One access moves a block: as many steps of the shared loops as fill one.
  let missing = Math.ceil(blockSize / (words / steps));
  for (const [dimension, factor] of [...factors].sort(([a], [b]) => a - b)) {
    box[dimension] = Math.ceil(box[dimension]! / (factor / missing));
    missing /= factor;
  }
  if (missing > 1) box[leader.loop.dimension] = Math.floor(box[leader.loop.dimension]! * missing);
  return box;
}
