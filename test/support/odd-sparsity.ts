// Sparsity in every combination, sensible or not, for a random problem: all kinds of ranks and densities, spatial skipping,
// overbooking, outputs in formats, little room for metadata.

import type { StorageLevel } from '../../src/arch/architecture.js';
import type { RankFormat, StoredFormat } from '../../src/arch/sparse/sparsity.js';
import { checkSparsity } from '../../src/mapping/check-sparsity.js';
import type { Density } from '../../src/workload/density.js';
import { type Dataspace, dataspaceExtents } from '../../src/workload/workload.js';
import { type Choices, chance, pick } from './choices.js';
import { type Sparsifiable, sparsified } from './sparsified.js';

/**
 * Null where the workload has not two inputs, or what was drawn counts zeros twice. `overbooking`: the most of the tiles that may
 * overflow, by level.
 */
export function oddSparsity<P extends Sparsifiable>(
  choices: Choices,
  plain: P,
): { readonly problem: P; readonly overbooking: readonly number[] } | null {
  const problem = sparsified(choices, plain);
  if (problem === null) return null;
  const { levels } = problem.architecture;
  const packed = chance(choices, 25);
  const outputs = problem.workload.dataspaces.find(({ readWrite }) => readWrite)!.name;
  const oddLevels = levels.map((level, i): StorageLevel => {
    if (level.sparsity === undefined) return level;
    const own = oddFormats(choices, level.sparsity.formats);
    const output =
      own[0] !== undefined && packed && i > 0
        ? [{ ...own[0], dataspace: { ...own[0].dataspace, value: outputs } }]
        : [];
    const spread = i > 0 && levels[i - 1]!.kind === 'fanout' && chance(choices, 30);
    const actions = spread
      ? level.sparsity.actions.map(({ options }) => ({
          kind: 'spatial skipping' as const,
          options: options.slice(0, 1),
        }))
      : level.sparsity.actions;
    return {
      ...level,
      sparsity: {
        ...level.sparsity,
        formats: [...own, ...output],
        actions,
        metadataRowBits: pick(choices, [0, 8, 16]),
        metadataCapacityBits: chance(choices, 20) ? pick(choices, [40, 400, 4000]) : null,
        allowsOverbooking: chance(choices, 20),
      },
    };
  });
  const dataspaces = problem.workload.dataspaces.map((one) => {
    const density = oddDensity(choices, one, problem.workload.bounds);
    return density === undefined ? one : { ...one, density };
  });
  const overbooking = oddLevels.map(() => pick(choices, [1, 0.5, 0.1]));
  const workload = { ...problem.workload, dataspaces };
  const architecture = { ...problem.architecture, levels: oddLevels };
  if (checkSparsity(workload, architecture).length > 0) return null;
  return { problem: { ...problem, workload, architecture }, overbooking };
}

/** Undefined where it stays what it is. */
function oddDensity(choices: Choices, dataspace: Dataspace, bounds: readonly number[]): Density | undefined {
  const [rows, columns, ...others] = dataspaceExtents(dataspace, bounds);
  const matrix = rows !== undefined && columns !== undefined && others.length === 0;
  const kind = choices.below(10);
  if (dataspace.readWrite) return kind === 9 ? { kind: 'fixed_structured', density: 0.5 } : undefined;
  if (kind === 9) return { kind: 'hypergeometric', density: 0, tensorWords: null };
  if (kind < 6 || !matrix) return undefined;
  if (kind === 6) return { kind: 'banded', bandWidth: choices.below(3) };
  const row: number[] = [];
  const column: number[] = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      if (!chance(choices, 30)) continue;
      row.push(r);
      column.push(c);
    }
  }
  return { kind: 'measured', pattern: { rows, columns, row: Int32Array.from(row), column: Int32Array.from(column) } };
}

function oddFormats(choices: Choices, formats: readonly StoredFormat[]): StoredFormat[] {
  return formats.map((format) => {
    const ranks = format.ranks.map((rank, r): RankFormat => {
      const kinds =
        r < format.ranks.length - 1
          ? (['UOP', 'UB', rank.kind] as const)
          : (['UB', 'B', rank.kind, rank.kind] as const);
      const metadataBits = pick(choices, [0, 1, 4]);
      return { ...rank, kind: pick(choices, kinds), metadataBits, payloadBits: pick(choices, [0, 4]) };
    });
    return { ...format, ranks, innerToOuter: chance(choices, 20) };
  });
}
