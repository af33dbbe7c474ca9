// Estimates for the components that no ERT covers and no attribute gives an energy (A.9 leaves those to an estimator).

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { closest, didYouMean } from '../diagnostics/suggestion.js';
import { spellings } from '../spec/attribute-names.js';
import { newMeter } from '../spec/expression/evaluate-expression.js';
import type { PlainValue } from '../spec/node.js';
import type { Leaf, Located, Spec } from '../spec/spec.js';
import { defaultWordBits } from '../spec/spec.js';
import { plainAttributes } from './attribute-reader.js';
import type { EnergyTables, EstimateTable } from './energy-tables.js';
import type { ComponentClass, ComponentClasses } from './estimate/component-classes.js';
import { type Estimated, estimateClass } from './estimate/compound.js';
import { numberAttribute, scalarAttributes } from './estimate/figures.js';
import { isNamed } from './estimate/primitives.js';
import { nodeOf, noTechnology, whyNoNode } from './estimate/technology.js';
import type { ComponentContext, FlatComponent } from './flat-component.js';
import { effectiveAttributes } from './inheritance.js';

/** Top-level variables that reach every component which does not set them itself. */
const global = ['technology', 'global_cycle_seconds', 'voltage'] as const;

/** The tables with an estimate for every storage and compute component that they know nothing of. */
export function withEstimates(
  components: readonly FlatComponent[],
  { variables = new Map() }: Partial<Pick<Spec, 'variables'>>,
  context: Omit<ComponentContext, 'sparseGroups'> & { readonly classes: ComponentClasses },
): EnergyTables {
  const { classes, tables, diagnostics, compat } = context;
  const meter = newMeter();
  const estimates = new Map<string, EstimateTable>();
  const unknown = new Map<string, string>();
  const beyond = new Map<string, FlatComponent[]>();
  const misspelt = new Set<Located<PlainValue>>();
  const clocks = new Set<Located<PlainValue>>();
  const supplies = new Set<Located<PlainValue>>();
  for (const component of components) {
    const { name, leaf, kind } = component;
    if (kind === 'fanout' || tables.energies(name) || hasOwnEnergy(component)) continue;
    const around = global.flatMap((key) => {
      const given = variables.get(key);
      return given === undefined ? [] : [[key, given.value] as const];
    });
    const effective = effectiveAttributes(component, { compat });
    const own = Object.entries(plainAttributes(effective));
    const attributes = withSize(new Map<string, PlainValue>([...around, ...own]), kind);
    if (kind === 'storage' && !givesBanks(attributes, classes.get(classOf(leaf))))
      attributes.set('n_banks', DEFAULT_BANKS);
    const place = { classes, diagnostics, meter, owner: name, span: leaf.name.span, inside: [] };
    const found = estimateClass(classOf(leaf), attributes, place);
    if ('unknown' in found) {
      unknown.set(name, found.unknown);
      const given = effective.get('technology') ?? effective.get('tech_node') ?? variables.get('technology');
      const why = whyNoNode(scalarAttributes(attributes));
      if (given && found.unknown === why && why !== noTechnology) misspelt.add(given);
    } else {
      estimates.set(name, scaled(found, leaf));
      diagnostics.push(...namedAfter(component, classes));
      const what = [...new Set([...found.actions.values()].flatMap(({ extrapolated }) => extrapolated))].join(', ');
      if (what !== '') beyond.set(what, [...(beyond.get(what) ?? []), component]);
      const clock = effective.get('global_cycle_seconds') ?? variables.get('global_cycle_seconds');
      if (clock) clocks.add(clock);
      const supply = effective.get('voltage') ?? variables.get('voltage');
      if (supply) supplies.add(supply);
    }
  }
  for (const [what, found] of beyond) diagnostics.push(extrapolated(what, found));
  for (const given of misspelt) diagnostics.push(noNode(given, variables));
  for (const given of clocks) diagnostics.push(...noClock(given));
  for (const given of supplies) diagnostics.push(...noSupply(given));
  return {
    ...tables,
    estimate: (component) => estimates.get(component),
    whyUnknown: (component) => unknown.get(component),
  };
}

/** A slip in the name of a class that the files define would otherwise pass for whatever word stands in it. */
function namedAfter({ name, leaf }: FlatComponent, classes: ComponentClasses): Diagnostic[] {
  const { subclass } = leaf;
  if (!subclass || classes.has(subclass.value) || isNamed(subclass.value)) return [];
  const meant = didYouMean(subclass.value, classes.keys());
  const hint =
    meant ?? `what ${subclass.value} takes can be said: an ERT table for ${name}, or a class under components`;
  const message = `subclass ${subclass.value} of ${name} is defined nowhere: its energies are estimated by a word in that name`;
  return [warning('W-ENERGY', message, { span: subclass.span, hint })];
}

/** One warning for all components of which it holds, a node of the whole chip for example. */
function extrapolated(what: string, components: readonly FlatComponent[]): Diagnostic {
  const names = components.map(({ name }) => name).join(', ');
  const hint = 'how far off they are nobody knows; an ERT, or points of a component class, say better';
  const message = `energies of ${names} are extrapolated: ${what}`;
  return warning('W-ENERGY', message, { span: components[0]!.leaf.name.span, hint });
}

/** Estimates by defaults would be those of another technology. */
function noNode({ value, span }: Located<PlainValue>, variables: Spec['variables']): Diagnostic {
  const text = String(value);
  const isNode = (technology: PlainValue) =>
    nodeOf(scalarAttributes(new Map([['technology', technology]]))) !== undefined;
  const nanometres = /\d*\.?\d+/.exec(text)?.[0];
  const nodes = [...variables].flatMap(([name, one]) => (isNode(one.value) ? [name] : []));
  const meant = nanometres === undefined ? closest(text, nodes) : `${nanometres}nm`;
  const message = `${text} is not a technology`;
  const expected = 'a process node such as 45nm or 0.045um';
  const details = { span, expected, hint: meant === undefined ? undefined : `write ${meant}` };
  // Names of processes have their node in them, and other tools make use of them.
  return nanometres === undefined ? error('E-ATTRIBUTE', message, details) : warning('W-ENERGY', message, details);
}

/** What leaks in a cycle is in proportion to it: whoever writes one of a second means a nanosecond. */
function noClock({ value, span }: Located<PlainValue>): Diagnostic[] {
  const key = 'global_cycle_seconds';
  const seconds = numberAttribute(scalarAttributes(new Map([[key, value]])), [key]);
  if (seconds !== undefined && seconds > 0 && seconds < LONGEST_CYCLE) return [];
  const taken = seconds === undefined ? '1 ns, the default' : `${seconds} s`;
  const message = `global_cycle_seconds ${String(value)} is no cycle: leakage is that of ${taken}`;
  const expected = 'the seconds of a cycle, such as 1e-9 for one of 1 ns';
  return [warning('W-ENERGY', message, { span, expected })];
}

const LONGEST_CYCLE = 1e-3;

const HIGHEST_VOLTS = 10;

/** Energies are in proportion to its square: whoever writes one of a thousand means millivolts. */
function noSupply({ value, span }: Located<PlainValue>): Diagnostic[] {
  const key = 'voltage';
  const volts = numberAttribute(scalarAttributes(new Map([[key, value]])), [key]);
  if (volts !== undefined && volts > 0 && volts < HIGHEST_VOLTS) return [];
  const taken = volts === undefined || volts <= 0 ? 'of the nominal one' : `at ${volts} V`;
  const message = `voltage ${String(value)} is no supply: energies are those ${taken}`;
  return [warning('W-ENERGY', message, { span, expected: 'volts, such as 0.9' })];
}

/** What the reference's front end gives a storage component that says nothing of banks. */
const DEFAULT_BANKS = 2;

function givesBanks(attributes: ReadonlyMap<string, PlainValue>, definition: ComponentClass | undefined): boolean {
  return spellings.banks.some((name) => attributes.has(name) || definition?.attributes.some(({ key }) => key === name));
}

function classOf(leaf: Leaf): string {
  return (leaf.subclass ?? leaf.class)!.value;
}

function hasOwnEnergy({ leaf, kind }: FlatComponent): boolean {
  return leaf.attributes.has(kind === 'compute' ? 'energy' : 'vector_access_energy');
}

/** Width and rows, for storage that is described by words, entries or kilobytes (A.8). */
function withSize(attributes: ReadonlyMap<string, PlainValue>, kind: FlatComponent['kind']): Map<string, PlainValue> {
  if (kind !== 'storage') return new Map(attributes);
  const first = (names: readonly string[]): number | undefined =>
    names.map((name) => attributes.get(name)).find((value) => typeof value === 'number');
  const given = first(spellings.width);
  // One word for each of the instances that share a row.
  const one = (first(spellings.wordBits) ?? defaultWordBits) * (first(spellings.clusterSize) ?? 1);
  const block = first(spellings.blockSize) ?? Math.max(1, Math.floor((given ?? one) / one));
  const width = given ?? one * block;
  const [entries, kilobytes] = [first(spellings.entries), first(spellings.sizeKb)];
  const rows =
    entries !== undefined ? entries / block : kilobytes !== undefined ? (kilobytes * 8192) / width : undefined;
  const depth = first(spellings.depth) ?? rows;
  return new Map([['width', width], ...(depth === undefined ? [] : [['depth', depth] as const]), ...attributes]);
}

function scaled(estimate: Exclude<Estimated, { readonly unknown: string }>, leaf: Leaf): EstimateTable {
  const { energyScale, areaScale } = leaf;
  const actions = [...estimate.actions].map(
    ([name, action]) => [name, { ...action, energyPj: action.energyPj * energyScale }] as const,
  );
  return {
    ...estimate,
    actions: new Map(actions),
    energiesPj: new Map(actions.map(([name, { energyPj }]) => [name, energyPj])),
    areaUm2: estimate.areaUm2 === null ? null : estimate.areaUm2 * areaScale,
  };
}
