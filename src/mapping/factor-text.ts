// Factors as people write them (B.2, D.4): `[P=4, R=1]`, `"P=4 R=3"`, `"P=4,R=3"`, `C1 M8 R1`, `X<=4`, `X>=2`, `X=0` for
// the full bound, `P=4,3` with the trip count of the last iteration (D.3), and lists of all these in lists.

import type { Architecture } from '../arch/architecture.js';
import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { oneOf } from '../diagnostics/suggestion.js';
import type { Node, ScalarNode } from '../spec/node.js';
import type { Branch } from '../spec/spec.js';
import type { Workload } from '../workload/workload.js';
import { spanWithin } from './text-span.js';

export interface FactorEntry {
  readonly dimension: number;
  readonly relation: '=' | '<=' | '>=';
  readonly value: number;
  readonly residual?: number;
  readonly span: Span;
}

export interface NameScope {
  readonly workload: Workload;
  readonly diagnostics: Diagnostic[];
}

/** Where directives find what they target. */
export interface TreeScope extends NameScope {
  readonly root: Branch;
  readonly architecture: Architecture;
}

export interface NamedLevels extends NameScope {
  /** Of the levels, innermost first. */
  readonly names: readonly string[];
}

export function readFactors(node: Node, scope: NameScope): readonly FactorEntry[] {
  if (node.kind === 'list') return node.items.flatMap((item) => readFactors(item, scope));
  return node.kind === 'scalar' && typeof node.value === 'string' ? readText(node, node.value, scope) : [];
}

// A digit cannot start a dimension's name, so a number after a comma is a residual and never the next entry.
// Nor does another entry's name end one that was left empty, `R= S=`.
const entry = /^([^\s,;=<>]+?)\s*(<=|>=|==|=|<|>)\s*([^\s,;=<>]+)(?![^\s,;=<>]|\s*[=<>])(?:\s*,\s*(\d+)(?![^\s,;]))?/u;
const separators = /^[\s,;]+/u;

function readText(node: ScalarNode, text: string, scope: NameScope): readonly FactorEntry[] {
  const found: FactorEntry[] = [];
  let at = text.match(separators)?.[0].length ?? 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const written = rest.match(entry);
    const length = written ? written[0].length : readRun(rest, { node, at, scope, found });
    if (written) {
      const span = spanWithin(node.span, written[0], at);
      const one = readEntry(written, span, scope);
      if (one) found.push(one);
    }
    if (length === 0) {
      const piece = rest.match(/^[^\s,;]+/u)![0];
      scope.diagnostics.push(unreadable(piece, spanWithin(node.span, piece, at), scope));
      at += piece.length;
    }
    at += length;
    at += text.slice(at).match(separators)?.[0].length ?? 0;
  }
  return found;
}

function readEntry(written: RegExpMatchArray, span: Span, scope: NameScope): FactorEntry | undefined {
  const [, name = '', relation = '', number = '', residual] = written;
  const dimension = scope.workload.dimensions.indexOf(name);
  if (dimension < 0) {
    scope.diagnostics.push(unknownDimension(name, span, scope));
    return undefined;
  }
  if (relation !== '=' && relation !== '<=' && relation !== '>=') {
    const message = `"${written[0]}" uses ${relation}`;
    const [meant, last] = relation === '<' ? ['<=', Number(number) - 1] : ['>=', Number(number) + 1];
    const hint = /^[<>]$/.test(relation) ? `write ${name}${meant}${last}` : undefined;
    scope.diagnostics.push(error('E-FACTOR', message, { span, expected: 'one of =, <= and >=', hint }));
    return undefined;
  }
  return checked({ dimension, relation, number, residual, span }, scope);
}

/** `C1 M8 R1`, also run together: the longest dimension name that fits, then digits. Returns the length read. */
function readRun(
  rest: string,
  context: { node: ScalarNode; at: number; scope: NameScope; found: FactorEntry[] },
): number {
  const { scope, node, at, found } = context;
  const names = [...scope.workload.dimensions].sort((a, b) => b.length - a.length);
  for (const name of names) {
    if (!rest.startsWith(name)) continue;
    const written = rest.slice(name.length).match(/^(\d+)(?:,(\d+)(?![^\s,;]))?/u);
    if (!written) continue;
    const length = name.length + written[0].length;
    const span = spanWithin(node.span, rest.slice(0, length), at);
    const dimension = scope.workload.dimensions.indexOf(name);
    const one = checked({ dimension, relation: '=', number: written[1]!, residual: written[2], span }, scope);
    if (one) found.push(one);
    return length;
  }
  return 0;
}

interface RawEntry extends Pick<FactorEntry, 'dimension' | 'relation' | 'span'> {
  readonly number: string;
  readonly residual: string | undefined;
}

function checked(raw: RawEntry, scope: NameScope): FactorEntry | undefined {
  const { dimension, relation, span } = raw;
  const name = scope.workload.dimensions[dimension]!;
  const value = /^\d+$/.test(raw.number) ? Number(raw.number) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    const message = `factor of ${name} is ${raw.number}`;
    scope.diagnostics.push(error('E-FACTOR', message, { span, expected: 'an integer, 0 or more' }));
    return undefined;
  }
  if (value === 0) {
    const bound = scope.workload.bounds[dimension]!;
    const message = `${name}${relation}0 is read as the full bound of ${name}, ${bound}`;
    scope.diagnostics.push(warning('W-FACTOR', message, { span }));
    return { dimension, relation, value: bound, span };
  }
  if (raw.residual === undefined) return { dimension, relation, value, span };
  const residual = Number(raw.residual);
  if (relation === '=' && residual >= 1 && residual <= value) return { dimension, relation, value, residual, span };
  const message = `${name}${relation}${value},${residual} gives the last iteration ${residual} trips`;
  const expected = relation === '=' ? `1 to ${value}` : 'a residual only after =';
  scope.diagnostics.push(error('E-FACTOR', message, { span, expected }));
  return undefined;
}

function unreadable(piece: string, span: Span, scope: NameScope): Diagnostic {
  const name = piece.match(/^[^\d]+/u)?.[0] ?? piece;
  if (/^[^\d]+\d+$/u.test(piece)) return unknownDimension(name, span, scope);
  const hint = scope.workload.dimensions.includes(piece) ? `leave ${piece} out, then it is free` : undefined;
  return error('E-FACTOR', `"${piece}" is not a factor`, { span, expected: 'an entry like P=4, P<=4 or P4', hint });
}

export function unknownDimension(name: string, span: Span, { workload }: NameScope): Diagnostic {
  return error('E-NAME', `unknown dimension ${name}`, { span, ...oneOf(name, workload.dimensions) });
}

export function dimensionNames(ids: readonly number[], { workload }: Pick<NameScope, 'workload'>): string {
  return ids.map((id) => workload.dimensions[id]!).join(', ');
}
