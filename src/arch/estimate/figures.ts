// What an estimator answers: energies per action, area and static power of one instance, and where they come from.

import type { PlainValue } from '../../spec/node.js';

/** `cacti-fit`: between results of CACTI; `table`: a published or a user's figure; `scaled`: one carried over to another node, width or voltage. */
export type EstimateKind = 'cacti-fit' | 'table' | 'scaled';

export interface Origin {
  readonly kind: EstimateKind;
  /** The publication or file, and what was done with its figure. */
  readonly source: string;
  /** Stated error in percent of the figure; null where nobody can state one. */
  readonly errorPercent: number | null;
  /** What lies outside the range that the figures are of, `depth 4096 outside 1 to 256`: then it is an extrapolation. */
  readonly extrapolated: readonly string[];
}

export type Quantity = readonly [name: string, value: number, least: number, most: number];

/** An origin within its range, or beyond it: nobody knows how far off an extrapolation is. */
export function originWithin(range: readonly Quantity[], origin: Omit<Origin, 'extrapolated'>): Origin {
  const outside = range
    .filter(([, value, least, most]) => value < least || value > most)
    .map(([name, value, least, most]) => `${name} ${readable(value)} outside ${readable(least)} to ${readable(most)}`);
  const extrapolated = [...new Set(outside)];
  if (extrapolated.length === 0) return { ...origin, extrapolated };
  const source = `${origin.source}, extrapolated: ${extrapolated.join(', ')}`;
  return { kind: 'scaled', source, errorPercent: null, extrapolated };
}

function readable(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 12 });
}

export interface Figures {
  /** pJ by action, without `leak`. */
  readonly actionsPj: ReadonlyMap<string, number>;
  /** Static power; over one clock cycle it is the energy of the action `leak`. */
  readonly leakageMw: number;
  /** Square micrometres; null where the source says nothing about area. */
  readonly areaUm2: number | null;
  /** From address to data; absent where the source says nothing of time. */
  readonly accessNs?: number;
  readonly origin: Origin;
}

/** Attributes as an estimator sees them: evaluated, of one component or subcomponent. */
export type EstimateAttributes = ReadonlyMap<string, string | number | boolean | null>;

export type EstimatorOutcome = Figures | { readonly unknown: string };

/** Nominal clock where the files give no `global_cycle_seconds`. */
export const defaultCycleSeconds = 1e-9;

/** Lists and maps are no business of an estimator. */
export function scalarAttributes(attributes: ReadonlyMap<string, PlainValue>): EstimateAttributes {
  return new Map(
    [...attributes].flatMap(([name, value]) => (value === null || typeof value !== 'object' ? [[name, value]] : [])),
  );
}

/** The first of the attributes that is a number. */
export function numberAttribute(attributes: EstimateAttributes, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  }
  return undefined;
}

/** Why there is no figure where text stands for a number, an expression in quotation marks for example. */
export function notNumeric(attributes: EstimateAttributes, names: readonly string[]): string | undefined {
  const given = names.filter((name) => (attributes.get(name) ?? null) !== null);
  const odd = given.find((name) => numberAttribute(attributes, [name]) === undefined);
  if (odd === undefined) return undefined;
  const text = String(attributes.get(odd));
  return `its ${odd} ${text} is no number${/[()*/+-]/.test(text) ? ': what stands in quotation marks is not computed' : ''}`;
}

export function textAttribute(attributes: EstimateAttributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Energies with several names each. */
export function actions(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  return new Map(entries.flatMap(([names, energyPj]) => names.split('|').map((name) => [name, energyPj] as const)));
}
