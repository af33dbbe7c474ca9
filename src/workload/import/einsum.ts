// A workload in one line, `Z[m,n] = A[m,k] * B[k,n]; m=512, n=256, k=256`: the output left, the operands right, their ranks
// in brackets (sums of dimensions with coefficients, as in `I[n, c, p*2+r]`), then the size of every dimension.

import { type Diagnostic, error, failure, type Outcome } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import { oneOf } from '../../diagnostics/suggestion.js';
import type { Located } from '../../spec/spec.js';
import type { LayerProblem, WrittenDataspace } from './workload-text.js';

interface Place {
  readonly source: SourceFile;
  readonly diagnostics: Diagnostic[];
}

interface Operand extends WrittenDataspace {
  readonly span: Span;
  /** Where each dimension is first used. */
  readonly uses: ReadonlyMap<string, Span>;
}

/** Whether an argument is meant as such a line and not as the name of a file; in other notations too, which are refused. */
export function looksLikeEinsum(text: string): boolean {
  return /^\s*[A-Za-z_]\w*\s*([[(][^\])]*[\])]\s*\+?=|=.*[*[])|^[\w\s,]+->/.test(text);
}

/** By dimension. */
type Sizes = ReadonlyMap<string, Located<number>>;

const example = "for instance 'Z[m,n] = A[m,k] * B[k,n]; m=512, n=256, k=256'";

/** `from` and `to`: the part of the source that is the line. */
export function readEinsum(source: SourceFile, from = 0, to = source.text.length): Outcome<LayerProblem> {
  const diagnostics: Diagnostic[] = [];
  const place: Place = { source, diagnostics };
  const text = source.text.slice(from, to);
  const open = /\[[^\][]*(?=\[|$)/.exec(text);
  if (open) {
    const span = { source, start: from + open.index, end: from + open.index + 1 };
    return failure(error('E-PROBLEM', 'this bracket is not closed', { span, expected: ']' }));
  }
  const equals = text.search(/\+?=/);
  // Sizes begin at the first `name =` after the last bracket.
  const sizesAt = Math.max(text.lastIndexOf(']') + 1, equals + 1);
  const [output, ...others] = operandsIn(place, from, from + Math.max(0, equals));
  const inputs = operandsIn(place, from + equals, from + sizesAt);
  if (!output || inputs.length === 0 || others.length > 0) {
    const expected = `one output, =, and a product of operands, ${example}`;
    const span = { source, start: from, end: to };
    const bare = /^\s*(\w+)\s*\+?=/.exec(text)?.[1];
    const hint = bare === undefined ? undefined : `an output of one word is ${bare}[]`;
    return failure(...diagnostics, error('E-PROBLEM', 'this is no product of operands', { span, expected, hint }));
  }
  const sizes = readSizes(place, from + sizesAt, to);
  checkOperators(place, from + equals, from + sizesAt);
  const dataspaces = [...inputs, { ...output, readWrite: true }];
  checkNames(dataspaces, diagnostics);
  checkRanks(output, inputs, diagnostics);
  const dimensions = [...new Set(dataspaces.flatMap(({ uses }) => [...uses.keys()]))];
  checkSizes(dimensions, dataspaces, { sizes, diagnostics });
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const written = dataspaces.map(({ name, readWrite = false, projection }) => ({ name, readWrite, projection }));
  const instance = Object.fromEntries(dimensions.map((dimension) => [dimension, sizes.get(dimension)!.value]));
  return { value: { shape: { name: 'einsum', dimensions, dataspaces: written }, instance }, diagnostics };
}

function operandsIn(place: Place, from: number, to: number): Operand[] {
  const { source } = place;
  return [...source.text.slice(from, to).matchAll(/([A-Za-z_]\w*)\s*\[([^\]]*)\]/dg)].map((match) => {
    const [start, end] = match.indices![0]!;
    const inside = from + match.indices![2]![0];
    const uses = new Map<string, Span>();
    const ranks = match[2]!.trim() === '' ? [] : splitAt(match[2]!, inside);
    const projection = ranks.map(({ text, at }) => readRank(place, { text, at, uses }));
    return { name: match[1]!, projection, uses, span: { source, start: from + start, end: from + end } };
  });
}

function splitAt(text: string, at: number): { readonly text: string; readonly at: number }[] {
  let offset = at;
  return text.split(',').map((part) => {
    const one = { text: part, at: offset };
    offset += part.length + 1;
    return one;
  });
}

function readRank(
  { source, diagnostics }: Place,
  { text, at, uses }: { readonly text: string; readonly at: number; readonly uses: Map<string, Span> },
): WrittenDataspace['projection'][number] {
  const terms: [string, number][] = [];
  let rest = 0;
  for (const match of text.matchAll(/\s*([+-]?)\s*(?:(\d+)\s*\*?\s*)?([A-Za-z]\w*)\s*(?:\*\s*(\d+))?\s*/gy)) {
    const [whole, sign, before, dimension, after] = match;
    if ((before !== undefined && after !== undefined) || (match.index > 0 && sign === '')) break;
    rest = match.index + whole.length;
    terms.push([dimension!, (sign === '-' ? -1 : 1) * Number(before ?? after ?? 1)]);
    if (!uses.has(dimension!))
      uses.set(dimension!, { source, start: at + whole.search(/[A-Za-z_]/) + match.index, end: at + rest });
  }
  if (terms.length === 0 || rest < text.length) {
    const span = { source, start: at, end: at + Math.max(1, text.length) };
    const expected = 'a dimension, or a sum such as p*2 + r';
    diagnostics.push(error('E-PROBLEM', `"${text.trim()}" cannot be a rank`, { span, expected }));
  }
  return terms;
}

/** Between operands stands `*` and nothing else. */
function checkOperators({ source, diagnostics }: Place, from: number, to: number): void {
  const text = source.text
    .slice(from, to)
    .replace(/[A-Za-z_]\w*\s*\[[^\]]*\]/g, (operand) => '\uE000'.repeat(operand.length));
  if (/^\+?=\s*\uE000+(\s*\*\s*\uE000+)*\s*$/.test(text)) return;
  const wrong = /[^\uE000*=+\s]/.exec(text) ?? /[*+](?=\s*([*+]|$))|\+(?!=)/.exec(text);
  const at = from + (wrong?.index ?? 0);
  const span = { source, start: at, end: at + (wrong ? 1 : to - from) };
  diagnostics.push(
    error('E-PROBLEM', 'operands are joined by something else than *', { span, expected: `a product, ${example}` }),
  );
}

function readSizes({ source, diagnostics }: Place, from: number, to: number): Sizes {
  const sizes = new Map<string, Located<number>>();
  for (const match of source.text.slice(from, to).matchAll(/[A-Za-z]\w*\s*=\s*[^;,\s]+|[^;,\s][^;,]*/g)) {
    const start = from + match.index;
    const text = match[0].trimEnd();
    const span = { source, start, end: start + text.length };
    const [, name, value] = /^([A-Za-z]\w*)\s*=\s*(\d+)$/.exec(text) ?? [];
    const number = Number(value);
    if (name === undefined || !Number.isSafeInteger(number) || number < 1) {
      diagnostics.push(
        error('E-PROBLEM', `"${text}" gives no size`, {
          span,
          expected: 'dimension=positive integer, for instance m=512',
          hint: /^\d{3}$/.test(text) ? 'write 1024 for 1,024: a comma begins the next size' : undefined,
        }),
      );
    } else if (sizes.has(name)) {
      const related = [{ message: 'first given here', span: sizes.get(name)!.span }];
      diagnostics.push(error('E-DUPLICATE', `the size of ${name} is given twice`, { span, related }));
    } else sizes.set(name, { value: number, span });
  }
  return sizes;
}

function checkNames(dataspaces: readonly Operand[], diagnostics: Diagnostic[]): void {
  const seen = new Set<string>();
  for (const { name, span } of dataspaces) {
    if (seen.has(name)) {
      const hint = 'give each operand a name of its own, also where both are the same data';
      diagnostics.push(error('E-DUPLICATE', `operand ${name} is used twice`, { span, hint }));
    }
    seen.add(name);
  }
}

/** A rank of the output that no operand runs over has nothing to be computed from. */
function checkRanks(output: Operand, inputs: readonly Operand[], diagnostics: Diagnostic[]): void {
  const known = new Set(inputs.flatMap(({ uses }) => [...uses.keys()]));
  for (const [dimension, span] of output.uses) {
    if (known.has(dimension)) continue;
    const message = `rank ${dimension} of ${output.name} fits no rank of an operand`;
    diagnostics.push(error('E-NAME', message, { span, ...oneOf(dimension, [...known]) }));
  }
}

function checkSizes(
  dimensions: readonly string[],
  dataspaces: readonly Operand[],
  { sizes, diagnostics }: { readonly sizes: Sizes; readonly diagnostics: Diagnostic[] },
): void {
  for (const dimension of dimensions) {
    if (sizes.has(dimension)) continue;
    const { uses } = dataspaces.find((one) => one.uses.has(dimension))!;
    const hint = `add ${dimension}=<size> behind a semicolon`;
    diagnostics.push(error('E-PROBLEM', `dimension ${dimension} has no size`, { span: uses.get(dimension)!, hint }));
  }
  for (const [name, { span }] of sizes) {
    if (dimensions.includes(name)) continue;
    diagnostics.push(error('E-NAME', `${name} is a rank of no operand`, { span, ...oneOf(name, dimensions) }));
  }
}
