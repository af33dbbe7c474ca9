// Adding one statement to a draft, or two drafts to each other: statements that agree become one, statements that
// contradict each other become an error that names both places (B.7).

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import type { Draft, FixedFactor, LevelDraft, LoopDraft, Stated } from './draft.js';
import type { FactorEntry, NameScope } from './factor-text.js';

export function addFactor(loops: LoopDraft, entry: FactorEntry, scope: NameScope): void {
  const { dimension, relation, value, span } = entry;
  if (relation === '=') {
    addExact(loops, { dimension, stated: { value: { factor: value, residual: entry.residual }, span } }, scope);
  } else {
    addLimit(loops, { dimension, relation, stated: { value, span } }, scope);
  }
}

export function addSplit(loops: LoopDraft, stated: Stated<number>, scope: NameScope): void {
  checkRestated('split ', stated, { earlier: loops.split, ...scope });
  loops.split = stated;
}

export const defaultNames = { defaultMax: 'default_max_factor', defaultMin: 'default_min_factor' } as const;

export type DefaultLimit = keyof typeof defaultNames;

/** One limit of each kind, and the lower one no higher than the upper one. */
export function addDefault(
  loops: LoopDraft,
  { limit, stated }: { readonly limit: DefaultLimit; readonly stated: Stated<number> },
  scope: NameScope,
): void {
  const agrees = checkRestated(`${defaultNames[limit]} `, stated, { earlier: loops[limit], ...scope });
  loops[limit] = stated;
  const { defaultMin, defaultMax } = loops;
  if (!agrees || !defaultMin || !defaultMax || defaultMin.value <= defaultMax.value) return;
  const opposite: DefaultLimit = limit === 'defaultMin' ? 'defaultMax' : 'defaultMin';
  const [now, before] = [limit, opposite].map((name) => `${defaultNames[name]} ${loops[name]!.value}`);
  scope.diagnostics.push(conflict(now!, before!, [stated.span, loops[opposite]!.span]));
}

/** Fan-out levels take part in nothing; for the others a dataspace is kept or bypassed, not both. */
export function addKeeps(
  level: LevelDraft,
  side: 'keep' | 'bypass',
  places: ReadonlyMap<number, Span>,
  scope: NameScope,
): void {
  const other = side === 'keep' ? 'bypass' : 'keep';
  for (const [dataspace, span] of places) {
    const opposed = level[other].get(dataspace);
    const { name } = scope.workload.dataspaces[dataspace]!;
    if (opposed) scope.diagnostics.push(conflict(`${side} ${name}`, `${other} ${name}`, [span, opposed]));
    else if (!level[side].has(dataspace)) level[side].set(dataspace, span);
  }
}

export function addMinParallelism(draft: Draft, stated: Stated<number>, scope: NameScope): void {
  checkRestated('min utilization ', stated, { earlier: draft.minParallelism, ...scope });
  draft.minParallelism = stated;
}

/** Whether what was stated before, if anything, agrees; `what` stands before either value. */
function checkRestated(
  what: string,
  stated: Stated<number>,
  { earlier, diagnostics }: NameScope & { readonly earlier: Stated<number> | undefined },
): boolean {
  if (!earlier || earlier.value === stated.value) return true;
  diagnostics.push(conflict(`${what}${stated.value}`, `${what}${earlier.value}`, [stated.span, earlier.span]));
  return false;
}

export function conflict(now: string, before: string, spans: readonly [Span, Span]): Diagnostic {
  const source = spans[1].advice === undefined ? 'is stated here' : 'follows from the machine here';
  const related = [{ message: `${before} ${source}`, span: spans[1] }];
  const hint = spans.find(({ advice }) => advice !== undefined)?.advice;
  return error('E-CONFLICT', `${now} contradicts ${before}`, { span: spans[0], hint, related });
}

function addExact(
  loops: LoopDraft,
  entry: { readonly dimension: number; readonly stated: Stated<FixedFactor> },
  scope: NameScope,
): void {
  const { dimension, stated } = entry;
  const earlier = loops.exact.get(dimension);
  const name = scope.workload.dimensions[dimension]!;
  if (earlier && !agree(earlier.value, stated.value)) {
    const [now, before] = [written(name, stated.value), written(name, earlier.value)];
    scope.diagnostics.push(conflict(now, before, [stated.span, earlier.span]));
    return;
  }
  const residual = stated.value.residual ?? earlier?.value.residual;
  loops.exact.set(dimension, { ...stated, value: { factor: stated.value.factor, residual } });
  checkLimits(loops, { dimension, at: stated.span }, scope);
}

function addLimit(
  loops: LoopDraft,
  entry: { readonly dimension: number; readonly relation: '<=' | '>='; readonly stated: Stated<number> },
  scope: NameScope,
): void {
  const { dimension, relation, stated } = entry;
  const limits = relation === '<=' ? loops.max : loops.min;
  const what = `${scope.workload.dimensions[dimension]!}${relation}`;
  if (!checkRestated(what, stated, { earlier: limits.get(dimension), ...scope })) return;
  limits.set(dimension, stated);
  checkLimits(loops, { dimension, at: stated.span }, scope);
}

function checkLimits(
  loops: LoopDraft,
  change: { readonly dimension: number; readonly at: Span },
  scope: NameScope,
): void {
  const { dimension, at } = change;
  const name = scope.workload.dimensions[dimension]!;
  const exact = loops.exact.get(dimension);
  const min = loops.min.get(dimension);
  const max = loops.max.get(dimension);
  const clash = (a: string, aSpan: Span, b: string, bSpan: Span): void => {
    if (aSpan === at) scope.diagnostics.push(conflict(a, b, [aSpan, bSpan]));
    else if (bSpan === at) scope.diagnostics.push(conflict(b, a, [bSpan, aSpan]));
  };
  const fixed = exact ? `${name}=${exact.value.factor}` : '';
  if (exact && min && exact.value.factor < min.value) clash(fixed, exact.span, `${name}>=${min.value}`, min.span);
  if (exact && max && exact.value.factor > max.value) clash(fixed, exact.span, `${name}<=${max.value}`, max.span);
  if (min && max && min.value > max.value) clash(`${name}>=${min.value}`, min.span, `${name}<=${max.value}`, max.span);
}

function agree(a: FixedFactor, b: FixedFactor): boolean {
  const residuals = a.residual === undefined || b.residual === undefined || a.residual === b.residual;
  return a.factor === b.factor && residuals;
}

function written(name: string, fixed: FixedFactor): string {
  return `${name}=${fixed.factor}${fixed.residual === undefined ? '' : `,${fixed.residual}`}`;
}
