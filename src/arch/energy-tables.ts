// Look-ups in the pre-computed tables: energy per action (ERT) and area (ART) by component name (A.9).

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { remembered } from '../math/remembered.js';
import type { ArtTable, ErtTable, Spec } from '../spec/spec.js';
import type { ComponentEstimate } from './estimate/compound.js';

/** What an estimator says of a component; `actions` with their sources, `energiesPj` as a table has them. */
export interface EstimateTable extends ComponentEstimate {
  readonly energiesPj: ReadonlyMap<string, number>;
}

export interface EnergyTables {
  /** pJ by action name; of several entries for one action the greatest. undefined = the component has no table. */
  energies(component: string): ReadonlyMap<string, number> | undefined;
  areaUm2(component: string): number | undefined;
  /** For components without a table; absent in tables that have not been through `withEstimates`. */
  readonly estimate: (component: string) => EstimateTable | undefined;
  /** Why there is no estimate, as a clause. */
  readonly whyUnknown: (component: string) => string | undefined;
  /** pJ per bit and mm of every inferred network, from a component called `wire`. */
  readonly wirePjPerBitMm: number | undefined;
}

export function readEnergyTables(spec: Pick<Spec, 'ert' | 'art'>): EnergyTables {
  const energies = new Map<string, Map<string, number>>();
  for (const table of spec.ert ?? []) {
    const actions = remembered(energies, table.component, () => new Map<string, number>());
    for (const { name, energyPj } of table.actions) actions.set(name, Math.max(energyPj, actions.get(name) ?? 0));
  }
  const areas = new Map(spec.art?.map(({ component, areaUm2 }) => [component, areaUm2]));
  const wire = energies.get('wire') ?? energies.get('Wire');
  return {
    energies: (component) => energies.get(component),
    areaUm2: (component) => areas.get(component),
    estimate: () => undefined,
    whyUnknown: () => undefined,
    wirePjPerBitMm: wire?.get('transfer_random'),
  };
}

/** pJ by action name: of the table, else of the estimate. */
export function energiesOf(tables: EnergyTables, component: string): ReadonlyMap<string, number> | undefined {
  return tables.energies(component) ?? tables.estimate(component)?.energiesPj;
}

/** Energy of the first of `actions` that the table lists. */
export function actionEnergy(
  table: ReadonlyMap<string, number> | undefined,
  actions: readonly string[],
): number | undefined {
  for (const action of actions) {
    const energy = table?.get(action);
    if (energy !== undefined) return energy;
  }
  return undefined;
}

/** A table that belongs to nothing is most likely a misspelt component. */
export function checkTableNames(spec: Pick<Spec, 'ert' | 'art'>, known: ReadonlySet<string>): Diagnostic[] {
  const named = (kind: string, tables: readonly (ErtTable | ArtTable)[]): Diagnostic[] =>
    tables
      .filter((table) => !known.has(table.component))
      .map((table) => {
        const message = `the ${kind} has a table for ${table.component}, which the architecture does not have`;
        const hint = didYouMean(table.component, known);
        return warning('W-UNUSED', message, { span: table.span, hint });
      });
  return [...named('ERT', spec.ert ?? []), ...named('ART', spec.art ?? [])];
}
