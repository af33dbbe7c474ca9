// `mapper convert`: files of versions before 0.4, several of them made one, as a file of today's dialect.

import { existsSync } from 'node:fs';
import { Document, isMap, isScalar, isSeq, type Scalar, visit, type Node as YamlNode } from 'yaml';
import { type Diagnostic, error, hasErrors } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { counted } from '../../math/count-text.js';
import { cannotWrite, writeWhole } from '../../results/whole-file.js';
import { modernize, readAsNew } from '../../spec/legacy/modernize.js';
import {
  childOf,
  type Entry,
  inMap,
  type Node,
  nodeOf,
  type PlainValue,
  plain,
  type ScalarNode,
} from '../../spec/node.js';
import { combineFiles, type Sections } from '../../spec/read/combine.js';
import { newBudget } from '../../spec/read/compose.js';
import { readTree } from '../../spec/read/include.js';
import { distinctFiles } from '../../spec/read-spec.js';
import { NODE_KINDS } from '../../spec/spec.js';
import type { Context } from '../context.js';
import { done, type Ending } from '../ending.js';
import { loadInputs, noFiles } from '../inputs.js';
import { isOn, textOf } from '../options.js';
import { jsonText, refuse, showDiagnostics } from '../output.js';

export async function convert(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const loaded = await loadInputs(files, options);
  const asked = textOf(options, 'out');
  const out = asked === '-' ? undefined : asked;
  const usage = noFiles(files, 'no files', 'mapper convert <old.yaml> -o <new.yaml>');
  const diagnostics: Diagnostic[] = [...loaded.diagnostics, ...usage];
  if (out !== undefined && existsSync(out) && !isOn(options, 'force'))
    diagnostics.push(error('E-OPTION', `${out} exists`, { hint: '--force replaces it' }));
  if (!loaded.value || hasErrors(diagnostics)) return refuse(context, diagnostics);
  const budget = newBudget();
  const trees = distinctFiles(loaded.value).flatMap((input) => readTree(input, { diagnostics, budget }) ?? []);
  const maps = trees.filter((tree) => tree.kind === 'map');
  const old = combineFiles(maps, diagnostics);
  const sections = modernize(old, diagnostics, { isWritten: true });
  if (hasErrors(diagnostics)) return refuse(context, diagnostics);
  const told = diagnostics.filter(({ message }) => !message.startsWith(readAsNew));
  showDiagnostics(context, told);
  const text = isOn(options, 'json') ? jsonText(plainSections(sections)) : textIn(sections);
  if (out === undefined) await terminal.out(text);
  else {
    try {
      writeWhole(out, text);
    } catch (problem) {
      return refuse(context, [cannotWrite(out, problem)]);
    }
    if (!isOn(options, 'quiet'))
      terminal.err(
        `${[...sections.keys()].join(', ')} in ${out}${summary(old, sections, told)}\n${left(old, sections)}`,
      );
  }
  return done;
}

function summary(old: Sections, sections: Sections, told: readonly Diagnostic[]): string {
  if (old === sections) return ', nothing to convert';
  return told.length > 0 ? `, with ${counted(told.length, 'remark')} above` : ', everything carried over';
}

/** Old files name a fan-out by the level outside it: alone, with the new architecture, they would mean another. */
function left(old: Sections, sections: Sections): string {
  if (old.get('architecture') === sections.get('architecture')) return '';
  if (sections.has('constraints') || sections.has('mapping')) return '';
  return 'old constraints and mappings of it go into the same command: their names of fan-outs change with it\n';
}

/** By the keys of today, with `version: 0.4` where a version may stand. */
function written(sections: Sections): readonly (readonly [key: string, value: Node])[] {
  return [...sections].map(([name, { value }]) => {
    const lacks = VERSIONED.has(name) && value.kind === 'map' && !childOf(value, 'version');
    const versioned = () => inMap(value, (map) => ({ ...map, entries: [versionIn(map.span), ...map.entries] }));
    return [KEYS[name] ?? name, lacks ? versioned() : value];
  });
}

function versionIn(span: Span): Entry {
  return { key: 'version', keySpan: span, value: nodeOf(0.4, span) };
}

/** For scripts. JSON has no tags: what an item of the tree is stands under `tag`. */
function plainSections(sections: Sections): PlainValue {
  return Object.fromEntries(written(sections).map(([key, value]) => [key, withTags(value)]));
}

function withTags(node: Node): PlainValue {
  if (node.kind === 'list') return node.items.map(withTags);
  const tag = node.tag !== undefined && NODE_TAGS.has(node.tag) ? { tag: node.tag } : undefined;
  if (node.kind === 'scalar') return tag ?? plain(node);
  return { ...tag, ...Object.fromEntries(node.entries.map(({ key, value }) => [key, withTags(value)])) };
}

function textIn(sections: Sections): string {
  const document = new Document({});
  for (const [key, value] of written(sections)) document.set(key, yamlOf(value, document));
  visit(document, {
    Seq: (_, list) => {
      if (list.items.every((item) => isScalar(item) && !isBroken(item))) list.flow = true;
    },
  });
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

/** Between brackets it would need quotes, and in quotes nothing is an expression (A.4). */
function isBroken({ type, value }: Scalar): boolean {
  return type !== 'QUOTE_DOUBLE' && typeof value === 'string' && /[,[\]{}]/.test(value);
}

const VERSIONED: ReadonlySet<string> = new Set([
  'architecture',
  'problem',
  'components',
  'mapper',
  'constraints',
  'variables',
]);
const KEYS: Readonly<Record<string, string>> = { components: 'compound_components' };

function yamlOf(node: Node, document: Document): YamlNode {
  if (node.kind === 'scalar') return scalarOf(node, document);
  const made = document.createNode(node.kind === 'map' ? {} : []) as YamlNode & { tag?: string };
  if (node.kind === 'map' && isMap(made))
    for (const { key, value } of node.entries) made.set(key, yamlOf(value, document));
  if (node.kind === 'list' && isSeq(made)) for (const item of node.items) made.add(yamlOf(item, document));
  if (node.tag !== undefined) made.tag = `!${node.tag}`;
  return made;
}

/** Quotes stay where they were typed: without them a text may be an expression (A.4). */
function scalarOf(node: ScalarNode, document: Document): YamlNode {
  // An empty item with a tag; `null` behind it would be another.
  if (node.tag !== undefined && NODE_TAGS.has(node.tag)) {
    const empty = document.createNode({}) as YamlNode & { tag?: string };
    empty.tag = `!${node.tag}`;
    return empty;
  }
  const made = document.createNode(plain(node)) as YamlNode;
  if (isScalar(made) && isTypedText(node)) made.type = 'QUOTE_DOUBLE';
  return made;
}

/** What converting has made is text, too, but was never typed as one. */
function isTypedText({ value, quoted, span: { source, start } }: ScalarNode): boolean {
  if (!quoted || typeof value !== 'string') return false;
  return /["']/.test(source.text[start] ?? '') || /!!str\s+$/.test(source.text.slice(0, start));
}

const NODE_TAGS: ReadonlySet<string> = new Set(Object.keys(NODE_KINDS));
