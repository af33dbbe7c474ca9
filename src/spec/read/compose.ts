// From the yaml package's document to the located tree (section A.3): aliases are followed, merge keys applied, files
// included, tags kept, `ignore` keys dropped. What is left is plain data that knows where it stands.

import type { ParsedNode, YAMLMap, YAMLSeq, Scalar as YamlScalar } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { type Details, type Diagnostic, type DiagnosticCode, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import { visible } from '../../diagnostics/visible.js';
import { type Entry, emptyScalar, type MapNode, type Node, type Scalar, type ScalarNode } from '../node.js';
import { spanIn } from '../template/marks.js';
import { MAX_NESTING, MAX_NODES, UNLIMITED_HINT } from './limits.js';
import { applyMerge, isMergeKey } from './merge-keys.js';
import { isOfTag, REFUSED_TAG, readTag, standardTag } from './tags.js';

export interface ComposeContext {
  readonly source: SourceFile;
  readonly diagnostics: Diagnostic[];
  readonly budget: Budget;
  /** What a template included by name, for `!include_loaded`. */
  readonly loaded: readonly Loaded[];
  /** `!include` and `!includedir`; undefined after a diagnostic. */
  readonly include: (request: IncludeRequest) => Node | undefined;
}

export interface IncludeRequest {
  readonly tag: 'include' | 'includedir';
  readonly path: string;
  readonly span: Span;
}

/** What one reading has used up so far; shared by all its files, so that includes cannot multiply. */
export interface Budget {
  nodes: number;
  includes: number;
  templateSteps: number;
  /** Every name that a template mentions. */
  readonly templateNames: Set<string>;
  /** Depth of the node at hand, and the greatest met since the innermost open anchor. */
  depth: number;
  deepest: number;
  /** Nodes that have been reported; they stand for values that could not be read, and nothing more is said of them. */
  readonly refused: Set<Node>;
}

export function newBudget(): Budget {
  const counts = { nodes: 0, includes: 0, templateSteps: 0, depth: 0, deepest: 0 };
  return { ...counts, templateNames: new Set(), refused: new Set() };
}

/** Written by templates for what they include; what follows is the number in `loaded`. */
export const LOADED_TAG = '!include_loaded';

/** undefined when the expansion went over the limit; every other problem leaves a refused node in its place. */
export function composeNode(root: ParsedNode, context: ComposeContext): Node | undefined {
  const node = new Walk(context).node(root);
  return context.budget.nodes > MAX_NODES ? undefined : node;
}

/** A value that stands in several places. */
export interface Loaded {
  readonly node: Node | undefined;
  /** Nodes in it, aliases expanded, and levels below it. */
  readonly size: number;
  readonly height: number;
}

interface Anchor extends Loaded {
  /** undefined while the anchored node is still being read: an alias to it would contain itself. */
  node: Node | undefined;
  size: number;
  height: number;
}

class Walk {
  private readonly context: ComposeContext;
  private readonly anchors = new Map<string, Anchor>();

  constructor(context: ComposeContext) {
    this.context = context;
  }

  node(parsed: ParsedNode): Node {
    if (isAlias(parsed)) return this.alias(parsed.source, this.span(parsed));
    const { budget } = this.context;
    if (!this.spend({ nodes: 1, height: 1 }, parsed)) return emptyScalar(this.span(parsed));
    const nodesBefore = budget.nodes;
    const deepestBefore = budget.deepest;
    budget.depth += 1;
    budget.deepest = budget.depth;
    const anchor: Anchor = { node: undefined, size: 0, height: 0 };
    if (parsed.anchor !== undefined) this.anchors.set(parsed.anchor, anchor);
    anchor.node = this.tagged(parsed);
    anchor.size = budget.nodes - nodesBefore + 1;
    anchor.height = budget.deepest - budget.depth + 1;
    budget.depth -= 1;
    budget.deepest = Math.max(deepestBefore, budget.deepest);
    return anchor.node;
  }

  private tagged(parsed: YAMLMap.Parsed | YAMLSeq.Parsed | YamlScalar.Parsed): Node {
    const loaded =
      parsed.tag === LOADED_TAG && isScalar(parsed) ? this.context.loaded[Number(parsed.source)] : undefined;
    if (loaded?.node) {
      const fits = this.spend({ nodes: loaded.size, height: loaded.height }, parsed);
      return fits ? loaded.node : this.refused(this.span(parsed));
    }
    const kind = isMap(parsed) ? 'map' : isSeq(parsed) ? 'list' : 'scalar';
    const tag = readTag(parsed.tag, { kind, span: this.tagSpan(parsed) }, this.context.diagnostics);
    const node = this.content(parsed, tag);
    if (tag === REFUSED_TAG) this.context.budget.refused.add(node);
    return node;
  }

  private content(parsed: YAMLMap.Parsed | YAMLSeq.Parsed | YamlScalar.Parsed, tag: string | undefined): Node {
    if (isMap(parsed)) return this.map(parsed, tag);
    if (isSeq(parsed)) {
      const items = parsed.items.map((item) => this.node(item as ParsedNode));
      return { kind: 'list', items, ...(tag && { tag }), span: this.span(parsed) };
    }
    const scalar = this.scalar(parsed as YamlScalar.Parsed, tag);
    if (tag !== 'include' && tag !== 'includedir') return scalar;
    const path = String(scalar.value ?? '');
    return this.context.include({ tag, path, span: scalar.span }) ?? this.refused(scalar.span);
  }

  private map(parsed: YAMLMap.Parsed, tag: string | undefined): MapNode {
    const entries: Entry[] = [];
    const seen = new Map<string, Span>();
    const merges: Entry[] = [];
    // Parentheses that the last value leaves open.
    let open = 0;
    for (const pair of parsed.items) {
      const key = this.key(pair.key as ParsedNode | null);
      if (!key) continue;
      const before = entries.at(-1);
      if (open > 0 && pair.value === null && before) {
        this.cutByComma(before);
        open += unclosed(key.text);
        continue;
      }
      // `{a}` has no value at all; it stands where its key stands.
      const value = pair.value === null ? this.valueless(key, before) : this.node(pair.value as ParsedNode);
      const entry = { key: key.text, keySpan: key.span, value };
      const earlier = seen.get(key.text);
      seen.set(key.text, key.span);
      if (!key.quoted && isMergeKey(key.text)) merges.push(entry);
      else if (earlier) this.duplicate(entry, earlier);
      // A.2: dropped at every depth; anchors inside have been noted.
      else if (!key.text.includes('ignore')) entries.push(entry);
      open = parsed.flow && value.kind === 'scalar' && !value.quoted ? unclosed(String(value.value)) : 0;
    }
    const map: MapNode = { kind: 'map', entries, ...(tag && { tag }), span: this.span(parsed) };
    return applyMerge(map, merges, { diagnostics: this.context.diagnostics, refused: this.context.budget.refused });
  }

  /** `{meshX: max(2, rows)}` is `max(2`, and then a key `rows)` without a value. */
  private cutByComma({ key, value }: Entry): void {
    const { refused } = this.context.budget;
    if (refused.has(value)) return;
    refused.add(value);
    const hint = 'use the block form: inside { } a comma ends a value, within parentheses too';
    const message = `a comma ends the value of ${key} within its parentheses`;
    this.report('E-YAML', message, value.span, { expected: 'a value without a comma', hint });
  }

  /** `{C: 1,024}` is 1 and then a key 024 without a value: nobody means that. */
  private valueless({ text, span }: { readonly text: string; readonly span: Span }, before: Entry | undefined): Node {
    const last = before?.value.kind === 'scalar' && typeof before.value.value === 'number' ? before.value.value : null;
    const grouped = last !== null && /^\d+$/.test(text);
    const hint = grouped ? `write ${last}${text} for ${last},${text}: in { } a comma begins the next key` : undefined;
    const expected = `${grouped ? 'a number without commas' : `${text}: and a value`}`;
    this.report('E-YAML', `key ${text} has no value`, span, { expected, hint });
    return this.refused(span);
  }

  private duplicate(entry: Entry, earlier: Span): void {
    const related = [{ message: 'first given here', span: earlier }];
    this.report('E-DUPLICATE', `key ${entry.key} is given twice in one map`, entry.keySpan, {
      related,
      hint: 'keep one of them',
    });
  }

  private key(
    parsed: ParsedNode | null,
  ): { readonly text: string; readonly quoted: boolean; readonly span: Span } | undefined {
    const span = this.span(parsed);
    if (!isScalar(parsed)) return this.report('E-YAML', 'a key must be a plain name', span);
    const quoted = isQuoted(parsed);
    // `1:`, `N:` and `null:` are names here: the text counts, not what YAML makes of it.
    const text = visible(typeof parsed.value === 'string' ? parsed.value : (parsed.source ?? String(parsed.value)));
    if (text === '__proto__') return this.report('E-KEY', '__proto__ cannot be a key', span);
    if (parsed.anchor !== undefined || parsed.tag !== undefined)
      return this.report('E-YAML', `key ${text} has an anchor or a tag`, span);
    return { text, quoted, span };
  }

  private scalar(parsed: YamlScalar.Parsed, tag: string | undefined): ScalarNode {
    const span = this.span(parsed);
    // The parser leaves tagged scalars as text; an empty one, as in `- !Nothing`, is nothing.
    const standard = tag === REFUSED_TAG ? undefined : standardTag(parsed.tag);
    const read = standard === undefined ? parsed.tag !== undefined && parsed.type === 'PLAIN' : standard !== 'str';
    const value = read ? plainScalar(parsed.source) : (parsed.value as Scalar);
    if (standard !== undefined && !isOfTag(value, standard)) {
      this.report('E-TAG', `tag !!${standard} stands on ${String(parsed.source)}`, this.tagSpan(parsed));
      return this.refused(span);
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      const details = { expected: 'a finite number', hint: UNLIMITED_HINT };
      this.report('E-TYPE', `${parsed.source} is not a finite number`, span, details);
      return this.refused(span);
    }
    const shown = typeof value === 'string' ? visible(value) : value;
    const quoted = isQuoted(parsed) || standard === 'str';
    return { kind: 'scalar', value: shown, quoted, ...(tag && { tag }), span };
  }

  private alias(name: string, span: Span): Node {
    const anchor = this.anchors.get(name);
    if (anchor?.node)
      return this.spend({ nodes: anchor.size, height: anchor.height }, span) ? anchor.node : this.refused(span);
    const message = anchor ? `alias *${name} stands inside what it names` : `alias *${name} names no earlier anchor`;
    this.report('E-YAML', message, span);
    return this.refused(span);
  }

  /** Aliases share nodes, but whoever walks the tree meets them again each time: they count in full. */
  private spend(
    { nodes, height }: { readonly nodes: number; readonly height: number },
    at: ParsedNode | Span,
  ): boolean {
    const { budget } = this.context;
    if (budget.nodes > MAX_NODES) return false;
    const span = 'source' in at && 'start' in at ? at : this.span(at as ParsedNode);
    if (budget.depth + height > MAX_NESTING) {
      budget.nodes = Infinity;
      this.report('E-SIZE', `aliases and includes nest values more than ${MAX_NESTING} deep`, span);
      return false;
    }
    budget.nodes += nodes;
    budget.deepest = Math.max(budget.deepest, budget.depth + height);
    if (budget.nodes <= MAX_NODES) return true;
    this.report('E-SIZE', `aliases, merges and includes expand to more than ${MAX_NODES} values`, span);
    return false;
  }

  private refused(span: Span): ScalarNode {
    const node = emptyScalar(span);
    this.context.budget.refused.add(node);
    return node;
  }

  private report(code: DiagnosticCode, message: string, span: Span, details?: Details): undefined {
    this.context.diagnostics.push(error(code, message, { span, ...details }));
    return undefined;
  }

  private span(parsed: ParsedNode | null): Span {
    const { source } = this.context;
    const [start, end] = parsed?.range ?? [0, 0];
    return spanIn(source, start, end);
  }

  /** The tag stands before the node's range. */
  private tagSpan(parsed: ParsedNode): Span {
    const { source } = this.context;
    if (parsed.tag === undefined) return this.span(parsed);
    const { text: all } = source;
    let start = all.lastIndexOf('!', Math.max(0, parsed.range[0] - 1));
    if (start < 0) return this.span(parsed);
    if (all[start - 1] === '!') start -= 1;
    const [text = ''] = /^![^\s,[\]{}]*/.exec(all.slice(start, start + 200)) ?? [];
    return spanIn(source, start, start + text.length);
  }
}

function plainScalar(text: string): Scalar {
  const { contents } = parseDocument(text, { schema: 'core', version: '1.2' });
  return isScalar(contents) ? (contents.value as Scalar) : null;
}

function isQuoted(scalar: YamlScalar.Parsed): boolean {
  return scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE';
}

function unclosed(text: string): number {
  return text.split('(').length - text.split(')').length;
}
