// Expressions inside component classes: attributes of a class see each other in any order, those of a subcomponent see
// the class around it first and their siblings then. Text that is no expression, `45nm`, stays text.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { evaluateExpression, type Meter, type Scope } from '../../spec/expression/evaluate-expression.js';
import { ExpressionError, fromPlain, toPlain, type Value } from '../../spec/expression/value.js';
import { type Entry, type Node, type PlainValue, plain } from '../../spec/node.js';

export type Values = ReadonlyMap<string, PlainValue>;

export interface ExpressionContext {
  readonly meter: Meter;
  readonly diagnostics: Diagnostic[];
}

export function scopeOf(...layers: readonly Values[]): Scope {
  return {
    lookup: (name) => {
      const layer = layers.find((one) => one.has(name));
      return layer && fromPlain(layer.get(name)!);
    },
    names: () => layers.flatMap((layer) => [...layer.keys()]),
  };
}

/**
 * The values of `entries`; those in `given` stand. An entry sees `outer` before or after its siblings as `first` says,
 * itself only through `outer`.
 */
export function evaluateEntries(
  entries: readonly Entry[],
  given: Values,
  outer: Values,
  context: ExpressionContext & { readonly label: string },
): Map<string, PlainValue> {
  const values = new Map<string, PlainValue>(given);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const busy = new Set<string>();
  const settle = (key: string): PlainValue | undefined => {
    if (values.has(key)) return values.get(key);
    const entry = byKey.get(key);
    if (!entry || busy.has(key)) return undefined;
    busy.add(key);
    const scope: Scope = {
      lookup: (name): Value | undefined => {
        const found = outer.has(name) ? outer.get(name) : settle(name);
        return found === undefined ? undefined : fromPlain(found);
      },
      names: () => [...outer.keys(), ...byKey.keys()],
    };
    const value = evaluateNode(entry.value, scope, { ...context, label: `${context.label}.${key}` });
    values.set(key, value);
    busy.delete(key);
    return value;
  };
  for (const { key } of entries) settle(key);
  return values;
}

/** A value as it stands, or of the expression that it is; text that is none, and names nothing, stays text. */
export function evaluateNode(
  node: Node,
  scope: Scope,
  context: ExpressionContext & { readonly label: string },
): PlainValue {
  if (node.kind !== 'scalar' || typeof node.value !== 'string' || node.quoted) return plain(node);
  return evaluateText(node.value, scope, { ...context, span: node.span }) ?? node.value;
}

/** undefined for text that is no expression; errors of those that are get reported. */
function evaluateText(
  text: string,
  scope: Scope,
  { meter, diagnostics, label, span }: ExpressionContext & { readonly label: string; readonly span: Span },
): PlainValue | undefined {
  try {
    return toPlain(evaluateExpression(text, scope, meter));
  } catch (problem) {
    if (!(problem instanceof ExpressionError)) throw problem;
    if (problem.reason === 'syntax' || (problem.reason === 'name' && /^\w+$/.test(text.trim()))) return undefined;
    const code = problem.reason === 'name' ? 'E-NAME' : problem.reason === 'size' ? 'E-SIZE' : 'E-EXPR';
    // Once the steps are used up, every further expression would say so.
    if (meter.steps >= 0 || !diagnostics.some((one) => one.code === 'E-SIZE'))
      diagnostics.push(error(code, `${label}: ${problem.message}, in ${text}`, { span, hint: problem.hint }));
    return undefined;
  }
}

/** How many `1..width*depth` or a single index are. */
export function rangeLength(
  range: string | undefined,
  scope: Scope,
  context: ExpressionContext & { readonly label: string; readonly span: Span },
): number {
  if (range === undefined) return 1;
  const ends = range.split('..');
  const [first, last] = ends.map((end) => evaluateText(end, scope, context));
  const count = ends.length === 1 ? (typeof first === 'number' ? 1 : Number.NaN) : Number(last) - Number(first) + 1;
  if (ends.length <= 2 && Number.isFinite(count) && count >= 0) return count;
  const expected = 'one index, or first..last';
  context.diagnostics.push(
    error('E-EXPR', `${context.label}[${range}] is no range of subcomponents`, { span: context.span, expected }),
  );
  return 0;
}
