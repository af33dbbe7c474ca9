// `mapper convert`: files of versions before 0.4, several of them made one, as a file of today's dialect.

import { existsSync } from 'node:fs';
import { Document, isMap, isScalar, isSeq, visit, type Node as YamlNode } from 'yaml';
import { type Diagnostic, error, hasErrors } from '../../diagnostics/diagnostic.js';
import { counted } from '../../math/count-text.js';
import { writeWhole } from '../../results/whole-file.js';
import { modernize, readAsNew } from '../../spec/legacy/modernize.js';
import { type Node, type PlainValue, plain } from '../../spec/node.js';
import { combineFiles, type Sections } from '../../spec/read/combine.js';
import { newBudget } from '../../spec/read/compose.js';
import { readTree } from '../../spec/read/include.js';
import { reasonOf } from '../../spec/read/load.js';
import { distinctFiles } from '../../spec/read-spec.js';
import { type Context, done, type Ending, isOn, textOf } from '../context.js';
import { loadInputs, noFiles } from '../inputs.js';
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
  const sections = modernize(old, diagnostics);
  if (hasErrors(diagnostics)) return refuse(context, diagnostics);
  const told = diagnostics.filter(({ message }) => !message.startsWith(readAsNew));
  showDiagnostics(context, told);
  const text = isOn(options, 'json') ? jsonText(plainSections(sections)) : textIn(sections);
  if (out === undefined) await terminal.out(text);
  else {
    try {
      writeWhole(out, text);
    } catch (problem) {
      return refuse(context, [error('E-WRITE', `cannot write ${out}: ${reasonOf(problem, 'write')}`)]);
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

function plainSections(sections: Sections): Record<string, PlainValue> {
  return Object.fromEntries([...sections].map(([name, { value }]) => [KEYS[name] ?? name, plain(value)]));
}

/** With `version: 0.4` where a version may stand. */
function textIn(sections: Sections): string {
  const document = new Document({});
  for (const [name, { value }] of sections) {
    const node = yamlOf(value, document);
    const versioned = VERSIONED.has(name) && isMap(node) && !node.has('version');
    if (versioned) node.items.unshift(document.createPair('version', 0.4) as never);
    document.set(KEYS[name] ?? name, node);
  }
  visit(document, {
    Seq: (_, list) => {
      if (list.items.every((item) => isScalar(item))) list.flow = true;
    },
  });
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
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
  if (node.kind === 'scalar') return document.createNode(plain(node)) as YamlNode;
  const made = document.createNode(node.kind === 'map' ? {} : []) as YamlNode & { tag?: string };
  if (node.kind === 'map' && isMap(made))
    for (const { key, value } of node.entries) made.set(key, yamlOf(value, document));
  if (node.kind === 'list' && isSeq(made)) for (const item of node.items) made.add(yamlOf(item, document));
  if (node.tag !== undefined) made.tag = `!${node.tag}`;
  return made;
}
