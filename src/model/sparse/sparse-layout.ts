// The sparse side of a plan with names resolved: per dataspace and level its format, per level what is gated and skipped.

import type { RankFormat, StoredFormat } from '../../arch/sparse/sparsity.js';
import { everyDimension, isCompressed } from '../../arch/sparse/sparsity.js';
import { maskOf } from '../../math/bits.js';
import type { Dataspace, Workload } from '../../workload/workload.js';
import type { EvalPlan } from '../plan.js';
import type { TileShape } from './density-model.js';
import { densityOf } from './density-of.js';

/** One rank of a format; `flattened`: masks of the dimensions whose loops may share it, empty = one loop. */
export interface Rank {
  readonly format: RankFormat;
  readonly flattened: readonly number[];
}

export interface Option {
  readonly target: number;
  readonly conditionOn: readonly number[];
}

export interface Optimization {
  readonly kind: 'gating' | 'skipping' | 'spatial skipping';
  /** Where it is written. */
  readonly level: number;
  readonly options: readonly Option[];
}

/** Null where the architecture asks for no sparse optimization: then all is dense, whatever the densities. */
export function layOutSparsity(plan: EvalPlan) {
  const { workload, architecture } = plan;
  if (architecture.compute.sparsity === undefined) return null;
  const { levels } = architecture;
  const quirks = plan.options.referenceQuirks;
  return {
    plan,
    levels: levels.length,
    /** Reproduce what the reference miscounts (I.10). */
    quirks,
    densities: workload.dataspaces.map((dataspace) => densityOf(workload, dataspace, { quirks })),
    /** Mask of the dimensions that step each dataspace. */
    dimensions: workload.dataspaces.map(dimensionsOf),
    /** The two read-only dataspaces that a compute multiplies. */
    operands: workload.dataspaces.flatMap(({ readWrite }, t) => (readWrite ? [] : [t])),
    /** `[t * levels + i]`; null = stored without metadata. */
    formats: workload.dataspaces.flatMap(({ name }) =>
      levels.map(({ sparsity }) => {
        const format = sparsity?.formats.find(({ dataspace }) => dataspace.value === name);
        return format === undefined ? null : formatOf(format, workload);
      }),
    ),
    /** Gating of all levels before skipping, inner levels first. */
    optimizations: optimizationsOf(plan),
    /** Per level: the least confidence that a tile fits; 1 without overbooking. */
    confidence: levels.map(({ sparsity }, i) => (sparsity?.allowsOverbooking ? 1 - plan.overbooking[i]! : 1)),
  };
}

export type SparseLayout = Readonly<NonNullable<ReturnType<typeof layOutSparsity>>>;

/** Mask of the dimensions that step a dataspace. */
export function dimensionsOf({ projection }: Dataspace): number {
  const moving = projection.flat().filter(({ coefficient }) => coefficient !== 0);
  return maskOf(moving.map(({ dimension }) => dimension));
}

/** Words that level `i` takes for a tile of dataspace `t`: of a compressed one the fullest there can be (G.8). */
export function heldWords(
  { confidence, formats, densities, levels }: SparseLayout,
  { t, i, tile }: { readonly t: number; readonly i: number; readonly tile: TileShape },
): number {
  return formats[t * levels + i]?.compressed === true
    ? densities[t]!.mostNonzeros(tile, confidence[i]!)
    : Math.ceil(tile.words * confidence[i]!);
}

function formatOf({ ranks, innerToOuter }: StoredFormat, { dimensions }: Workload) {
  const maskOf = (names: RankFormat['flattened'][number]): number =>
    names.reduce((mask, { value }) => mask | maskOfRank(value, dimensions), 0);
  const innermostFirst = ranks.toReversed();
  return {
    /** Innermost first. */
    ranks: innermostFirst.map((format) => ({ format, flattened: format.flattened.map(maskOf) })),
    /** Of a word of metadata and of payload, in turns, by rank. */
    unitBits: Float64Array.from(innermostFirst.flatMap(({ metadataBits, payloadBits }) => [metadataBits, payloadBits])),
    innerToOuter,
    /** Whether any rank leaves out what is empty. */
    compressed: ranks.some(isCompressed),
  };
}

export type Format = Readonly<ReturnType<typeof formatOf>>;

function maskOfRank(name: string, dimensions: readonly string[]): number {
  return name === everyDimension ? 2 ** dimensions.length - 1 : 1 << dimensions.indexOf(name);
}

function optimizationsOf({ workload, architecture }: EvalPlan): readonly Optimization[] {
  const ids = new Map(workload.dataspaces.map(({ name }, t) => [name, t]));
  const all = architecture.levels.flatMap(({ sparsity }, level) =>
    (sparsity?.actions ?? []).map(({ kind, options }): Optimization => {
      const resolved = options.map(({ target, conditionOn }) => ({
        target: ids.get(target.value)!,
        conditionOn: conditionOn.map(({ value }) => ids.get(value)!),
      }));
      return { kind, level, options: resolved };
    }),
  );
  return (['gating', 'skipping', 'spatial skipping'] as const).flatMap((kind) =>
    all.filter((one) => one.kind === kind),
  );
}

/** One rank takes all loops, in whatever order. `mask`: dimensions of the dataspace. */
export function isFlat({ ranks, innerToOuter }: Format, mask: number): boolean {
  const taking = innerToOuter ? ranks : ranks.slice(-1);
  return taking.every(({ flattened }) => ((flattened[0] ?? 0) & mask) === mask);
}
