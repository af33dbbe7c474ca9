// `!include file` and `!includedir directory` (section A.3). Paths are relative to the including file and may not leave
// the directory of the file that was passed, symbolic links included: a specification from elsewhere must not read the
// rest of the disk.

import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import type { Node } from '../node.js';
import { type Budget, composeNode } from './compose.js';
import { MAX_INCLUDES } from './limits.js';
import { readText } from './load.js';
import { parseYaml } from './parse-yaml.js';

export interface ReadingContext {
  readonly diagnostics: Diagnostic[];
  readonly budget: Budget;
}

/** A whole file, with everything it includes; undefined after a diagnostic or for an empty file. */
export function readTree(source: SourceFile, directory: string | null, context: ReadingContext): Node | undefined {
  const place = { root: directory, directory, path: null, parent: null };
  const outcome = readPlace(source, place, context);
  if (outcome === null) {
    context.diagnostics.push(error('E-REQUIRED', `${source.name} is empty`, { span: { source, start: 0, end: 0 } }));
  }
  return outcome ?? undefined;
}

/** Where a file stands in the chain of includes. */
interface Place {
  readonly root: string | null;
  readonly directory: string | null;
  /** Real path; null for the file that was passed, whose path is not known here. */
  readonly path: string | null;
  readonly parent: Place | null;
}

function readPlace(source: SourceFile, place: Place, context: ReadingContext): Node | null | undefined {
  const { diagnostics, budget } = context;
  const parsed = parseYaml(source, diagnostics);
  if (!parsed) return parsed;
  const include = (request: Request) => includeFrom(source, place, request, context);
  return composeNode(parsed, { source, diagnostics, budget, include });
}

interface Request {
  readonly tag: 'include' | 'includedir';
  readonly path: string;
  readonly span: Span;
}

function includeFrom(source: SourceFile, place: Place, request: Request, context: ReadingContext): Node | undefined {
  const { span } = request;
  const refuse = (message: string, hint?: string): undefined => {
    context.diagnostics.push(error('E-INCLUDE', message, { span, hint }));
    return undefined;
  };
  if (place.root === null || place.directory === null) {
    return refuse(`!${request.tag} works only in files`, 'this text has no directory to include from');
  }
  const wanted = request.path.trim();
  if (wanted === '') return refuse(`!${request.tag} names no file`);
  const shown = join(dirname(source.name), wanted);
  let target: string;
  try {
    target = realpathSync(resolve(place.directory, wanted));
    if (!isInside(realpathSync(place.root), target)) {
      return refuse(`${wanted} leaves the directory of the file that was passed`, 'move the included file below it');
    }
  } catch {
    return refuse(`cannot include ${shown}: no such file`);
  }
  if (request.tag === 'include') return includeFile({ target, shown }, place, request, context) ?? undefined;
  return includeDirectory({ target, shown }, place, request, context);
}

interface Target {
  readonly target: string;
  readonly shown: string;
}

function includeFile(
  { target, shown }: Target,
  place: Place,
  request: Request,
  context: ReadingContext,
): Node | null | undefined {
  const { diagnostics, budget } = context;
  const { span } = request;
  for (let above: Place | null = place; above; above = above.parent) {
    if (above.path !== target) continue;
    diagnostics.push(error('E-INCLUDE', `${shown} includes itself`, { span }));
    return undefined;
  }
  budget.includes += 1;
  if (budget.includes > MAX_INCLUDES) {
    if (budget.includes === MAX_INCLUDES + 1)
      diagnostics.push(error('E-SIZE', `more than ${MAX_INCLUDES} includes`, { span }));
    return undefined;
  }
  const { text, problem } = readText(target, { name: shown, span });
  if (text === undefined) {
    diagnostics.push({ ...problem, code: problem.code === 'E-SIZE' ? 'E-SIZE' : 'E-INCLUDE' });
    return undefined;
  }
  return readPlace(
    { name: shown, text },
    { root: place.root, directory: dirname(target), path: target, parent: place },
    context,
  );
}

/** Every `*.yaml` of a directory, in the order of their names. */
function includeDirectory(
  { target, shown }: Target,
  place: Place,
  request: Request,
  context: ReadingContext,
): Node | undefined {
  let names: string[];
  try {
    names = readdirSync(target).filter((name) => name.endsWith('.yaml'));
  } catch {
    context.diagnostics.push(error('E-INCLUDE', `${shown} is not a directory`, { span: request.span }));
    return undefined;
  }
  const items = names.sort().flatMap((name) => {
    const file = { target: join(target, name), shown: join(shown, name) };
    return includeFile(file, place, request, context) ?? [];
  });
  return { kind: 'list', items, span: request.span };
}

function isInside(root: string, target: string): boolean {
  const path = relative(root, target);
  return path !== '..' && !path.startsWith(`..${sep}`) && resolve(root, path) === target;
}
