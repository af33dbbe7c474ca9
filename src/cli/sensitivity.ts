// `mapper evaluate --sensitivity`: what becomes of a mapping's cost where each number of the machine section and each bandwidth is half and
// double, so that a reader knows which estimate to doubt.

import type { Architecture } from '../arch/architecture.js';
import type { Evaluation } from '../model/evaluation.js';
import type { Style } from '../report/style.js';
import { numbers, renderTable, texts } from '../report/table.js';
import { csvText } from '../results/csv.js';
import type { Cell } from '../results/row.js';
import type { InputFile } from '../spec/read/input-file.js';
import { type EvaluateOptions, evaluateInputs } from './evaluate-inputs.js';

export interface SensitivityRow {
  /** As `--set` takes it. */
  readonly key: string;
  readonly value: number;
  /** Cycles and energy over those of the mapping; null where it is no mapping then, or the number is not allowed. */
  readonly half: Ratios | null;
  readonly double: Ratios | null;
}

interface Ratios {
  readonly cycles: number;
  readonly energy: number;
}

export interface SensitivityQuestion {
  readonly inputs: readonly InputFile[];
  readonly options: EvaluateOptions;
  readonly architecture: Architecture;
  readonly evaluation: Evaluation;
}

/** What moves cycles most comes first. */
export function sensitivityOf({ inputs, options, architecture, evaluation }: SensitivityQuestion): SensitivityRow[] {
  const under = (key: string, value: number): Ratios | null => {
    const overrides = [...options.read.overrides, { key, value: `${value}` }];
    const outcome = evaluateInputs(inputs, { ...options, read: { ...options.read, overrides } });
    if (outcome.kind !== 'evaluated') return null;
    const { cycles, energyPj } = outcome.evaluation;
    return { cycles: cycles / evaluation.cycles, energy: energyPj / evaluation.energyPj };
  };
  return numbersOf(architecture)
    .map(({ key, value }) => ({ key, value, half: under(key, value / 2), double: under(key, value * 2) }))
    .toSorted((a, b) => moved(b) - moved(a) || a.key.localeCompare(b.key));
}

export function sensitivityText(rows: readonly SensitivityRow[], style: Style): string {
  if (rows.length === 0) return 'nothing to halve or double: no bandwidths are given, and no machine\n';
  const moving = rows.filter((row) => moved(row) > 0 || row.half === null || row.double === null);
  const still = rows.filter((row) => !moving.includes(row)).map(({ key }) => key);
  const table = renderTable({
    columns: [...texts('half, double of'), ...numbers('value', 'cycles', 'energy')],
    rows: moving.map(({ key, value, half, double }) => [
      key,
      `${value}`,
      ...(['cycles', 'energy'] as const).map((of) => [half, double].map((one) => changeText(one?.[of])).join(', ')),
    ]),
    style,
  });
  const shown = moving.length === 0 ? '' : table;
  return still.length === 0 ? shown : `${shown}without effect here: ${still.join(', ')}\n`;
}

export function sensitivityCsv(rows: readonly SensitivityRow[]): string {
  const header = ['key', 'value', 'half_cycles', 'half_energy', 'double_cycles', 'double_energy'];
  const ratios = (one: Ratios | null): readonly Cell[] => [one?.cycles ?? null, one?.energy ?? null];
  return csvText([
    header,
    ...rows.map(({ key, value, half, double }) => [key, value, ...ratios(half), ...ratios(double)]),
  ]);
}

/** What `--set` can change and is above 0: the section's own numbers, and bandwidths of storages. */
function numbersOf({
  machine,
  machineParameters,
  levels,
}: Architecture): { readonly key: string; readonly value: number }[] {
  const section = Object.entries((machineParameters ?? {}) as Readonly<Record<string, unknown>>);
  const own = machine === 'generic' ? [] : section.map(([key, value]) => ({ key: `machine.${key}`, value }));
  const bandwidths = levels.flatMap(({ leaf, sharedBandwidth, readBandwidth, writeBandwidth }) =>
    Object.entries({
      shared_bandwidth: sharedBandwidth,
      read_bandwidth: readBandwidth,
      write_bandwidth: writeBandwidth,
    }).map(([attribute, value]) => ({ key: `${leaf}.${attribute}`, value })),
  );
  return [...own, ...bandwidths].flatMap(({ key, value }) =>
    typeof value === 'number' && value > 0 && Number.isFinite(value) ? [{ key, value }] : [],
  );
}

/** The greatest change, of cycles first. */
function moved({ half, double }: SensitivityRow): number {
  const by = (of: keyof Ratios): number =>
    Math.max(...[half, double].map((ratios) => Math.abs((ratios?.[of] ?? 1) - 1)));
  const [cycles, energy] = [by('cycles'), by('energy')].map((one) => (one < 1e-9 ? 0 : one)) as [number, number];
  return cycles + energy / 1e6;
}

function changeText(ratio: number | undefined): string {
  if (ratio === undefined) return 'refused';
  const percent = 100 * (ratio - 1);
  return Math.abs(percent) < 0.05 ? '0 %' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}
