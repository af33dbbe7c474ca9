// A file with everything it includes: templates rendered, `!include file` and `!includedir directory` followed (section
// A.3). Nothing outside the folder of the project is read.

import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import type { Node } from '../node.js';
import type { RenderedFile } from '../template/marks.js';
import { isTemplate } from '../template/segments.js';
import { type Budget, composeNode, type Loaded } from './compose.js';
import { readCsvNode } from './csv-node.js';
import { MAX_INCLUDE_DEPTH, MAX_INCLUDES } from './limits.js';
import { readText } from './load.js';
import { parseYaml } from './parse-yaml.js';
import { findAll, findOne, isDirectory } from './project-files.js';
import { render } from './template-functions.js';

export interface ReadingContext {
  readonly diagnostics: Diagnostic[];
  readonly budget: Budget;
}

/** What is read, and from where. */
export interface Input {
  readonly source: SourceFile;
  /** Directory for includes; null for text from a batch or stdin, where includes are refused. */
  readonly directory: string | null;
  /** Folder that includes cannot leave; absent = `directory`. */
  readonly project?: string | undefined;
  /** Variables for templates. */
  readonly templateVariables?: ReadonlyMap<string, unknown> | undefined;
}

/** A whole file, with everything it includes; undefined after a diagnostic or for an empty file. */
export function readTree(input: Input, context: ReadingContext): Node | undefined {
  const { source, directory } = input;
  const here = directory === null ? null : real(directory);
  const project = directory === null ? null : real(input.project ?? directory);
  const place: Place = {
    ...{ project, directory: here, path: null, parent: null },
    ...{ entry: { name: source.name, directory: here }, searchPath: [] },
    variables: input.templateVariables ?? new Map(),
  };
  const outcome = readPlace(source, place, context);
  if (outcome === null) {
    context.diagnostics.push(error('E-REQUIRED', `${source.name} is empty`, { span: { source, start: 0, end: 0 } }));
  }
  return outcome ?? undefined;
}

/** Where a file stands in the chain of includes. */
export interface Place {
  readonly project: string | null;
  readonly directory: string | null;
  /** Real path; null for the file that was passed, whose path is not known here. */
  readonly path: string | null;
  readonly parent: Place | null;
  readonly entry: { readonly name: string; readonly directory: string | null };
  /** Further directories that a template looks for files in; grows by `add_to_path`. */
  readonly searchPath: string[];
  readonly variables: ReadonlyMap<string, unknown>;
}

/** null: an empty file; undefined: after a diagnostic. */
export function readPlace(source: SourceFile, place: Place, context: ReadingContext): Node | null | undefined {
  const { diagnostics, budget } = context;
  const loaded: Loaded[] = [];
  const text: SourceFile | RenderedFile | undefined = isTemplate(source)
    ? render(source, place, { ...context, loaded })
    : source;
  const parsed = text && parseYaml(text, diagnostics);
  if (!parsed) return parsed;
  const include = (request: Request) => includeFrom(place, request, context);
  return composeNode(parsed, { source: text, diagnostics, budget, include, loaded });
}

interface Request {
  readonly tag: 'include' | 'includedir';
  readonly path: string;
  readonly span: Span;
}

function includeFrom(place: Place, request: Request, context: ReadingContext): Node | undefined {
  const { span } = request;
  const refuse = (message: string, hint?: string): undefined => {
    context.diagnostics.push(error('E-INCLUDE', message, { span, hint }));
    return undefined;
  };
  if (place.project === null || place.directory === null) {
    return refuse(`!${request.tag} works only in files`, 'this text has no directory to include from');
  }
  const wanted = request.path.trim().replace(/,$/, '');
  if (wanted === '') return refuse(`!${request.tag} names no file`);
  const full = isAbsolute(wanted) ? wanted : join(place.directory, wanted);
  const found = findOne(full, place.project);
  if (found.kind === 'outside') return refuse(leaves(wanted), LEAVES_HINT);
  if (found.kind === 'missing') return refuse(`cannot include ${shownName(full, place)}: no such file`);
  const below = { ...place, searchPath: [] };
  if (request.tag === 'include') return readIncluded(found.path, { place: below, span }, context) ?? undefined;
  if (!isDirectory(found.path)) return refuse(`${shownName(full, place)} is not a directory`);
  const items = findAll(join(found.path, '*.yaml'), place.project).flatMap((one) =>
    one.kind === 'found' ? (readIncluded(one.path, { place: below, span }, context) ?? []) : [],
  );
  return { kind: 'list', items, span };
}

export function leaves(path: string): string {
  return `${path} leaves the folder of the project`;
}

export const LEAVES_HINT = 'name the folder of the project with --project, or move the file into it';

/** As people would type it, beside the file that was passed. */
export function shownName(target: string, { entry }: Place): string {
  return entry.directory === null ? target : join(dirname(entry.name), relative(entry.directory, target));
}

interface Inclusion {
  /** The file that includes. */
  readonly place: Place;
  readonly span: Span;
}

/** A file that is about to be read. */
export interface Opened {
  readonly source: SourceFile;
  readonly place: Place;
}

/** Counts the file in; undefined after a diagnostic. */
export function openIncluded(
  target: string,
  { place, span }: Inclusion,
  { diagnostics, budget }: ReadingContext,
): Opened | undefined {
  const refuse = (code: 'E-INCLUDE' | 'E-SIZE', message: string): undefined => {
    diagnostics.push(error(code, message, { span }));
    return undefined;
  };
  const name = shownName(target, place);
  let depth = 0;
  for (let above: Place | null = place; above; above = above.parent) {
    if (above.path === target || (above.path === null && isEntry(target, above)))
      return refuse('E-INCLUDE', `${name} includes itself`);
    depth += 1;
  }
  budget.includes += 1;
  if (depth > MAX_INCLUDE_DEPTH && budget.includes <= MAX_INCLUDES) {
    budget.includes = MAX_INCLUDES + 1;
    return refuse('E-SIZE', `includes are nested more than ${MAX_INCLUDE_DEPTH} deep`);
  }
  if (budget.includes > MAX_INCLUDES)
    return budget.includes === MAX_INCLUDES + 1 ? refuse('E-SIZE', `more than ${MAX_INCLUDES} includes`) : undefined;
  const { text, problem } = readText(target, { name, span });
  if (text === undefined) {
    diagnostics.push({ ...problem, code: problem.code === 'E-SIZE' ? 'E-SIZE' : 'E-INCLUDE' });
    return undefined;
  }
  const below = {
    ...place,
    directory: dirname(target),
    path: target,
    parent: place,
    searchPath: [...place.searchPath],
  };
  return { source: { name, text }, place: below };
}

function readIncluded(target: string, inclusion: Inclusion, context: ReadingContext): Node | null | undefined {
  const opened = openIncluded(target, inclusion, context);
  if (!opened) return undefined;
  if (target.endsWith('.csv')) return readCsvNode(opened.source, context.diagnostics);
  return readPlace(opened.source, opened.place, context);
}

function isEntry(target: string, { entry }: Place): boolean {
  return (
    entry.directory !== null &&
    entry.name !== '<stdin>' &&
    target === resolve(entry.directory, entry.name.split('/').at(-1)!)
  );
}

function real(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}
