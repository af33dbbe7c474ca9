// What the reference's front end puts into templates (section A.3): the folder at hand, the search path, and three kinds of
// include. `include` and `include_all` read a file on its own and put its value in; `include_text` pastes rendered text, so
// that anchors reach across.

import { isAbsolute, join, resolve } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { childOf, emptyScalar, entriesOf, itemsOf, type Node } from '../node.js';
import type { RenderContext } from '../template/context.js';
import { Marks, type RenderedFile } from '../template/marks.js';
import { renderTemplate } from '../template/render.js';
import { TemplateError, TemplateFault } from '../template/segments.js';
import { LOADED_TAG, type Loaded } from './compose.js';
import { mergeValues } from './merge-keys.js';
import {
  LEAVES_HINT,
  leaves,
  type Opened,
  openIncluded,
  type Place,
  type ReadingContext,
  shownName,
} from './open-included.js';
import { findAll, missingPart } from './project-files.js';

interface TemplateContext extends ReadingContext {
  /** Grows by what the template includes. */
  readonly loaded: Loaded[];
  /** Reads an opened file with all it includes. */
  readonly read: (source: SourceFile, place: Place, context: ReadingContext) => Node | null | undefined;
}

/** The rendered text; undefined after a diagnostic, which points into the template. */
export function render(source: SourceFile, place: Place, context: TemplateContext): RenderedFile | undefined {
  const marks = new Marks();
  const run = () => renderTemplate(source, functionsOf(source, place, { ...context, marks }));
  const marked = attempt(source, run, context);
  return marked === undefined ? undefined : marks.resolve(marked, source);
}

function attempt(source: SourceFile, run: () => string, { diagnostics }: ReadingContext): string | undefined {
  try {
    return run();
  } catch (problem) {
    if (problem instanceof RangeError && /call stack/.test(problem.message)) {
      const span = { source, start: 0, end: 0 };
      diagnostics.push(error('E-SIZE', `${source.name} calls itself without end`, { span }));
      return undefined;
    }
    if (!(problem instanceof TemplateError)) throw problem;
    const { code, message, start, end, hint } = problem;
    if (message !== REPORTED) diagnostics.push(error(code, message, { span: { source, start, end }, hint }));
    return undefined;
  }
}

/** A fault that has been reported in the file where it is. */
const REPORTED = 'reported';

function notIncluded(message: string, hint?: string): TemplateFault {
  return new TemplateFault(message, { code: 'E-INCLUDE', hint });
}

interface FunctionContext extends TemplateContext {
  readonly marks: Marks;
}

function functionsOf(source: SourceFile, place: Place, context: FunctionContext): RenderContext {
  const here = (): string => {
    if (place.directory !== null) return place.directory;
    throw notIncluded('this text has no directory to find files in');
  };
  const finding = { place, here };
  const span = { source, start: 0, end: 0 };
  const open = (target: string): Opened => {
    const diagnostics: Diagnostic[] = [];
    const opened = openIncluded(target, { place, span }, { ...context, diagnostics });
    if (opened) return opened;
    const [found] = diagnostics;
    const code = found?.code === 'E-SIZE' ? 'E-SIZE' : 'E-INCLUDE';
    throw new TemplateFault(found?.message ?? REPORTED, { code, hint: found?.hint });
  };
  const text = (target: string): string => {
    const opened = open(target);
    const run = () => renderTemplate(opened.source, functionsOf(opened.source, opened.place, context));
    const rendered = attempt(opened.source, run, context);
    if (rendered === undefined) throw new TemplateFault(REPORTED);
    return rendered;
  };
  const include = (wanted: unknown, keys: unknown, single: boolean): string => {
    const targets = findPaths(wanted, finding);
    if (single && targets.length > 1) {
      const names = targets.map((target) => shownName(target, place)).join(', ');
      throw notIncluded(`include of ${String(wanted)} finds ${names}`, 'include_all takes several files');
    }
    const nodes = targets.map((target) => valueAt(open(target), String(keys ?? ''), context));
    const node = nodes.length === 1 ? nodes[0]! : mergeValues(nodes, span);
    return `${LOADED_TAG} ${context.loaded.push({ node, ...extent(node, new Map()) }) - 1}`;
  };
  return {
    marks: context.marks,
    variables: place.variables,
    budget: context.budget,
    template: (path) => {
      const opened = open(findPaths(path, finding)[0]!);
      return { source: opened.source, context: functionsOf(opened.source, opened.place, context) };
    },
    functions: {
      cwd: here,
      add_to_path: (path) => {
        place.searchPath.push(...findPaths(path, finding));
        return '';
      },
      find_path: (path) => findPaths(path, finding)[0],
      find_paths: (path) => findPaths(path, finding),
      path_exists: (path) => candidates(path, finding).length > 0,
      include: (path, keys) => include(path, keys, true),
      include_all: (path, keys) => include(path, keys, false),
      include_text: (path) => findPaths(path, finding).map(text).join('\n'),
      // Sets a variable of the reference's process.
      setenv: () => '',
    },
  };
}

interface Finding {
  readonly place: Place;
  readonly here: () => string;
}

/** Real paths, each once, beside the file first and then along the search path; never empty. */
function findPaths(wanted: unknown, finding: Finding): readonly string[] {
  const found = candidates(wanted, finding);
  if (found.length > 0) return found;
  const { place, here } = finding;
  const { searchPath } = place;
  const beside = searchPath.length > 0 ? ' beside it or on the path' : '';
  const shown = String(wanted).startsWith(`${here()}/`) ? shownName(String(wanted), place) : String(wanted);
  const message = `cannot find ${shown}: no such file${beside}`;
  const { part, entries } = missingPart(resolve(here(), String(wanted)), place.project ?? here());
  const other = searchPath.length > 0 ? undefined : 'add_to_path(...) adds folders to look in';
  throw notIncluded(message, didYouMean(part, entries) ?? other);
}

function candidates(wanted: unknown, { place, here }: Finding): readonly string[] {
  const paths = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
  const found = paths.flatMap((path) =>
    (isAbsolute(path) ? [''] : [here(), ...place.searchPath]).flatMap((folder) =>
      findAll(join(folder, path), place.project ?? here()),
    ),
  );
  const inside = found.flatMap((one) => (one.kind === 'found' ? [one.path] : []));
  if (inside.length === 0 && found.some((one) => one.kind === 'outside'))
    throw notIncluded(leaves(paths.join(', ')), LEAVES_HINT);
  return [...new Set(inside)];
}

/** The value at a path of keys in a file. */
function valueAt({ source, place }: Opened, keys: string, context: FunctionContext): Node {
  const { diagnostics, budget } = context;
  const before = diagnostics.length;
  const depth = budget.depth;
  budget.depth = 0;
  const root = context.read(source, place, context);
  budget.depth = depth;
  if (root === undefined && diagnostics.length === before) throw new TemplateFault(REPORTED);
  if (!root) {
    const nothing = emptyScalar({ source, start: 0, end: 0 });
    if (root === undefined) budget.refused.add(nothing);
    return nothing;
  }
  const names = keys
    .replace(/^\.+/, '')
    .split('.')
    .filter((name) => name !== '');
  return names.reduce((node: Node, name, at) => {
    const found = childOf(node, name);
    if (found || budget.refused.has(node)) return found ?? node;
    const known = entriesOf(node)
      .map((entry) => entry.key)
      .slice(0, 12);
    const path = names.slice(0, at + 1).join('.');
    throw notIncluded(`${source.name} has no ${path}`, known.length > 0 ? `it has ${known.join(', ')}` : undefined);
  }, root);
}

/** Nodes in a value and levels below it, for the limits. */
function extent(node: Node, known: Map<Node, Omit<Loaded, 'node'>>): Omit<Loaded, 'node'> {
  const before = known.get(node);
  if (before) return before;
  const below = [...entriesOf(node).map((entry) => entry.value), ...itemsOf(node)];
  let [size, height] = [1, 1];
  for (const one of below) {
    const inner = extent(one, known);
    size += inner.size;
    height = Math.max(height, 1 + inner.height);
  }
  known.set(node, { size, height });
  return { size, height };
}
