// A machine that executes a small loop nest: every step of every temporal loop, every instance of every level, every
// word by its coordinates. It shares no formula with the model: no extrapolation, no bounding boxes, no partition
// sizes, no scaling for bypass. Its policies are the documented ones:
//
// * an instance keeps the words that its next tile still needs and fetches the others (F.4), unless `no_reuse`;
// * a word leaving a tile of an output is sent to the parent as an update; entering again, it is brought back, but not
//   the first time (F.8), unless `rmw_first_update`; an update reads the old value unless it is the first here;
// * children of one fan-out that ask for the same words in the same step are served by one access (F.5), and outputs
//   of the same words in the same step are reduced into one update;
// * every compute touches every dataspace in every step: there are no operand registers.
//
// Links between neighbours (F.6) are not built.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';

/** Totals of all instances. */
export interface SimulatedCounts {
  reads: number;
  fills: number;
  updates: number;
}

export interface Simulation {
  readonly steps: number;
  readonly computes: number;
  /** Instances in use, by level. */
  readonly instances: readonly number[];
  /** counts[level][dataspace]; null where bypassed. */
  readonly counts: readonly (readonly (SimulatedCounts | null)[])[];
}

interface MachineLoop {
  readonly dimension: number;
  readonly bound: number;
  readonly stride: number;
  readonly level: number;
  readonly spatial: boolean;
}

type Words = ReadonlySet<string>;

/** What one instance of a level remembers of one dataspace. */
interface Instance {
  held: Words;
  /** Outputs: every word that was ever held here, and those that were ever updated here. */
  readonly seen: Set<string>;
  readonly touched: Set<string>;
  readonly offset: readonly number[];
  /** Index of the instance of the next outer level that it hangs from. */
  readonly parent: number;
}

const nothing: Words = new Set();

export function simulate(plan: EvalPlan, mapping: Mapping): Simulation {
  const { workload, flags } = plan;
  const levels = mapping.levels.length;
  const zero = workload.bounds.map(() => 0);

  // Inner to outer; the stride of a loop is what the loops of its dimension inside it have covered.
  const covered = workload.bounds.map(() => 1);
  const loops: MachineLoop[] = mapping.levels.flatMap(({ spatial, temporal }, level) =>
    [...spatial.map((loop) => ({ ...loop, spatial: true })), ...temporal.map((loop) => ({ ...loop, spatial: false }))]
      .filter(({ bound }) => bound > 1)
      .map(({ dimension, bound, spatial: isSpatial }) => {
        const stride = covered[dimension]!;
        covered[dimension]! *= bound;
        return { dimension, bound, stride, level, spatial: isSpatial };
      }),
  );

  const moved = (offset: readonly number[], { dimension, stride }: MachineLoop, index: number): number[] =>
    offset.map((at, d) => (d === dimension ? at + index * stride : at));

  /** Every offset that the given loops reach. */
  const reached = (of: readonly MachineLoop[], from: readonly (readonly number[])[]): (readonly number[])[] =>
    of.reduce<(readonly number[])[]>(
      (offsets, loop) =>
        offsets.flatMap((offset) => Array.from({ length: loop.bound }, (_, index) => moved(offset, loop, index))),
      [...from],
    );

  const wordAt = (dataspace: number, point: readonly number[]): string =>
    workload.dataspaces[dataspace]!.projection.map((rank) =>
      rank.reduce((sum, term) => sum + term.coefficient * point[term.dimension]!, 0),
    ).join(',');

  // Instances from the outermost level inwards, -1 being the computes: a fan-out of level l multiplies level l - 1.
  const tree: Instance[][] = [];
  let above: (readonly number[])[] = [zero];
  let parents = [0];
  for (let level = levels - 1; level >= -1; level--) {
    tree[level + 1] = above.map((offset, at) => ({
      held: nothing,
      seen: new Set(),
      touched: new Set(),
      offset,
      parent: parents[at]!,
    }));
    if (level < 0) break;
    const fanout = loops.filter((loop) => loop.spatial && loop.level === level);
    parents = above.flatMap((_, at) => reached(fanout, [zero]).map(() => at));
    above = above.flatMap((offset) => reached(fanout, [offset]));
  }
  const instancesOf = (level: number): readonly Instance[] => tree[level + 1]!;

  const counts = mapping.levels.map(({ keep }) =>
    keep.map((kept) => (kept ? { reads: 0, fills: 0, updates: 0 } : null)),
  );
  /** A level of -1 is the computes. */
  const keeperAbove = (level: number, dataspace: number): number => {
    for (let outer = level + 1; outer < levels; outer++) if (counts[outer]![dataspace]) return outer;
    return -1;
  };

  // State per dataspace and keeping level, separate for each dataspace.
  const states = workload.dataspaces.map((_, d) =>
    counts.map((level, i) =>
      level[d] ? instancesOf(i).map((one) => ({ ...one, seen: new Set<string>(), touched: new Set<string>() })) : null,
    ),
  );

  /** Carries requests of all instances of `level` up to the keeping level, merging equal ones at every fan-out. */
  const carried = (requests: readonly Words[], { from, to }: { from: number; to: number }): Map<string, Words>[] => {
    let arriving = requests.map((words) => (words.size === 0 ? new Map() : new Map([[keyOf(words), words]])));
    for (let level = from; level < to; level++) {
      const next = instancesOf(level + 1).map(() => new Map<string, Words>());
      instancesOf(level).forEach(({ parent }, at) => {
        for (const [key, words] of arriving[at]!) next[parent]!.set(key, words);
      });
      arriving = next;
    }
    return arriving;
  };

  const deliverReads = (requests: readonly Words[], { from, dataspace }: { from: number; dataspace: number }): void => {
    const to = keeperAbove(from, dataspace);
    if (to === -1) return;
    for (const merged of carried(requests, { from, to })) {
      for (const words of merged.values()) counts[to]![dataspace]!.reads += words.size;
    }
  };

  const deliverUpdates = (sent: readonly Words[], { from, dataspace }: { from: number; dataspace: number }): void => {
    const to = keeperAbove(from, dataspace);
    if (to === -1) return;
    const always = ((flags.rmwFirstUpdate[to]! >> dataspace) & 1) === 1;
    carried(sent, { from, to }).forEach((merged, at) => {
      const { touched } = states[dataspace]![to]![at]!;
      const tally = counts[to]![dataspace]!;
      for (const words of merged.values()) {
        for (const word of words) {
          tally.updates += 1;
          if (always || touched.has(word)) tally.reads += 1;
          touched.add(word);
        }
      }
    });
  };

  const tilePoints = mapping.levels.map((_, level) =>
    reached(
      loops.filter((loop) => loop.level <= level),
      [zero],
    ),
  );
  const tileAt = (level: number, { dataspace, offset }: { dataspace: number; offset: readonly number[] }): Words =>
    new Set(
      tilePoints[level]!.map((point) =>
        wordAt(
          dataspace,
          point.map((at, d) => at + offset[d]!),
        ),
      ),
    );

  /** Every keeping instance of `level` goes on to the tile at `position`; null drains it at the end. */
  const advance = (level: number, position: readonly number[] | null): void => {
    workload.dataspaces.forEach(({ readWrite }, dataspace) => {
      const state = states[dataspace]![level];
      if (!state) return;
      const forgets = ((flags.temporalNoReuse[level]! >> dataspace) & 1) === 1;
      const always = ((flags.rmwFirstUpdate[level]! >> dataspace) & 1) === 1;
      const leaving: Words[] = [];
      const entering: Words[] = [];
      for (const one of state) {
        const offset = position && one.offset.map((at, d) => at + position[d]!);
        const next = offset ? tileAt(level, { dataspace, offset }) : nothing;
        const keeps = forgets ? nothing : next;
        const had = forgets ? nothing : one.held;
        leaving.push(new Set([...one.held].filter((word) => !keeps.has(word))));
        entering.push(new Set([...next].filter((word) => !had.has(word))));
        one.held = next;
      }
      const hasParent = keeperAbove(level, dataspace) !== -1;
      const tally = counts[level]![dataspace]!;
      if (readWrite) {
        deliverUpdates(leaving, { from: level, dataspace });
        entering.forEach((words, at) => {
          const { seen } = state[at]!;
          for (const word of words) {
            if (hasParent && (always || seen.has(word))) tally.fills += 1;
            seen.add(word);
          }
        });
      } else {
        deliverReads(entering, { from: level, dataspace });
        if (hasParent) for (const words of entering) tally.fills += words.size;
      }
    });
  };

  const compute = (position: readonly number[]): void => {
    workload.dataspaces.forEach(({ readWrite }, dataspace) => {
      const words = instancesOf(-1).map(
        ({ offset }) =>
          new Set([
            wordAt(
              dataspace,
              offset.map((at, d) => at + position[d]!),
            ),
          ]),
      );
      const deliver = readWrite ? deliverUpdates : deliverReads;
      deliver(words, { from: -1, dataspace });
    });
  };

  // Outermost loop first. A level's tile moves on whenever a loop above its boundary does.
  const temporal = loops.filter((loop) => !loop.spatial).toReversed();
  let steps = 0;
  const run = (depth: number, position: readonly number[]): void => {
    const loop = temporal[depth];
    // Levels whose loops above are now all at a position: everything from the next loop's level inwards stays open.
    const openLevel = loop ? loop.level : -1;
    const doneLevel = depth === 0 ? levels : temporal[depth - 1]!.level;
    for (let level = doneLevel - 1; level >= Math.max(openLevel, 0); level--) advance(level, position);
    if (!loop) {
      steps += 1;
      compute(position);
      return;
    }
    for (let index = 0; index < loop.bound; index++) run(depth + 1, moved(position, loop, index));
  };
  run(0, zero);
  for (let level = 0; level < levels; level++) advance(level, null);

  return {
    steps,
    computes: steps * instancesOf(-1).length,
    instances: mapping.levels.map((_, level) => instancesOf(level).length),
    counts,
  };
}

function keyOf(words: Words): string {
  return [...words].sort().join(' ');
}
