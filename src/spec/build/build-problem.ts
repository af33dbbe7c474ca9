// The problem as written (section C): names, projections and numbers, still unresolved.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import {
  childOf,
  type Entry,
  entriesOf,
  entryOf,
  itemsOf,
  type MapNode,
  type Node,
  type ScalarNode,
  textOf,
} from '../node.js';
import { UNQUOTED_HINT } from '../read/schemas.js';
import type { DataspaceSpec, DimensionTerm, Located, ProblemSpec } from '../spec.js';
import { booleanOf, locatedText, mapItems, numberOf, textNode } from './values.js';

export function buildProblem(node: MapNode, patterns: ProblemSpec['patterns'], diagnostics: Diagnostic[]): ProblemSpec {
  const shape = childOf(node, 'shape');
  const shapeName = locatedText(node, 'shape');
  const dimensions = itemsOf(childOf(shape, 'dimensions')).flatMap((item) => textNode(item) ?? []);
  const coefficients = mapItems(childOf(shape, 'coefficients')).map((coefficient) => ({
    name: locatedText(coefficient, 'name')!,
    default: numberOf(childOf(coefficient, 'default')) ?? 1,
  }));
  const instance = childOf(node, 'instance');
  const given = entriesOf(instance);
  const counted = given.filter(({ key }) => key !== 'densities' && key !== 'commonDensity');
  const names = {
    bounds: new Set(dimensions.map((one) => one.value)),
    coefficients: new Set(coefficients.map((one) => one.name.value)),
  };
  const histograms = entryOf(node, 'histograms');
  if (histograms) {
    const message = 'histograms have no effect: no estimate here depends on how often values occur';
    diagnostics.push(warning('W-UNUSED', message, { span: histograms.keySpan }));
  }
  const [densities, commonDensity] = [childOf(instance, 'densities'), childOf(instance, 'commonDensity')];
  return {
    name: textOf(node, 'name') ?? textOf(shape, 'name') ?? shapeName?.value ?? '',
    ...(shapeName && { shapeName }),
    dimensions,
    coefficients,
    dataspaces: mapItems(childOf(shape, 'data_spaces')).map((one) => dataspace(one, diagnostics)),
    instance: numbers(counted, names, diagnostics),
    ...(densities && { densities }),
    ...(commonDensity && { commonDensity }),
    patterns,
    count: numberOf(childOf(node, 'count')) ?? 1,
    types: types(childOf(node, 'types')),
    span: node.span,
  };
}

/**
 * Extra keys of an instance are legal and may hold anything, but what they hold has no effect: a fork of the reference
 * reads `bitwidths` there. Bounds and coefficients are numbers.
 */
function numbers(
  entries: readonly Entry[],
  names: { readonly bounds: ReadonlySet<string>; readonly coefficients: ReadonlySet<string> },
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Located<number>> {
  const found = new Map<string, Located<number>>();
  for (const { key, keySpan, value } of entries) {
    const number = numberOf(value);
    const isBound = names.bounds.has(key);
    const expected = isBound
      ? `a positive integer${number !== undefined && number > Number.MAX_SAFE_INTEGER ? ' below 2^53' : ''}`
      : names.coefficients.has(key)
        ? 'an integer'
        : undefined;
    const wrong = number === undefined || !Number.isSafeInteger(number) || (isBound && number < 1);
    if (expected !== undefined && wrong) diagnostics.push(wrongNumber(key, value, expected));
    else if (number !== undefined) found.set(key, { value: number, span: value.span });
    else {
      const message = `instance key ${key} has no effect: it is no number`;
      diagnostics.push(warning('W-UNUSED', message, { span: keySpan }));
    }
  }
  return found;
}

function wrongNumber(key: string, value: Node, expected: string): Diagnostic {
  const found = value.kind === 'scalar' ? JSON.stringify(value.value) : `a ${value.kind}`;
  const isQuoted = value.kind === 'scalar' && value.quoted && typeof value.value === 'string';
  const hint = isQuoted ? UNQUOTED_HINT : undefined;
  return error('E-TYPE', `problem.instance.${key} cannot be ${found}`, { span: value.span, expected, found, hint });
}

function types(node: Node | undefined): ReadonlyMap<string, Located<string>> {
  return new Map(
    entriesOf(node).flatMap(({ key, value }) =>
      value.kind === 'scalar' ? [[key, { value: String(value.value), span: value.span }] as const] : [],
    ),
  );
}

function dataspace(node: MapNode, diagnostics: Diagnostic[]): DataspaceSpec {
  const name = locatedText(node, 'name')!;
  return {
    name,
    readWrite: booleanOf(childOf(node, 'read_write')) ?? false,
    projection: itemsOf(childOf(node, 'projection')).map((rank) => rankTerms(rank, name.value, diagnostics)),
  };
}

/** A rank: a list of terms; or one dimension, or `R*Wdilation + P*Wstride`, as text. */
function rankTerms(rank: Node, owner: string, diagnostics: Diagnostic[]): readonly DimensionTerm[] {
  const text = textNode(rank);
  if (text) return sumOfProducts(text, owner, diagnostics);
  return itemsOf(rank).map(term);
}

/** A dimension, perhaps with a coefficient. */
function term(node: Node): DimensionTerm {
  const [dimension, coefficient] = itemsOf(node) as readonly [ScalarNode, ScalarNode?];
  const located = { dimension: textNode(dimension)! };
  if (!coefficient) return located;
  return { ...located, coefficient: { value: coefficient.value as string | number, span: coefficient.span } };
}

function sumOfProducts(
  { value, span }: Located<string>,
  owner: string,
  diagnostics: Diagnostic[],
): readonly DimensionTerm[] {
  return value.split('+').flatMap((product) => {
    const [dimension = '', coefficient, more] = product.split('*').map((factor) => factor.trim());
    if (dimension === '' || coefficient === '' || more !== undefined) {
      const expected = 'dimension * coefficient + …';
      diagnostics.push(error('E-TYPE', `projection of ${owner} cannot be read: ${value}`, { span, expected }));
      return [];
    }
    const located = { dimension: { value: dimension, span } };
    if (coefficient === undefined) return [located];
    const number = Number(coefficient);
    return [{ ...located, coefficient: { value: Number.isNaN(number) ? coefficient : number, span } }];
  });
}
