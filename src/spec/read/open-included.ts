// A file that another one includes, opened: counted in, refused where includes go in circles or too deep.

import { dirname, join, relative, resolve } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import type { Budget } from './compose.js';
import { MAX_INCLUDE_DEPTH, MAX_INCLUDES } from './limits.js';
import { readText } from './load.js';

export interface ReadingContext {
  readonly diagnostics: Diagnostic[];
  readonly budget: Budget;
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

export function leaves(path: string): string {
  return `${path} leaves the folder of the project`;
}

export const LEAVES_HINT = 'name the folder of the project with --project, or move the file into it';

/** As people would type it, beside the file that was passed. */
export function shownName(target: string, { entry }: Place): string {
  return entry.directory === null ? target : join(dirname(entry.name), relative(entry.directory, target));
}

export interface Inclusion {
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

function isEntry(target: string, { entry }: Place): boolean {
  return (
    entry.directory !== null &&
    entry.name !== '<stdin>' &&
    target === resolve(entry.directory, entry.name.split('/').at(-1)!)
  );
}
