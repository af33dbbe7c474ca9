// What the spatial choices of a link mean to each group of edges, whatever the tile.

import { remembered } from '../../../math/remembered.js';
import { takenBackHere } from '../charges/assumed.js';
import type { DemandSet } from '../charges/demands.js';
import { landingsUnder } from './landings.js';
import type { Limits } from './pruning.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';
import { WantedChoices } from './wanted-choices.js';

/** One group of edges: its table, `LinkTables.inside`, and what is added and dropped on the way there. */
export interface GroupFill {
  /** Context below the fan-outs. */
  readonly context: number;
  /** What compute demands of bandwidths, and its place; null for nothing. */
  readonly demand: DemandSet | null;
  readonly demandAt: number;
  /** Class inside link k by spatial choice and class inside the next, `[s * classes + b]`, as far as all tiles share it. */
  readonly into: Int32Array;
  /** By dataspace. */
  readonly questions: readonly number[];
  /** Taken back under each spatial choice (`takenBackHere`), with what computes cost more, and the least of it. */
  readonly back: Float64Array;
  readonly leastBack: number;
  /** By class: entries from this much on are of no use with what is outside, by place; and the greatest of them. */
  readonly limit: Float64Array;
  readonly outside: WantedChoices;
  readonly mostPj: number;
  /** By place inside the loops: nought where no entry is wanted; null where all are. */
  readonly stands: Uint8Array | null;
  /** By place as well: the most that may be inside; null where nothing is known of that. */
  readonly most: Table | null;
  /** Has entries where any are wanted; null where all are. */
  readonly only: Table | null;
  /** Its place. */
  readonly g: number;
}

/** All of link k. `demands`: by group its place among the sets, -1 for none; there is room for so many `choices` and `tiles` at once. */
export function groupFills(
  tables: Tables,
  k: number,
  of: {
    readonly limits: readonly Limits[];
    readonly stands: readonly (Uint8Array | null)[];
    readonly most: readonly (Table | null)[] | null;
    readonly within: readonly (Table | null)[] | null;
    readonly sets: readonly DemandSet[];
    readonly demands: readonly number[];
    readonly choices: number;
    readonly tiles: number;
  },
): GroupFill[] {
  const { limits, sets, demands, choices, tiles, stands, most, within } = of;
  const { problem, boundaries } = tables;
  const { terms } = tables.links[k]!;
  const landed = new Map<DemandSet | null, Int32Array>();
  const outsides = new Map<Float64Array | null, WantedChoices>();
  return terms.groups.flatMap(({ below, questions }, g): GroupFill[] => {
    const only = within && within[g]!;
    if (within !== null && only === null) return [];
    const back = takenBackHere(problem, k, boundaries[k + 1]!.assumed[below]!).map(
      (pj, s) => pj + problem.computePj(k, s),
    );
    const demand = sets[demands[g]!] ?? null;
    const { mostPj, outsidePj } = limits[g]!;
    return [
      {
        context: below,
        demand,
        demandAt: demands[g]!,
        into: remembered(landed, demand, () => landingsUnder(tables, k, demand)),
        questions,
        back,
        leastBack: back.reduce((least, pj) => Math.min(least, pj), Number.POSITIVE_INFINITY),
        limit: mostPj,
        outside: remembered(outsides, outsidePj, () => new WantedChoices(outsidePj, choices, tiles)),
        mostPj: mostPj.reduce((greatest, pj) => Math.max(greatest, pj), Number.NEGATIVE_INFINITY),
        stands: stands[g]!,
        most: most && most[g]!,
        only,
        g,
      },
    ];
  });
}
