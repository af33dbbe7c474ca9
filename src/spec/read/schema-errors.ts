// ajv's errors as diagnostics: the JSON pointer becomes a place in the file, the schema around the error an expectation
// and a did-you-mean.

import type { ErrorObject } from 'ajv';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { own } from '../../math/own.js';
import { childOf, entriesOf, entryOf, type Node } from '../node.js';
import type { DefinitionName } from './schema-compiler.js';
import { TYPES, UNQUOTED_HINT } from './schemas.js';

export interface Check extends DefinitionName {
  /** How the tree is called in messages, e.g. `GLB` or `problem`. */
  readonly label: string;
  /** Already reported; nothing more is said about them. */
  readonly failed: ReadonlySet<Node>;
}

export function describeErrors(errors: readonly ErrorObject[], root: Node, check: Check): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const wrongValues = new Set<string>();
  for (const problem of errors) {
    const path = segments(problem.instancePath);
    const node = nodeAt(root, path);
    if (check.failed.has(node)) continue;
    const label = labelOf(check.label, path);
    if (problem.keyword === 'additionalProperties') diagnostics.push(unknownKey(problem, node, label));
    else if (problem.keyword === 'required') diagnostics.push(missingKey(problem, node, label));
    else if (VALUE_KEYWORDS.has(problem.keyword) && !wrongValues.has(problem.instancePath)) {
      // A value that breaks several rules is still one mistake.
      wrongValues.add(problem.instancePath);
      diagnostics.push(path.at(-1) === 'version' ? wrongVersion(node, label) : wrongValue(problem, node, label));
    }
  }
  return diagnostics;
}

/** Combinators such as `if` only repeat what stands below them. */
const VALUE_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'evaluatesTo',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
  'minLength',
]);

interface Expectation {
  readonly type?: string | readonly string[];
  readonly evaluatesTo?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly examples?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

function unknownKey(problem: ErrorObject, node: Node, label: string): Diagnostic {
  const key = String(problem.params.additionalProperty);
  const known = Object.keys((problem.parentSchema as Expectation | undefined)?.properties ?? {});
  const span = entryOf(node, key)?.keySpan ?? node.span;
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'no keys';
  const hint = own(HINTS, key) ?? didYouMean(key, known);
  return error('E-KEY', `unknown key ${key} in ${label}`, { span, expected, hint });
}

export const OF_TILEFLOW =
  'this is a tree of TileFlow, which fuses layers; here a layer is mapped by entries with target and type';

export const OF_FUSED_LAYERS =
  'this is of a mapping of fused layers (LoopTree, AccelForge), which are not supported; here each layer is mapped by itself, by entries with target and type, and mapper search --resident keeps tensors between layers on chip';

const CONTAINED = 'what a container holds follows it in the same list of nodes';

/** Keys that are right somewhere else: in other places, in versions of before, in projects that came of this one. */
const HINTS: Readonly<Record<string, string>> = {
  'node-type': OF_TILEFLOW,
  node_type: OF_TILEFLOW,
  ops: 'problems of several operations (TileFlow) are not read; give each operation a problem: several files are layers of a network',
  passthrough: 'this was the name of no_coalesce: the level stays, and merges nothing',
  rmw_on_first_writeback: 'this was the name of rmw_first_update: the first write of an element reads it as well',
  subtree: 'this is the form of versions before 0.4; write nodes: with tagged leaves',
  local: 'this is the form of versions before 0.4; write nodes: with tagged leaves',
  enabled: 'only components can be disabled, one by one',
  components: CONTAINED,
  nodes: CONTAINED,
};

function missingKey(problem: ErrorObject, node: Node, label: string): Diagnostic {
  const key = String(problem.params.missingProperty);
  const given = entriesOf(node).map((entry) => entry.key);
  const known = Object.keys((problem.parentSchema as Expectation | undefined)?.properties ?? {});
  // What stands there under an unknown name is perhaps the missing one.
  const stray = given.filter((name) => !known.includes(name));
  const meant = stray.find((name) => didYouMean(name, [key]) !== undefined);
  const hint = meant === undefined ? undefined : `is ${meant} meant to be ${key}?`;
  return error('E-REQUIRED', `${label} has no ${key}`, { span: firstLine(node), hint });
}

function firstLine(node: Node) {
  const { source, start, end } = node.span;
  const newline = source.text.indexOf('\n', start);
  return { source, start, end: newline < 0 ? end : Math.max(start, Math.min(end, newline)) };
}

function wrongVersion(node: Node, label: string): Diagnostic {
  const value = node.kind === 'scalar' ? String(node.value) : 'that';
  const older = 'files of older versions have another form and have to be converted';
  const hint = Number(value) < 0.4 ? older : undefined;
  return error('E-VERSION', `${label} is ${value}`, { span: node.span, expected: '0.4', hint });
}

function wrongValue(problem: ErrorObject, node: Node, label: string): Diagnostic {
  const expectation = (problem.parentSchema ?? {}) as Expectation;
  const found = describe(node);
  const message = node.kind === 'scalar' ? `${label} cannot be ${found}` : `${label} cannot be ${found} like this`;
  return error('E-TYPE', message, {
    span: firstLine(node),
    expected: LIMITS.has(problem.keyword) ? withinLimits(expectation, problem.keyword) : expected(expectation),
    found,
    hint:
      problem.keyword === 'type'
        ? (termHint(node, label) ?? formHint(node, expectation))
        : (knownElsewhere(node) ?? quotesHint(node, expectation)),
  });
}

/** `[[M], [K]]` for `[[[M]], [[K]]]`: the commonest slip in shapes written by hand. */
function termHint(node: Node, label: string): string | undefined {
  if (node.kind !== 'scalar' || !/\.projection\[\d+\]\[\d+\]$/.test(label)) return undefined;
  return `terms are lists that are added: write [[${node.value}]], with a coefficient [[${node.value}, Wstride]]`;
}

const skippedPositions =
  'leave it out: a compressed rank (CP, RLE, B) leaves zeros of its own out, and skipping under compute_optimization the computes with them; how unevenly nonzeros fall on instances is not counted';

/** Values that the reference knew once (its issue 224), or that projects know which came of this one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'position-skipping': skippedPositions,
  position_skipping: skippedPositions,
  fused: OF_FUSED_LAYERS,
  sequential: OF_FUSED_LAYERS,
  pipeline: OF_FUSED_LAYERS,
  nested: OF_FUSED_LAYERS,
  storage: OF_FUSED_LAYERS,
  compute: OF_FUSED_LAYERS,
};

function knownElsewhere(node: Node): string | undefined {
  return node.kind === 'scalar' ? own(ELSEWHERE, String(node.value).toLowerCase()) : undefined;
}

const LIMITS: ReadonlySet<string> = new Set(['minimum', 'maximum']);

/** Of a value that would do but for its size. */
function withinLimits({ minimum, maximum, evaluatesTo, type }: Expectation, keyword: string): string {
  if (keyword === 'maximum' && (minimum === undefined || maximum === Number.MAX_SAFE_INTEGER))
    return `at most ${maximum}`;
  const range = limits({ ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) });
  return `${FORMS[evaluatesTo ?? (type === 'integer' ? type : 'number')]}${range}`;
}

/** What to write where a number or true stands in place of names. */
function formHint(node: Node, expectation: Expectation): string | undefined {
  const { examples, type, evaluatesTo } = expectation;
  if (node.kind !== 'scalar' || node.value === null || typeof node.value === 'string')
    return quotesHint(node, expectation);
  if (examples) return `write it as ${examples.join(' or ')}`;
  return [type].flat().includes('string') && !evaluatesTo ? `put quotes around it: "${node.value}"` : undefined;
}

function quotesHint(node: Node, { evaluatesTo }: Expectation): string | undefined {
  const isQuotedText = node.kind === 'scalar' && typeof node.value === 'string' && node.quoted;
  return evaluatesTo && isQuotedText ? UNQUOTED_HINT : undefined;
}

function describe(node: Node): string {
  if (node.kind === 'list') return node.items.length === 0 ? 'an empty list' : 'a list';
  if (node.kind === 'map') return 'a map';
  if (node.value === null) return 'empty';
  if (typeof node.value !== 'string') return String(node.value);
  return JSON.stringify(node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value);
}

function expected(schema: Expectation): string {
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const shown = schema.evaluatesTo ? [schema.evaluatesTo] : types.filter((type) => type !== 'null');
  return `${shown.map((type) => FORMS[type] ?? type).join(' or ')}${limits(schema)}`;
}

const FORMS: Readonly<Record<string, string>> = {
  ...TYPES,
  string: 'text',
  array: 'a list',
  object: 'a map',
};

function limits(schema: Expectation): string {
  const { minimum, maximum, exclusiveMinimum, minItems, maxItems, minLength } = schema;
  const unlimited = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined && minimum !== -Number.MAX_SAFE_INTEGER) {
    return unlimited ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
  }
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minItems !== undefined && minItems === maxItems) return ` of ${minItems} items`;
  if (minItems !== undefined)
    return maxItems === undefined ? ` with at least ${minItems} item` : ` of ${minItems} or ${maxItems} items`;
  return minLength === undefined ? '' : ', not empty';
}

function segments(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The node a path leads to, or the last one on the way that is there. */
function nodeAt(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const part of path) {
    const next: Node | undefined = node.kind === 'list' ? node.items[Number(part)] : childOf(node, part);
    if (!next) break;
    node = next;
  }
  return node;
}

function labelOf(label: string, path: readonly string[]): string {
  return path.reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : `${text}.${part}`), label);
}
