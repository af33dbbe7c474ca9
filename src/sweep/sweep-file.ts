// A sweep file: what is crossed with what (schemas/sweep.schema.json). Paths are relative to the file.

import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { distinctBy } from '../math/distinct.js';
import { settingOf } from '../spec/attribute-names.js';
import { childOf, type MapNode, type Node, type PlainValue, plain, textOf } from '../spec/node.js';
import { newBudget } from '../spec/read/compose.js';
import { glanceAt, readTree } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { reasonOf } from '../spec/read/load.js';
import { checkAgainstSchema } from '../spec/read/schema-validator.js';
import { looksLikeEinsum } from '../workload/import/einsum.js';
import type { Setting, Settings } from './axis.js';
import { readAxis, type SettingPlace, settingPlaces } from './axis-node.js';
import { combine, type Mode } from './combine.js';
import { matchingFiles } from './matching-files.js';

/** Files that are read together: one architecture, or one workload. */
export interface FileGroup {
  readonly paths: readonly string[];
  readonly span: Span;
}

export interface Sweep {
  readonly name: string;
  readonly architectures: readonly FileGroup[];
  readonly workloads: readonly FileGroup[];
  /** Read with every point. */
  readonly files: readonly string[];
  /** Whatever is varied, a column each. */
  readonly keys: readonly string[];
  /** For every architecture and workload; one without settings where nothing is varied. */
  readonly settings: readonly Settings[];
  /** Where what is set stands in the file. */
  readonly placeOf: (setting: Setting) => SettingPlace;
  /** As `--objective` takes them; none where the file is silent. */
  readonly objectives: readonly { readonly text: string; readonly span: Span }[];
  /** Options of the search by their names, and where each and its value stand. */
  readonly search: readonly SearchOption[];
}

interface SearchOption {
  readonly name: string;
  readonly keySpan: Span;
  readonly value: PlainValue;
  readonly span: Span;
}

/** Whether a file is one: it has the top-level key. */
export function isSweepFile(input: InputFile): boolean {
  return childOf(glanceAt(input), 'sweep') !== undefined;
}

export function readSweep(input: InputFile): Outcome<Sweep> {
  const { source, directory } = input;
  const diagnostics: Diagnostic[] = [];
  const tree = readTree(input, { diagnostics, budget: newBudget() });
  const node = childOf(tree, 'sweep');
  if (node === undefined && tree !== undefined) {
    const hint = 'a sweep file says sweep: {architectures: [...], workloads: [...], axes: [...]}';
    diagnostics.push(error('E-REQUIRED', `${source.name} has no top-level key sweep`, { span: tree.span, hint }));
  }
  if (node !== undefined) {
    const check = { schema: 'sweep', definition: 'sweep', label: 'sweep', failed: new Set<Node>() } as const;
    diagnostics.push(...checkAgainstSchema(node, plain(node), check));
  }
  if (node?.kind !== 'map' || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const base = directory === null ? '' : dirname(source.name);
  const files = (key: string): readonly FileGroup[] => groups(childOf(node, key), base, diagnostics);
  const mode = readMode(node);
  const once = mode.kind === 'grid' || mode.kind === 'random';
  const axes = items(childOf(node, 'axes')).flatMap((item) => readAxis(item as MapNode, diagnostics, once) ?? []);
  const settings = hasErrors(diagnostics) ? [] : combine(mode, axes, { node, diagnostics });
  const sweep: Sweep = {
    name: textOf(node, 'name') ?? basename(source.name).replace(/\.ya?ml$/, ''),
    architectures: files('architectures'),
    workloads: files('workloads'),
    files: files('files').flatMap(({ paths }) => paths),
    keys: [...new Set([...axes.flatMap(({ keys }) => keys), ...settings.flat().map(({ key }) => key)])],
    settings,
    placeOf: settingPlaces([...items(childOf(node, 'axes')), ...items(childOf(node, 'points'))]),
    objectives: objectivesOf(node, diagnostics),
    search: searchOf(childOf(node, 'search')),
  };
  return { value: hasErrors(diagnostics) ? undefined : sweep, diagnostics };
}

/** What is set for every point is not varied, however it is spelt there. */
export function withoutAxes(sweep: Sweep, fixed: readonly string[]): Sweep {
  const set = new Set(fixed.map(settingOf));
  const isFixed = (key: string): boolean => set.has(settingOf(key));
  const left = sweep.settings.map((settings) => settings.filter(({ key }) => !isFixed(key)));
  return {
    ...sweep,
    keys: sweep.keys.filter((key) => !isFixed(key)),
    settings: distinctBy(left, (settings) => JSON.stringify(settings)),
  };
}

/** One item may stand without its list. */
function items(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : node.kind === 'list' ? node.items : [node];
}

function groups(node: Node | undefined, base: string, diagnostics: Diagnostic[]): readonly FileGroup[] {
  const all = items(node).flatMap((item) => {
    if (item.kind === 'list') {
      return [{ paths: item.items.flatMap((one) => pathsOf(one, base, diagnostics)), span: item.span }];
    }
    return pathsOf(item, base, diagnostics).map((path) => ({ paths: [path], span: item.span }));
  });
  return distinctBy(
    all,
    ({ paths }) => JSON.stringify(paths),
    (_, at) => {
      const { paths, span } = all[at]!;
      diagnostics.push(warning('W-UNUSED', `${paths.join(', ')} is there already: it counts once`, { span }));
    },
  );
}

function pathsOf(node: Node, base: string, diagnostics: Diagnostic[]): readonly string[] {
  const text = String(plain(node));
  // An equation is a workload by itself.
  if (looksLikeEinsum(text)) return [text];
  const path = isAbsolute(text) ? text : join(base, text);
  const hint = `looked for ${path}; paths are relative to the sweep file`;
  const refuse = (message: string): readonly string[] => {
    diagnostics.push(error('E-READ', message, { span: node.span, hint }));
    return [];
  };
  try {
    const found = matchingFiles(path);
    return found.length > 0 ? found : refuse(`no file matches ${text}`);
  } catch (problem) {
    return refuse(`cannot read ${text}: ${reasonOf(problem)}`);
  }
}

function readMode(node: MapNode): Mode {
  const samples = plainOf(node, 'samples');
  return {
    kind: (textOf(node, 'mode') ?? 'grid') as Mode['kind'],
    samples: typeof samples === 'number' ? samples : undefined,
    seed: String(plainOf(node, 'seed') ?? 0),
    points: childOf(node, 'points'),
  };
}

function objectivesOf(node: MapNode, diagnostics: Diagnostic[]): Sweep['objectives'] {
  const one = childOf(node, 'objective');
  const several = childOf(node, 'objectives');
  if (one && several) {
    const hint = 'objectives: [edp, energy] searches for each; objective: [edp, energy] breaks ties of the first';
    diagnostics.push(error('E-CONFLICT', 'objective and objectives are both given', { span: several.span, hint }));
  }
  const listed = several ? items(several) : one ? [one] : [];
  return listed.map((value) => ({ text: [plain(value)].flat().map(String).join(','), span: value.span }));
}

function searchOf(node: Node | undefined): Sweep['search'] {
  if (node?.kind !== 'map') return [];
  return node.entries.map(({ key, keySpan, value }) => ({
    ...{ name: key.replaceAll('_', '-'), keySpan },
    ...{ value: plain(value), span: value.span },
  }));
}

function plainOf(node: MapNode, key: string): PlainValue | undefined {
  const child = childOf(node, key);
  return child && plain(child);
}
