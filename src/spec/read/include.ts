// A file with everything it includes: templates rendered, `!include file` and `!includedir directory` followed (section
// A.3). Nothing outside the folder of the project is read.

import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { error } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';
import type { Node } from '../node.js';
import type { RenderedFile } from '../template/marks.js';
import { isTemplate } from '../template/segments.js';
import { composeNode, type IncludeRequest, type Loaded, newBudget } from './compose.js';
import { readCsvNode } from './csv-node.js';
import type { Input } from './input-file.js';
import { MAX_NODES } from './limits.js';
import {
  type Inclusion,
  LEAVES_HINT,
  leaves,
  openIncluded,
  type Place,
  type ReadingContext,
  shownName,
} from './open-included.js';
import { parseYaml } from './parse-yaml.js';
import { findAll, findOne, isDirectory } from './project-files.js';
import { render } from './template-functions.js';

/** Files of which nothing is to be said, and that include nothing, are composed once, however often they are read. */
const composed = new WeakMap<SourceFile, { readonly node: Node; readonly nodes: number }>();

/** A whole file, with everything it includes; undefined after a diagnostic or for an empty file. */
export function readTree(input: Input, context: ReadingContext): Node | undefined {
  const { source, directory } = input;
  const { budget, diagnostics } = context;
  const known = composed.get(source);
  if (known && budget.nodes + known.nodes <= MAX_NODES) {
    budget.nodes += known.nodes;
    return known.node;
  }
  const before = { ...budget, said: diagnostics.length, refused: budget.refused.size };
  const here = directory === null ? null : real(directory);
  const project = directory === null ? null : real(input.project ?? directory);
  const place: Place = {
    ...{ project, directory: here, path: null, parent: null },
    ...{ entry: { name: source.name, directory: here }, searchPath: [] },
    variables: input.templateVariables ?? new Map(),
  };
  const outcome = readPlace(source, place, context);
  if (outcome === null) {
    const span = { source, start: 0, end: 0 };
    const hint = 'was it saved, and is it the right file?';
    context.diagnostics.push(error('E-REQUIRED', `${source.name} is empty`, { span, expected: 'YAML', hint }));
  }
  const { includes, templateSteps, refused } = budget;
  const plain = includes === before.includes && templateSteps === before.templateSteps && !isTemplate(source);
  if (outcome && plain && diagnostics.length === before.said && refused.size === before.refused)
    composed.set(source, { node: outcome, nodes: budget.nodes - before.nodes });
  return outcome ?? undefined;
}

/** The same where it is for others to say what is wrong with the file. */
export function glanceAt(input: Input): Node | undefined {
  return readTree(input, { diagnostics: [], budget: newBudget() });
}

/** null: an empty file; undefined: after a diagnostic. */
function readPlace(source: SourceFile, place: Place, context: ReadingContext): Node | null | undefined {
  const { diagnostics, budget } = context;
  const loaded: Loaded[] = [];
  const text: SourceFile | RenderedFile | undefined = isTemplate(source)
    ? render(source, place, { ...context, loaded, read: readPlace })
    : source;
  const parsed = text && parseYaml(text, diagnostics);
  if (!parsed) return parsed;
  const include = (request: IncludeRequest) => includeFrom(place, request, context);
  return composeNode(parsed, { source: text, diagnostics, budget, include, loaded });
}

function includeFrom(place: Place, request: IncludeRequest, context: ReadingContext): Node | undefined {
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

function readIncluded(target: string, inclusion: Inclusion, context: ReadingContext): Node | null | undefined {
  const opened = openIncluded(target, inclusion, context);
  if (!opened) return undefined;
  if (target.endsWith('.csv')) return readCsvNode(opened.source, context.diagnostics);
  return readPlace(opened.source, opened.place, context);
}

function real(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}
