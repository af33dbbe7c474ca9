// Energies and area of one component: of the class that the files define, from its subcomponents down to primitives,
// or of a primitive itself. Every action keeps what it is made of and how far that may be off.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { own } from '../../math/own.js';
import { remembered } from '../../math/remembered.js';
import type { Meter } from '../../spec/expression/evaluate-expression.js';
import type { PlainValue } from '../../spec/node.js';
import type { EstimateNote } from '../architecture.js';
import type { ClassAction, ComponentClass, ComponentClasses, Subcomponent, UsedAction } from './component-classes.js';
import { evaluateEntries, evaluateNode, rangeLength, scopeOf, type Values } from './expressions.js';
import { defaultCycleSeconds, type EstimateKind, numberAttribute, scalarAttributes } from './figures.js';
import { estimateFromPoints } from './point-table.js';
import { estimatePrimitive } from './primitives.js';

/** One of the figures that an estimate is made of. */
export interface EstimatePart {
  /** Subcomponents from the outermost in, `storage.comparator`; empty for the component itself. */
  readonly path: string;
  readonly basis: string;
}

export interface ActionEstimate {
  readonly energyPj: number;
  /** Of the greatest part. */
  readonly kind: EstimateKind;
  readonly errorPercent: number | null;
  /** Of all parts, what lies outside the range of their figures. */
  readonly extrapolated: readonly string[];
  /** The chain of sources, greatest part first. */
  readonly parts: readonly EstimatePart[];
}

export interface ComponentEstimate {
  /** With `leak`, pJ per cycle. */
  readonly actions: ReadonlyMap<string, ActionEstimate>;
  readonly areaUm2: number | null;
  /** Of the slowest part that is known; null where none is. */
  readonly accessNs: number | null;
  readonly parts: readonly EstimatePart[];
}

/** The chain of sources as one line; subcomponents with the same source share it. */
export function describeParts(parts: readonly EstimatePart[]): string {
  const paths = new Map<string, Set<string>>();
  for (const { path, basis } of parts) remembered(paths, basis, () => new Set<string>()).add(path);
  return [...paths]
    .map(([basis, names]) => `${[...names].filter((name) => name !== '').join(', ')}: ${basis}`.replace(/^: /, ''))
    .join('; ');
}

export function noteOf({ parts, errorPercent, extrapolated }: ActionEstimate): EstimateNote {
  return { basis: describeParts(parts), errorPercent, extrapolated };
}

export type Estimated = ComponentEstimate | { readonly unknown: string };

export interface EstimateContext {
  readonly classes: ComponentClasses;
  readonly diagnostics: Diagnostic[];
  readonly meter: Meter;
  /** The component, for messages. */
  readonly owner: string;
  readonly span: Span;
  /** Names of the classes around, for cycles. */
  readonly inside: readonly string[];
}

/** Attributes that reach subcomponents without being passed on. */
const inherited = ['technology', 'tech_node', 'voltage', 'global_cycle_seconds'] as const;

/** A class that is built on one of its own name means the built-in of that name. */
export function estimateClass(className: string, given: Values, context: EstimateContext): Estimated {
  const definition = context.inside.at(-1) === className ? undefined : context.classes.get(className);
  if (!definition) return fromPrimitive(className, given);
  if (context.inside.includes(className)) {
    const message = `component class ${className} is built on itself: ${[...context.inside, className].join(' > ')}`;
    context.diagnostics.push(error('E-CLASS', message, { span: definition.span }));
    return { unknown: 'its class is built on itself' };
  }
  context.meter.steps -= STEPS_PER_CLASS;
  if (context.meter.steps < 0) return tooLarge(context);
  const attributes = attributesOf(definition, given, context);
  if (!attributes) return { unknown: 'an attribute is missing' };
  if (definition.table)
    return fromFigures(estimateFromPoints(definition.table, scalarAttributes(attributes)), attributes);
  const deeper = { ...context, inside: [...context.inside, className] };
  if (definition.empty) return madeOfNothing(definition);
  if (definition.subcomponents.length === 0) return fromPrimitive(className, attributes);
  return compose(definition, attributes, deeper);
}

/** What a class costs of the steps that all expressions of a reading share: classes may use each other exponentially often. */
const STEPS_PER_CLASS = 500;

function tooLarge({ diagnostics, owner, span }: EstimateContext): Estimated {
  const known = diagnostics.some(({ code }) => code === 'E-SIZE');
  const hint = 'classes that use each other several times each multiply';
  if (!known)
    diagnostics.push(error('E-SIZE', `the component classes of ${owner} take too many steps`, { span, hint }));
  return { unknown: 'its classes take too many steps' };
}

function attributesOf(definition: ComponentClass, given: Values, context: EstimateContext): Values | undefined {
  const missing = definition.attributes.filter(
    ({ key, value }) => value.kind === 'scalar' && value.value === 'must_specify' && !given.has(key),
  );
  // A clock is assumed where nobody gives one.
  const needed = missing.filter(({ key }) => key !== 'global_cycle_seconds');
  if (needed.length > 0) {
    const names = needed.map(({ key }) => key).join(', ');
    const message = `${context.owner} gives no ${names}, which component class ${definition.name} must have`;
    const related = [{ message: 'the class', span: definition.span }];
    context.diagnostics.push(error('E-REQUIRED', message, { span: context.span, related }));
    return undefined;
  }
  const defaults = definition.attributes.filter((entry) => !missing.includes(entry));
  const clocked = new Map(given);
  if (missing.length > 0) clocked.set('global_cycle_seconds', defaultCycleSeconds);
  return evaluateEntries(defaults, clocked, new Map(), { ...context, label: definition.name });
}

function compose(definition: ComponentClass, attributes: Values, context: EstimateContext): ComponentEstimate {
  const parts = new Map(definition.subcomponents.map((one) => [one.name, partOf(one, attributes, context)]));
  const scope = scopeOf(attributes);
  let areaUm2: number | null = 0;
  for (const { subcomponent, estimate, label, attributes: own } of parts.values()) {
    const place = { ...context, label, span: subcomponent.span };
    const count = rangeLength(subcomponent.range, scope, place);
    const scale = subcomponent.areaScale
      ? Number(evaluateNode(subcomponent.areaScale, scopeOf(attributes, own), place))
      : 1;
    const area = 'unknown' in estimate ? null : estimate.areaUm2;
    areaUm2 = areaUm2 === null || area === null ? null : areaUm2 + count * scale * area;
  }
  const actions = new Map(
    definition.actions.map((action) => [action.name, actionOf(action, { attributes, parts, context })]),
  );
  const chain = [...parts.values()].flatMap(({ label, estimate }) =>
    'unknown' in estimate ? [{ path: label, basis: estimate.unknown }] : below(label, estimate.parts),
  );
  const times = [...parts.values()].flatMap(({ estimate }) => ('unknown' in estimate ? [] : (estimate.accessNs ?? [])));
  const accessNs = times.length > 0 ? Math.max(...times) : null;
  return { actions, areaUm2, accessNs, parts: chain };
}

function madeOfNothing({ actions }: ComponentClass): ComponentEstimate {
  const parts = [{ path: '', basis: 'its class is made of nothing' }];
  const free: ActionEstimate = { energyPj: 0, kind: 'table', errorPercent: 0, extrapolated: [], parts };
  return { actions: new Map(actions.map(({ name }) => [name, free])), areaUm2: 0, accessNs: null, parts };
}

type Part = ReturnType<typeof partOf>;

function partOf(subcomponent: Subcomponent, around: Values, context: EstimateContext) {
  const label = `${definitionPath(context)}.${subcomponent.name}`;
  const passed = new Map(inherited.flatMap((name) => (around.has(name) ? [[name, around.get(name)!] as const] : [])));
  const own = evaluateEntries(subcomponent.attributes, new Map(), around, { ...context, label });
  const attributes = new Map([...passed, ...own]);
  const estimate = estimateClass(subcomponent.className, attributes, context);
  if ('unknown' in estimate) {
    const message = `${context.owner} counts without its ${subcomponent.name} of class ${subcomponent.className}, ${estimate.unknown}`;
    const hint = 'give the class a table of points, or the component an ERT';
    context.diagnostics.push(warning('W-ENERGY', message, { span: subcomponent.span, hint }));
  }
  return { subcomponent, attributes, estimate, label: subcomponent.name };
}

function definitionPath(context: EstimateContext): string {
  return context.inside.at(-1) ?? context.owner;
}

interface Composition {
  readonly attributes: Values;
  readonly parts: ReadonlyMap<string, Part>;
  readonly context: EstimateContext;
}

function actionOf(action: ClassAction, { attributes, parts, context }: Composition): ActionEstimate {
  const label = `${definitionPath(context)}.${action.name}`;
  const ranged = action.arguments.flatMap(({ key, value }) => {
    const most = greatest(value.kind === 'scalar' ? value.value : null);
    return most === undefined ? [] : [[key, most] as const];
  });
  const visible = new Map([...attributes, ...ranged]);
  const scope = scopeOf(visible);
  const terms = action.uses.flatMap((use) => {
    const place = { ...context, label: `${label}.${use.name}`, span: use.span };
    const part = parts.get(use.name);
    if (!part) {
      const message = `${label} uses ${use.name}, which is no subcomponent`;
      context.diagnostics.push(error('E-NAME', message, { span: use.span, hint: didYouMean(use.name, parts.keys()) }));
      return [];
    }
    const count = rangeLength(use.range, scope, place);
    return use.actions.map((used): ActionEstimate => {
      const scale = used.scale ? Number(evaluateNode(used.scale, scope, place)) : 1;
      const one = usedAction(part, used, { visible, context });
      const energyPj = one.energyPj * (count * (Number.isFinite(scale) ? scale : 0));
      return { ...one, energyPj, parts: below(part.label, one.parts) };
    });
  });
  return total(terms);
}

/** Arguments of a used action are attributes of the subcomponent for the time of the action. */
function usedAction(
  part: Part,
  used: UsedAction,
  { visible, context }: { readonly visible: Values; readonly context: EstimateContext },
): ActionEstimate {
  const label = `${part.label}.${used.name}`;
  const given = evaluateEntries(used.arguments, new Map(), visible, { ...context, label });
  const changed = [...given].some(([name, value]) => part.attributes.get(name) !== value);
  const estimate = changed
    ? estimateClass(part.subcomponent.className, new Map([...part.attributes, ...given]), context)
    : part.estimate;
  if ('unknown' in estimate) return nothingKnown;
  const found = spellingsOf(used.name).find((name) => estimate.actions.has(name));
  if (found !== undefined) return estimate.actions.get(found)!;
  const known = [...estimate.actions.keys()];
  const message = `${label} costs nothing here, class ${part.subcomponent.className} has no such action`;
  const hint = didYouMean(used.name, known) ?? `it has ${known.join(', ')}`;
  context.diagnostics.push(warning('W-ENERGY', message, { span: part.subcomponent.span, hint }));
  return nothingKnown;
}

/** Files of earlier versions say `mac_random`, `random_fill` or `idle`. */
function spellingsOf(action: string): readonly string[] {
  const plainName = action.replace(/^random_|_random$/, '');
  const others: Readonly<Record<string, readonly string[]>> = {
    mac: ['compute'],
    mult: ['multiply', 'compute'],
    fill: ['write'],
    idle: ['leak'],
    access: ['read'],
  };
  return [action, plainName, ...(own(others, plainName) ?? [])];
}

const nothingKnown: ActionEstimate = { energyPj: 0, kind: 'table', parts: [], errorPercent: null, extrapolated: [] };

function below(label: string, parts: readonly EstimatePart[]): readonly EstimatePart[] {
  return parts.map(({ path, basis }) => ({ path: path === '' ? label : `${label}.${path}`, basis }));
}

/** The error of a sum of figures that may all be off to the same side; unknown where that of a part is. */
function total(terms: readonly ActionEstimate[]): ActionEstimate {
  const energyPj = terms.reduce((sum, term) => sum + term.energyPj, 0);
  const sorted = terms.toSorted((a, b) => b.energyPj - a.energyPj);
  const error = terms.reduce<number | null>(
    (sum, term) => (sum === null || term.errorPercent === null ? null : sum + term.errorPercent * term.energyPj),
    0,
  );
  const counting = sorted.filter((term) => term.energyPj > 0 || energyPj === 0);
  return {
    energyPj,
    kind: sorted[0]?.kind ?? 'table',
    parts: counting.flatMap((term) => term.parts),
    extrapolated: [...new Set(counting.flatMap((term) => term.extrapolated))],
    errorPercent: error === null ? null : energyPj > 0 ? Math.round(error / energyPj) : 0,
  };
}

function fromPrimitive(className: string, attributes: Values): Estimated {
  return fromFigures(estimatePrimitive(className, scalarAttributes(attributes)), attributes);
}

function fromFigures(figures: ReturnType<typeof estimatePrimitive>, attributes: Values): Estimated {
  if ('unknown' in figures) return figures;
  const { origin, areaUm2, accessNs = null } = figures;
  const seconds = numberAttribute(scalarAttributes(attributes), ['global_cycle_seconds']) ?? defaultCycleSeconds;
  // mW times ns are pJ.
  const leakPj = figures.leakageMw * seconds * 1e9;
  const energies = [...figures.actionsPj, ['leak', leakPj] as const];
  const all = [...energies.map(([, energyPj]) => energyPj), areaUm2 ?? 0];
  if (!all.every((value) => Number.isFinite(value) && value >= 0))
    return { unknown: 'its size is beyond any estimate' };
  const parts = [{ path: '', basis: origin.source }];
  const { source: _, ...stated } = origin;
  const actions = new Map(energies.map(([name, energyPj]) => [name, { ...stated, energyPj, parts }]));
  return { actions, areaUm2, accessNs, parts };
}

/** `0..1` is a range of values; the model is interested in the greatest. */
function greatest(value: PlainValue): PlainValue | undefined {
  if (typeof value !== 'string') return value;
  const ends = /^\s*[-\d.]+?\s*\.\.\s*([-\d.]+)\s*$/.exec(value);
  return ends ? Number(ends[1]) : undefined;
}
