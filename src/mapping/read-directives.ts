// Directives find their levels (A.2, D.1): each is attached to the leaf it targets, spatial loops to the fan-out level of
// that leaf. What the reference drops in silence is said here, or is an error where a result would depend on it.

import { leavesOf } from '../arch/tree-checks.js';
import { error, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { locatedNumber } from '../spec/build/values.js';
import type { Compat } from '../spec/compat.js';
import { entryOf } from '../spec/node.js';
import type { Directive } from '../spec/spec.js';
import { dataspaceNames } from './dataspace-text.js';
import { type Draft, emptyDraft, emptyLoops, type LoopDraft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { readKeepFields, spansOf } from './keep-fields.js';
import { fixOthers, readLoopFields, spatialHandlers, temporalHandlers } from './loop-fields.js';
import { addKeeps, addMinParallelism } from './merge.js';
import { readOverbooking } from './overbooking.js';
import { type Target, targetOf, targetsOf } from './target.js';

export interface DirectiveContext extends TreeScope {
  readonly compat: Compat;
}

/** The architecture's own constraints, and those of constraint files. */
export function readConstraints(listed: readonly Directive[], context: DirectiveContext): Draft {
  const draft = emptyDraft(context.architecture);
  for (const leaf of leavesOf(context.root)) {
    const target = targetOf(leaf, context.architecture);
    for (const directive of leaf.constraints) place(directive, target, { ...context, draft });
  }
  readListed(listed, { ...context, draft });
  return completed(draft, context);
}

/** What a mapping says by itself, apart from the constraints. */
export function readMapping(listed: readonly Directive[], context: DirectiveContext): Draft {
  const draft = emptyDraft(context.architecture);
  readListed(listed, { ...context, draft });
  return completed(draft, context);
}

function completed(draft: Draft, context: DirectiveContext): Draft {
  for (const { temporal, spatial } of draft.levels) {
    fixOthers(temporal, context);
    if (spatial) fixOthers(spatial, context);
  }
  return draft;
}

type Placing = DirectiveContext & { readonly draft: Draft };

function readListed(listed: readonly Directive[], context: Placing): void {
  const targets = targetsOf(context.root, context.architecture);
  for (const directive of listed) {
    const target = targets.get(directive.target.value);
    if (target) {
      place(directive, target, context);
      continue;
    }
    const { value, span } = directive.target;
    const names = [...targets].filter(([, one]) => one.kind !== 'fanout').map(([name]) => name);
    const hint = hintOfNumber(value, context) ?? didYouMean(value, targets.keys());
    const details = { span, expected: `one of ${names.join(', ')}`, hint };
    context.diagnostics.push(error('E-NAME', `the architecture has no leaf ${value}`, details));
  }
}

/** Versions before 0.4 let a target be the number of a storage level, counted from the innermost. */
function hintOfNumber(target: string, { architecture }: DirectiveContext): string | undefined {
  if (!/^\d+$/.test(target)) return undefined;
  const names = architecture.levels.filter(({ kind }) => kind === 'storage').map(({ name }) => name);
  const meant = names[Number(target)];
  const counted = `from the innermost out, levels are ${names.map((name, at) => `${at} ${name}`).join(', ')}`;
  return `${meant === undefined ? 'write the name of a level' : `write target: ${meant}`}; ${counted}`;
}

function place(directive: Directive, target: Target, context: Placing): void {
  switch (directive.type) {
    case 'temporal':
    case 'spatial':
      placeLoops(directive, target, context);
      return;
    case 'dataspace':
      placeDataspace(directive, target, context);
      return;
    case 'utilization':
      // The least product over the fan-outs of used by available children (B.1).
      addMinParallelism(context.draft, locatedNumber(entryOf(directive.fields, 'min')!.value), context);
      return;
    case 'max_overbooked_proportion': {
      const level = target.storage === undefined ? undefined : context.draft.levels[target.storage]!;
      readOverbooking(directive, level, { name: target.name, diagnostics: context.diagnostics });
    }
  }
}

function placeLoops(directive: Directive, target: Target, context: Placing): void {
  const spatial = directive.type === 'spatial';
  const index = spatial ? target.fanout : target.storage;
  const level = index === undefined ? undefined : context.draft.levels[index]!;
  // A misplaced directive is read all the same, so that its names are checked.
  const loops = (spatial ? level?.spatial : level?.temporal) ?? emptyLoops();
  readLoopFields(loops, spatial ? spatialHandlers : temporalHandlers, loopContext(directive, target, context));
  if (level) return;
  const demand = demandOf(loops, context);
  const what = `${describe(target)} has no ${spatial ? 'fan-out' : 'temporal loops'}`;
  if (demand) {
    const message = `${what}, but ${demand} is demanded of it`;
    const give = spatial && target.kind !== 'disabled';
    const hint = give ? hintOfFanout(target, context) : undefined;
    context.diagnostics.push(error(spatial ? 'E-FANOUT' : 'E-MAPPING', message, { span: directive.span, hint }));
  } else if (spatial || target.kind !== 'fanout') {
    dropped(directive, what, context);
  }
}

/** Before version 0.4 the level outside a fan-out was named (A.6), and mappings of then are found beside newer trees. */
function hintOfFanout({ name, storage }: Target, { architecture }: Placing): string {
  const inside = storage === undefined ? undefined : architecture.levels[storage - 1];
  if (inside?.kind !== 'fanout') return `give ${name} a spatial: {meshX: ..., meshY: ...}`;
  const both = 'mapper convert, given a tree of an older version and this file together, renames it';
  return `the fan-out inside ${name} is that of ${inside.leaf}: write target: ${inside.leaf}; ${both}`;
}

function placeDataspace(directive: Directive, target: Target, context: Placing): void {
  const read = readKeepFields(loopContext(directive, target, context));
  if (target.kind === 'nothing') {
    const earlier = context.draft.nothings.get(target.leaf) ?? new Map();
    context.draft.nothings.set(target.leaf, new Map([...spansOf(read.keep, read.keepSpan), ...earlier]));
    return;
  }
  if (target.storage === undefined) {
    const what = `${describe(target)} stores nothing`;
    if (target.kind === 'fanout' && read.keep !== 0) {
      const message = `${what}, it cannot keep ${dataspaceNames(read.keep, context)}`;
      context.diagnostics.push(error('E-BYPASS', message, { span: read.keepSpan }));
    } else if (target.kind !== 'fanout') {
      dropped(directive, what, context);
    }
    return;
  }
  const level = context.draft.levels[target.storage]!;
  addKeeps(level, 'keep', spansOf(read.keep, read.keepSpan), context);
  addKeeps(level, 'bypass', spansOf(read.bypass, read.bypassSpan), context);
  level.noCoalesce |= read.noCoalesce;
  const outermost = context.architecture.levels.findLastIndex(({ kind }) => kind === 'storage');
  if (read.noCoalesce === 0 || target.storage !== outermost) return;
  const words = dataspaceNames(read.noCoalesce, context);
  const message = `no access to ${words} is counted at ${target.name}: the outermost level that coalesces stores them`;
  const hint = 'drop no_coalesce there: it is for levels that pass accesses on to one further outside';
  context.diagnostics.push(warning('W-DROPPED', message, { span: directive.span, hint }));
}

function loopContext(directive: Directive, target: Target, context: Placing) {
  const { workload, diagnostics, compat } = context;
  return { workload, diagnostics, compat, origin: directive.origin, target: target.name, fields: directive.fields };
}

/** The first loop that would really have to iterate. */
function demandOf(loops: LoopDraft, context: Placing): string | undefined {
  const name = (dimension: number): string => context.workload.dimensions[dimension]!;
  for (const [dimension, { value }] of loops.exact) if (value.factor > 1) return `${name(dimension)}=${value.factor}`;
  for (const [dimension, { value }] of loops.min) if (value > 1) return `${name(dimension)}>=${value}`;
  return undefined;
}

function describe(target: Target): string {
  const kinds = { nothing: '!Nothing', disabled: 'disabled component', fanout: 'fan-out level' } as const;
  const kind = target.kind in kinds ? kinds[target.kind as keyof typeof kinds] : target.kind;
  return `${kind} ${target.name}`;
}

function dropped(directive: Directive, why: string, context: Placing): void {
  const message = `a ${directive.type} directive has no effect: ${why}`;
  context.diagnostics.push(warning('W-DROPPED', message, { span: directive.span }));
}
