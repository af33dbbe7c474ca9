// Energies and areas of all components as tables: what the model uses, per action, with sources.

import type { Architecture, ComputeLevel, EnergySource, EstimateNote, StorageLevel } from './architecture.js';
import { computeActions } from './compute-level.js';
import { type EnergyTables, energiesOf } from './energy-tables.js';
import { noteOf } from './estimate/compound.js';
import { storageActions } from './storage-energy.js';

/** With an empty `basis` for what stands in the files. */
export interface ComponentAction extends EstimateNote {
  readonly name: string;
  readonly energyPj: number;
  readonly source: EnergySource;
}

export interface ComponentTable extends Pick<StorageLevel, 'name' | 'className' | 'instances' | 'areaUm2'> {
  /** Without `leak`. */
  readonly actions: readonly ComponentAction[];
  readonly leakagePjPerCycle: number;
  /** Estimated; null where nobody knows. */
  readonly accessNs: number | null;
  readonly source: EnergySource;
}

const withoutNote: EstimateNote = { errorPercent: null, extrapolated: [], basis: '' };

/** Storage levels from the outermost in, then the compute. */
export function componentTables(architecture: Architecture, tables: EnergyTables): readonly ComponentTable[] {
  const storage = architecture.levels.filter((level) => level.kind === 'storage').toReversed();
  const { compute } = architecture;
  const computed: readonly ModelAction[] = [['compute', computeActions, compute.energyPj]];
  return [
    ...storage.map((level) => ({
      ...tableOf(level, storageDefaults(level), { tables, source: level.energy.source }),
      leakagePjPerCycle: level.energy.leakPj,
      accessNs: tables.estimate(level.name)?.accessNs ?? null,
    })),
    {
      ...tableOf(compute, computed, { tables, source: compute.energySource }),
      leakagePjPerCycle: energiesOf(tables, compute.name)?.get('leak') ?? 0,
      accessNs: null,
    },
  ];
}

interface Given {
  readonly tables: EnergyTables;
  readonly source: EnergySource;
}

function tableOf(of: StorageLevel | ComputeLevel, used: readonly ModelAction[], given: Given) {
  const { name, className, instances, areaUm2 } = of;
  return { name, className, instances, areaUm2, actions: actionsOf(name, used, given), source: given.source };
}

/** The action under its usual name, the names it may have in a table, and what the model uses. */
type ModelAction = readonly [name: string, spellings: readonly string[], energyPj: number];

function storageDefaults({ energy }: StorageLevel): readonly ModelAction[] {
  return [
    ['read', storageActions.read, energy.readPj],
    ['write', storageActions.fill, energy.fillPj],
    ['update', storageActions.update, energy.updatePj],
  ];
}

/** What a table or an estimate lists, then what the model uses beside. */
function actionsOf(
  component: string,
  used: readonly ModelAction[],
  { tables, source }: Given,
): readonly ComponentAction[] {
  const given = source === 'attribute' ? undefined : tables.energies(component);
  const estimate = source === 'attribute' || given ? undefined : tables.estimate(component);
  const listed: ComponentAction[] = [
    ...[...(given ?? [])].map(([name, energyPj]) => {
      return { name, energyPj, source: 'ERT' as const, ...withoutNote };
    }),
    ...[...(estimate?.actions ?? [])].map(([name, action]) => {
      return { name, energyPj: action.energyPj, source: action.kind, ...noteOf(action) };
    }),
  ].filter(({ name }) => name !== 'leak');
  const names = new Set(listed.map(({ name }) => name));
  const others = used
    .filter(([, spellings]) => !spellings.some((name) => names.has(name)))
    .map(([name, , energyPj]): ComponentAction => {
      return { name, energyPj, source: source === 'attribute' ? source : 'default', ...withoutNote };
    });
  return [...listed, ...others];
}
