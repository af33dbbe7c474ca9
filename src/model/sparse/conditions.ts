// How likely it is that a read can be gated or skipped: that the operand it is conditioned on is all zero where the read
// would be used (G.6).

import type { Held } from './held.js';
import type { NestLoop, NestLoops } from './nest-loops.js';
import type { Optimization, Option, SparseLayout } from './sparse-layout.js';
import type { Tiles } from './tiles.js';

/** An option, and what it came to under the loops of the nest before. */
interface Choice {
  readonly option: Option;
  held: Held | null;
  child: Held | null;
  childTile: Held['tile'] | null;
  changes: number;
  probability: number;
}

/** What one read of the target is used for. */
interface Leader {
  /** The loop at whose granularity the target is read. */
  loop: NestLoop;
  /** The target is read word by word. */
  scalar: boolean;
  /** That loop, and those outside it during which the read stays what it is. */
  readonly relevant: NestLoop[];
  /** Box of iterations in which one read of the target is used. */
  readonly target: Float64Array;
  /** The same with all that stays: in which the condition must hold. */
  readonly condition: Float64Array;
}

export type Conditions = ReturnType<typeof conditionsOf>;

export function conditionsOf(
  layout: SparseLayout,
  { tiles, nest }: { readonly tiles: Tiles; readonly nest: NestLoops },
) {
  const optimizations = layout.optimizations.flatMap((optimization) =>
    optimization.kind === 'spatial skipping'
      ? []
      : [{ optimization, choices: optimization.options.map((option) => untried(option)) }],
  );
  const newBox = (): Float64Array => new Float64Array(layout.plan.workload.dimensions.length);
  const loop = { dimension: 0, bound: 1, spatial: false, level: -1, box: newBox() };
  const leader: Leader = { loop, scalar: false, relevant: [], target: newBox(), condition: newBox() };
  /** A box of a condition; by dimension the steps of shared loops, 0 where there are none. */
  const box = newBox();
  const steps = newBox();
  return { optimize };

  /**
   * Decides what is gated and what is skipped; null, or an optimization whose target is stored nowhere above it. `chains`: per
   * dataspace what is held, innermost first.
   */
  function optimize(chains: readonly (readonly Held[])[]): Optimization | null {
    for (const { optimization, choices } of optimizations) {
      let best: Held | null = null;
      let probability = 0;
      let most = 0;
      for (const choice of choices) {
        const held = keeperOf(chains[choice.option.target]!, optimization.level);
        if (held === null) return optimization;
        const likely = probabilityOf(choice, held);
        const saving = readPj(held) * likely;
        if (best !== null && saving < most) continue;
        best = held;
        probability = likely;
        most = saving;
      }
      // Of several on one tensor the more effective one stands.
      if (best === null || (best.optimization !== null && best.probability >= probability)) continue;
      best.optimization = optimization.kind === 'gating' ? 'gated' : 'skipped';
      best.probability = probability;
    }
    return null;
  }

  /** Of a tile, with its metadata. */
  function readPj(held: Held): number {
    const { quirks } = layout;
    const { energy, blockSize, wordBits, sparsity } = held.storage;
    // Metadata in units of data words, for the ranks that are sent; the reference divides the widths as integers.
    const ratio = sparsity!.metadataWordBits / wordBits;
    let sent = 0;
    const { metadata } = (held.child ?? held).means;
    for (let at = 0; at < metadata.length; at += 1) sent += metadata[at]!;
    const words = held.means.words + sent * (quirks ? Math.floor(ratio) : ratio);
    return (energy.readPj / blockSize) * words;
  }

  /** Probability that a read of the target has nothing to meet in one of its conditions. */
  function probabilityOf(choice: Choice, held: Held): number {
    const { child } = held;
    const childTile = child === null ? null : child.tile;
    const changes = nest.changes(child === null ? 0 : child.level + 1, held.level);
    const same = choice.held === held && choice.child === child && choice.childTile === childTile;
    if (same && choice.changes === changes) return choice.probability;
    choice.held = held;
    choice.child = child;
    choice.childTile = childTile;
    choice.changes = changes;
    lead(held);
    let effectual = 1;
    for (const other of choice.option.conditionOn) {
      if (!meets(held, other)) continue;
      effectual *= 1 - layout.densities[other]!.empty(tiles.probe(other, box));
    }
    choice.probability = 1 - effectual;
    return choice.probability;
  }

  function moves(t: number, { dimension }: NestLoop): boolean {
    return ((layout.dimensions[t]! >> dimension) & 1) === 1;
  }

  /** Finds the leader of a target. */
  function lead({ dataspace, level, child }: Held): void {
    const { quirks } = layout;
    const { loops, start } = nest;
    const end = start[level + 1]!;
    const innermost = child === null;
    let at = -1;
    leader.scalar = false;
    for (let l = innermost ? 0 : start[child.level + 1]!; l < end && at < 0; l += 1) {
      const loop = loops[l]!;
      // A unit loop decides nothing, but in the reference, where it stands for a level.
      if (loop.bound === 1 && !quirks) continue;
      const stops = loop.bound > 1 && moves(dataspace, loop);
      if (!innermost) {
        if (stops) at = l;
        continue;
      }
      // Nothing is reused on the way to compute: the top of the innermost run of spatial loops, or one word.
      const next = loops[l + 1]!;
      const runEnds = next.level !== loop.level || !next.spatial || (next.bound === 1 && !quirks);
      if (runEnds) leader.scalar = !loop.spatial;
      if (runEnds || stops) at = l;
    }
    if (at < 0) at = end - 1;
    const loop = loops[at]!;
    leader.loop = loop;
    if (leader.scalar) leader.target.fill(1);
    else leader.target.set(loop.box);
    const { condition, relevant } = leader;
    condition.set(leader.target);
    relevant.length = 0;
    relevant.push(loop);
    let moved = !loop.spatial;
    for (let l = at + 1; l < end; l += 1) {
      const outer = loops[l]!;
      if (outer.bound === 1) continue;
      const stepsTarget = moves(dataspace, outer);
      // A spatial tile stays where it is until a temporal loop outside steps the target.
      const stays = !outer.spatial && !moved && !innermost && !stepsTarget;
      if (outer.spatial || stays) {
        condition[outer.dimension] = condition[outer.dimension]! * outer.bound;
        relevant.push(outer);
      }
      if (!outer.spatial && (innermost || stepsTarget)) moved = true;
    }
  }

  /** Sets the box of the condition that goes with one access of the target; false where the optimization has no effect. */
  function meets(held: Held, other: number): boolean {
    const { loop: leading, scalar, relevant, target, condition } = leader;
    steps.fill(0);
    let all = 1;
    let shared = false;
    for (let at = 0; at < relevant.length && !scalar; at += 1) {
      const loop = relevant[at]!;
      const met = moves(other, loop);
      // The condition would have to be met out of order.
      if (leading.spatial && shared && met) return false;
      // A unit loop is no step, though a block may lie along it.
      if (!met || !moves(held.dataspace, loop) || (loop.bound === 1 && !layout.quirks)) continue;
      shared = true;
      steps[loop.dimension] = (steps[loop.dimension]! || 1) * loop.bound;
      all *= loop.bound;
    }
    box.set(condition);
    const { blockSize } = held.storage;
    // One access moves a block: as many steps of the shared loops as fill one.
    let missing = Math.ceil(blockSize / (tiles.probe(held.dataspace, target).words / all));
    for (let d = 0; d < box.length && shared; d += 1) {
      if (steps[d] === 0) continue;
      // A step is taken back once, and no more than fill a block; the reference goes on dividing, and multiplies twice.
      const divisor = steps[d]! / missing;
      box[d] = Math.ceil(box[d]! / (layout.quirks ? divisor : Math.max(1, divisor)));
      missing = layout.quirks ? missing / steps[d]! : Math.max(1, missing / steps[d]!);
    }
    if (missing > 1) box[leading.dimension] = Math.floor(box[leading.dimension]! * missing);
    return true;
  }
}

function untried(option: Option): Choice {
  return { option, held: null, child: null, childTile: null, changes: 0, probability: 0 };
}

/** The first that keeps the dataspace from a level outwards. */
function keeperOf(chain: readonly Held[], level: number): Held | null {
  for (const one of chain) if (one.level >= level) return one;
  return null;
}
