// Energy per row access of a storage level: an attribute, else the ERT by action name, else an estimate, else a coarse
// default (A.7, A.9).

import { warning } from '../diagnostics/diagnostic.js';
import type { StorageEnergy, StorageLevel } from './architecture.js';
import { type AttributeSource, readNumber } from './attribute-reader.js';
import { actionEnergy, type EstimateTable } from './energy-tables.js';
import { noteOf } from './estimate/compound.js';
import { noTechnology } from './estimate/technology.js';

/** Action names in the order they are tried. */
export const storageActions = {
  read: ['random_read', 'read'],
  fill: ['random_fill', 'random_write', 'fill', 'write'],
  update: ['random_update', 'random_write', 'update', 'write'],
  leak: ['leak'],
} as const;

export interface StorageEnergyOptions {
  readonly table: ReadonlyMap<string, number> | undefined;
  readonly estimate: EstimateTable | undefined;
  readonly whyUnknown: string | undefined;
  readonly figures: Pick<StorageLevel, 'technology' | 'wordBits' | 'blockSize' | 'clusterSize' | 'capacityWords'>;
  /** The component's `energy_scale`; tables already contain it. */
  readonly energyScale: number;
}

export function readStorageEnergy(source: AttributeSource, options: StorageEnergyOptions): StorageEnergy {
  const addressGenerationPj = readNumber(source, ['addr_gen_energy']) ?? 0;
  const extra = { addressGenerationPj, temporalReductionPj: 0 };
  const given = readNumber(source, ['vector_access_energy']);
  if (given !== undefined) {
    return { readPj: given, fillPj: given, updatePj: given, leakPj: 0, ...extra, source: 'attribute' };
  }
  const { estimate } = options;
  const table = options.table ?? estimate?.energiesPj;
  const readPj = actionEnergy(table, storageActions.read);
  const fillPj = actionEnergy(table, storageActions.fill);
  const updatePj = actionEnergy(table, storageActions.update);
  const leakPj = actionEnergy(table, storageActions.leak) ?? 0;
  const assumedPj = defaultEnergyPj(options.figures) * options.energyScale;
  const missing = Object.entries({ read: readPj, fill: fillPj, update: updatePj })
    .filter(([, energy]) => energy === undefined)
    .map(([action]) => action);
  warnOfDefault(source, missing, { assumedPj, whyUnknown: options.whyUnknown, table });
  const origin = estimate?.actions.get(storageActions.read.find((name) => estimate.actions.has(name)) ?? '');
  return {
    readPj: readPj ?? assumedPj,
    fillPj: fillPj ?? assumedPj,
    updatePj: updatePj ?? assumedPj,
    leakPj,
    ...extra,
    source: missing.length > 0 ? 'default' : (origin?.kind ?? 'ERT'),
    ...(origin && { estimate: noteOf(origin) }),
  };
}

/** Assumed where nothing gives one (end of A.9), pJ per access of a row: by technology, word width and capacity. */
function defaultEnergyPj(storage: StorageEnergyOptions['figures']): number {
  const { wordBits, blockSize, clusterSize } = storage;
  if (storage.technology === 'DRAM') return (200 * wordBits * blockSize) / 16;
  if (storage.capacityWords === 0) return 0;
  const rowBits = wordBits * blockSize * clusterSize;
  const kilobytes = (rowBits * Math.ceil((storage.capacityWords ?? 0) / blockSize)) / 8192;
  const perWord = 1 + (5 / 99.5) * (kilobytes - 0.5);
  return (perWord * rowBits) / 16 / clusterSize;
}

/** A fan-out level stores nothing; only leakage that a table states for it can cost anything. */
export function fanoutEnergy(table: ReadonlyMap<string, number> | undefined): StorageEnergy {
  const leakPj = actionEnergy(table, storageActions.leak) ?? 0;
  const nothing = { readPj: 0, fillPj: 0, updatePj: 0, addressGenerationPj: 0, temporalReductionPj: 0 };
  return { ...nothing, leakPj, source: table ? 'ERT' : 'none' };
}

function warnOfDefault(
  source: AttributeSource,
  missing: readonly string[],
  { table, whyUnknown, assumedPj }: Pick<StorageEnergyOptions, 'table' | 'whyUnknown'> & { readonly assumedPj: number },
): void {
  if (missing.length === 0) return;
  const figure = Number(assumedPj.toPrecision(4));
  const message = `no ${missing.join(' or ')} energy is given for ${source.owner}, ${figure} pJ per row are assumed`;
  const remedy =
    otherNames(source.owner, table, 'actions read, write and update') ?? defaultRemedy(source.owner, whyUnknown);
  const hint = `${remedy}vector_access_energy to its attributes`;
  source.diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
}

/** The beginning of what to do where no energy is known; `why` there is no estimate either. */
export function defaultRemedy(owner: string, why: string | undefined): string {
  if (why === noTechnology) return `give technology: 28nm or the like for an estimate, an ERT table for ${owner}, or `;
  const estimated = why === undefined ? '' : ` (no estimate: ${why})`;
  return `add an ERT table for ${owner}${estimated}, or `;
}

/** The same where energies are known, but of actions by other names. */
export function otherNames(
  owner: string,
  table: ReadonlyMap<string, number> | undefined,
  names: string,
): string | undefined {
  if (!table?.size) return undefined;
  return `of ${owner} only ${[...table.keys()].join(', ')} is known: call its ${names}, or add `;
}
