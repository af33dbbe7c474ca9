// The one table of result columns: names, units, order and which direction is better. CSV, `compare` and the reports
// read it; a new column goes to the end.

import type { Architecture, EnergySource, EstimateNote } from '../arch/architecture.js';
import { own } from '../math/own.js';
import { energyByPart, partsJson, type Roofline, roofline, type Zeros, zerosOf } from '../model/cost-parts.js';
import type { Evaluation } from '../model/evaluation.js';
import type { RankedMapping, StopReason } from '../search/result.js';

export interface MappingRow extends Omit<RankedMapping, 'alternative' | 'index' | 'mapping'> {
  readonly architecture: string;
  readonly workload: string;
  readonly objective: string;
  /** null for a mapping that was evaluated, not searched; so are gap, lowerBound, stopReason, algorithm and index. */
  readonly optimal: boolean | null;
  readonly gap: number | null;
  readonly lowerBound: number | null;
  readonly stopReason: StopReason | null;
  /** Mapping entries as compact JSON; `mapping: <this>` is a mapping file. */
  readonly mapping: string;
  readonly configHash: string;
  readonly version: string;
  readonly seed: string;
  /** How often the layer occurs in its network. */
  readonly count: number;
  readonly algorithm: string | null;
  /** Canonical index in the mapspace. */
  readonly index: string | null;
  /** What sets the cycles: the compute, a level's bandwidth, or a part of a machine's schedule. */
  readonly boundBy: Evaluation['binding']['name'];
  readonly roofline: Roofline;
  /** By level, compute and network: `energyByPart`. */
  readonly energyByPart: Readonly<Record<string, number>>;
  /** `GLB=cacti-fit:15% mac=table:10%`: where each level's and the compute's energies come from, with stated errors. */
  readonly energySources: string;
  /** By level and dataspace, words of a tile and its energy, and energies beside: `partsJson`. */
  readonly parts: string;
  /** null where nothing is sparse. */
  readonly zeros: Zeros | null;
  /** What the machine decides for the mapping, as compact JSON: `machine: <this>` beside it in a mapping file; null where nothing. */
  readonly choices: string | null;
}

export type Cell = string | number | boolean | null;

export interface Column {
  readonly name: string;
  readonly unit?: string;
  readonly better?: 'lower' | 'higher';
  readonly of: (row: MappingRow) => Cell;
}

const leading: readonly Column[] = [
  { name: 'architecture', of: (row) => row.architecture },
  { name: 'workload', of: (row) => row.workload },
  { name: 'objective', of: (row) => row.objective },
  { name: 'rank', of: (row) => row.rank },
  { name: 'cycles', unit: 'cycles', better: 'lower', of: (row) => row.cycles },
  { name: 'energy_pj', unit: 'pJ', better: 'lower', of: (row) => row.energyPj },
  { name: 'edp_pj_cycles', unit: 'pJ*cycles', better: 'lower', of: (row) => row.edpPjCycles },
  { name: 'utilization', better: 'higher', of: (row) => row.utilization },
];

const trailing: readonly Column[] = [
  { name: 'optimal', of: (row) => row.optimal },
  { name: 'gap', better: 'lower', of: (row) => row.gap },
  { name: 'lower_bound', of: (row) => row.lowerBound },
  { name: 'stop_reason', of: (row) => row.stopReason },
  { name: 'mapping', of: (row) => row.mapping },
  { name: 'config_hash', of: (row) => row.configHash },
  { name: 'version', of: (row) => row.version },
  { name: 'seed', of: (row) => row.seed },
  { name: 'count', of: (row) => row.count },
  { name: 'algorithm', of: (row) => row.algorithm },
  { name: 'index', of: (row) => row.index },
  { name: 'bound_by', of: (row) => row.boundBy },
  { name: 'ops_per_cycle', of: (row) => row.roofline.opsPerCycle },
  { name: 'ops_per_byte', of: (row) => row.roofline.opsPerByte },
  { name: 'peak_ops_per_cycle', of: (row) => row.roofline.peakOpsPerCycle },
  { name: 'outer_bytes_per_cycle', of: (row) => row.roofline.outerBytesPerCycle },
  { name: 'energy_sources', of: (row) => row.energySources },
  { name: 'parts', of: (row) => row.parts },
];

/** Only of tables in which something is sparse. */
const ofZeros: readonly Column[] = [
  { name: 'actual_computes', of: ({ zeros }) => zeros?.actualComputes ?? null },
  { name: 'gated_computes', of: ({ zeros }) => zeros?.gatedComputes ?? null },
  { name: 'skipped_computes', of: ({ zeros }) => zeros?.skippedComputes ?? null },
  { name: 'actual_words', of: ({ zeros }) => zeros?.actualWords ?? null },
  { name: 'gated_words', of: ({ zeros }) => zeros?.gatedWords ?? null },
  { name: 'skipped_words', of: ({ zeros }) => zeros?.skippedWords ?? null },
  { name: 'metadata_pj', unit: 'pJ', of: ({ zeros }) => zeros?.metadataPj ?? null },
];

/** Only of tables in which a machine decides something. */
const ofChoices: readonly Column[] = [{ name: 'machine_choices', of: ({ choices }) => choices }];

/** What identifies a row across files. */
export const joinColumns: readonly string[] = ['architecture', 'workload', 'objective', 'rank'];

/** All columns that rows may have: one `<buffer>_utilization` per level name in the middle, one `<part>_energy_pj` per part at the end. */
export function columnsFor(rows: readonly MappingRow[]): readonly Column[] {
  const buffers = namesOf(rows, (row) => row.bufferUtilization).map((name): Column => {
    return { name: `${name}${utilizationSuffix}`, of: (row) => own(row.bufferUtilization, name) ?? null };
  });
  const parts = namesOf(rows, (row) => row.energyByPart).map((name): Column => {
    return { name: `${name}${energySuffix}`, unit: 'pJ', of: (row) => own(row.energyByPart, name) ?? null };
  });
  const none = (column: 'zeros' | 'choices'): boolean => rows.length > 0 && rows.every((row) => !row[column]);
  const some = [...(none('zeros') ? [] : ofZeros), ...(none('choices') ? [] : ofChoices)];
  return [...leading, ...buffers, ...trailing, ...some, ...parts];
}

export const utilizationSuffix = '_utilization';
export const energySuffix = '_energy_pj';

const ofEvery: ReadonlySet<string> = new Set([...columnsFor([]).map(({ name }) => name), 'status', 'diagnostics']);

/** Variables by their full path, and an attribute of levels whose path ends as a column of theirs does. */
const varied = /^variables\.|\.min_utilization$/;

/** What results have by themselves; any other column of theirs was varied, or added by somebody. */
export function isResultColumn(name: string): boolean {
  return ofEvery.has(name) || ((name.endsWith(utilizationSuffix) || name.endsWith(energySuffix)) && !varied.test(name));
}

/** Of what was varied: a variable may be called as a column of results is, `count` or `dram_energy_pj`. */
export function variedColumn(key: string): string {
  return isResultColumn(key) ? `variables.${key}` : key;
}

/** The direction in which a column gets better; undefined where a change is only a change. */
export function betterDirection(column: string): Column['better'] {
  return [...leading, ...trailing].find((one) => one.name === column)?.better;
}

/** In the order of first appearance. */
function namesOf(rows: readonly MappingRow[], of: (row: MappingRow) => object): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(of(row))))];
}

/** The columns that take a mapping's cost apart. */
export function costColumns(
  evaluation: Evaluation,
  architecture: Architecture,
): Pick<MappingRow, 'boundBy' | 'roofline' | 'energyByPart' | 'energySources' | 'parts' | 'zeros' | 'choices'> {
  const { choices = {} } = evaluation.machine ?? {};
  return {
    boundBy: evaluation.binding.name,
    roofline: roofline(evaluation, architecture),
    energyByPart: energyByPart(evaluation),
    energySources: energySourceList(architecture),
    parts: JSON.stringify(partsJson(evaluation)),
    zeros: zerosOf(evaluation),
    choices: Object.keys(choices).length > 0 ? JSON.stringify(choices) : null,
  };
}

function energySourceList(architecture: Architecture): string {
  return energyNotes(architecture)
    .map(({ name, source, estimate }) => {
      const error = estimate && errorText(estimate, (percent) => `${percent}%`);
      return `${name}=${source}${error === undefined ? '' : `:${error}`}`;
    })
    .join(' ');
}

/** `within 15 %`, as far as it is known how far off an estimate may be; undefined where nobody says. */
export function errorText(
  { errorPercent, extrapolated }: Omit<EstimateNote, 'basis'>,
  within: (percent: number) => string = (percent) => `within ${percent} %`,
): string | undefined {
  if (extrapolated.length > 0) return 'extrapolated';
  return errorPercent === null ? undefined : within(errorPercent);
}

/** Where the energies of every storage level and of the compute come from, outermost first. */
export function energyNotes({ levels, compute }: Architecture): readonly {
  readonly name: string;
  readonly source: EnergySource;
  readonly estimate?: EstimateNote;
}[] {
  const storage = levels.filter((level) => level.kind === 'storage').toReversed();
  const ofLevels = storage.map(({ name, energy: { source, estimate } }) => ({
    name,
    source,
    ...(estimate && { estimate }),
  }));
  const { name, energySource: source, estimate } = compute;
  return [...ofLevels, { name, source, ...(estimate && { estimate }) }];
}
