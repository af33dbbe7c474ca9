// The front half of reading, in the order of section A.1: YAML text, includes and merge keys; several files made one;
// overrides; expressions; schemas; the typed Spec. Every step collects diagnostics, and the later steps still look at
// the sections in which the earlier ones found nothing wrong.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../diagnostics/span.js';
import { distinctBy } from '../math/distinct.js';
import { remembered } from '../math/remembered.js';
import { buildSpec } from './build/build-spec.js';
import type { Compat } from './compat.js';
import { modernize } from './legacy/modernize.js';
import { childOf, containsAny, type Entry, type MapNode } from './node.js';
import { combineFiles } from './read/combine.js';
import { type Budget, newBudget } from './read/compose.js';
import { evaluateSections } from './read/evaluate-sections.js';
import { readTree } from './read/include.js';
import { type InputFile, ROLES } from './read/input-file.js';
import { MAX_DIAGNOSTICS } from './read/limits.js';
import { normalizeAttributes } from './read/normalize-attributes.js';
import { otherKind } from './read/other-files.js';
import { applyOverrides, type Override } from './read/overrides.js';
import { readPatterns } from './read/pattern-files.js';
import { hintOfList, type SectionName, sectionOf } from './read/sections.js';
import { validateSections } from './read/validate.js';
import type { Spec } from './spec.js';

export interface ReadOptions {
  readonly compat: Compat;
  readonly overrides: readonly Override[];
}

export function readSpec(inputs: readonly InputFile[], options: ReadOptions): Outcome<Spec> {
  const diagnostics: Diagnostic[] = [];
  const budget = newBudget();
  const given = distinctFiles(inputs);
  const read = readFiles(given, budget, diagnostics);
  const files = withOneProblem(read, diagnostics);
  const modern = modernize(combineFiles(files, diagnostics), diagnostics);
  const combined = normalizeAttributes(modern, diagnostics);
  // What could not be read may hold what is to be set.
  const unread = read.length < given.length;
  const overridden = applyOverrides(combined, options.overrides, { diagnostics, budget, unread });
  const { sections, failed } = evaluateSections(overridden, budget.refused, diagnostics);
  const problems = validateSections(sections, failed);
  for (const found of problems.values()) diagnostics.push(...found);
  const isSound = ([name, { value }]: readonly [SectionName, Entry]) =>
    problems.get(name)?.length === 0 && !containsAny(value, failed);
  const sound = new Map([...sections].filter(isSound));
  const patterns = readPatterns(sound.get('problem')?.value, inputs, diagnostics);
  const spec = buildSpec(sound, { files: inputs, patterns }, diagnostics);
  const complete = !hasErrors(diagnostics);
  return {
    value: complete ? spec : undefined,
    diagnostics: limited(inOrder(distinctDiagnostics(diagnostics), inputs)),
  };
}

/** The same file passed twice counts once (A.1, step 1). */
export function distinctFiles(inputs: readonly InputFile[]): readonly InputFile[] {
  return distinctBy(inputs, ({ source }) => `${source.name}\n${source.text}`);
}

function readFiles(inputs: readonly InputFile[], budget: Budget, diagnostics: Diagnostic[]): readonly MapNode[] {
  return inputs.flatMap((input) => {
    const { source } = input;
    const other = otherKind(source);
    if (other) diagnostics.push(other);
    if (other) return [];
    const tree = readTree(input, { diagnostics, budget });
    if (!tree || budget.refused.has(tree)) return [];
    if (tree.kind !== 'map') {
      const span = { source, start: tree.span.start, end: Math.min(tree.span.end, tree.span.start + 40) };
      const found = tree.kind === 'list' ? 'a list' : 'a single value';
      const details = { span, expected: 'a map of top-level keys', found, hint: hintOfList(tree) };
      diagnostics.push(error('E-TYPE', `${source.name} holds ${found}`, details));
      return [];
    }
    const missing = missingRole(input, tree);
    if (missing) diagnostics.push(missing);
    return [tree];
  });
}

/** A whole problem in a file of its own stands for the one that comes with the architecture, as at the entry point of a project. */
function withOneProblem(files: readonly MapNode[], diagnostics: Diagnostic[]): readonly MapNode[] {
  const sections = files.map((file) => new Map(file.entries.map((entry) => [sectionOf(entry.key), entry])));
  const isWhole = (at: number) => {
    const problem = sections[at]!.get('problem')?.value;
    return problem?.kind === 'map' && childOf(problem, 'shape') !== undefined;
  };
  const isGiven = files.some((_, at) => isWhole(at) && !sections[at]!.has('architecture'));
  if (!isGiven) return files;
  return files.map((file, at) => {
    const own = sections[at]!.get('problem');
    if (!own || !isWhole(at) || !sections[at]!.has('architecture')) return file;
    const message = 'the problem beside the architecture is left out, for another one is given';
    diagnostics.push(warning('W-UNUSED', message, { span: own.keySpan }));
    return { ...file, entries: file.entries.filter((entry) => entry !== own) };
  });
}

function missingRole({ source, role }: InputFile, tree: MapNode): Diagnostic | undefined {
  const wanted: readonly SectionName[] = ROLES[role];
  const present = tree.entries.map((entry) => sectionOf(entry.key));
  if (wanted.length === 0 || wanted.some((section) => present.includes(section))) return undefined;
  const found = tree.entries.map((entry) => entry.key).join(', ') || 'no keys';
  const details = { span: { source, start: 0, end: 0 }, expected: wanted.join(' or '), found };
  return error('E-REQUIRED', `${source.name} has no top-level key ${wanted[0]}`, details);
}

/** A value used through several aliases is wrong once. */
function distinctDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<SourceFile | undefined, Set<string>>();
  return diagnostics.filter(({ code, message, span }) => {
    const known = remembered(seen, span?.source, () => new Set());
    const key = `${code} ${span?.start} ${message}`;
    return !known.has(key) && known.add(key);
  });
}

/** By file, in the order in which they were passed (included ones behind them), and then by place. */
function inOrder(diagnostics: readonly Diagnostic[], inputs: readonly InputFile[]): readonly Diagnostic[] {
  const files = new Map<SourceFile, number>(inputs.map(({ source }, at) => [source, at]));
  for (const { span } of diagnostics) if (span && !files.has(span.source)) files.set(span.source, files.size);
  const file = ({ span }: Diagnostic) => (span ? files.get(span.source)! : files.size);
  return diagnostics.toSorted((a, b) => file(a) - file(b) || (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

function limited(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const rest = diagnostics.length - MAX_DIAGNOSTICS;
  if (rest <= 0) return diagnostics;
  // Errors must survive the cut.
  const errors = diagnostics.filter((one) => one.severity === 'error');
  const kept = [...errors, ...diagnostics.filter((one) => one.severity === 'warning')].slice(0, MAX_DIAGNOSTICS);
  const tell = errors.length > 0 ? error : warning;
  return [...kept, tell(errors.length > 0 ? 'E-SIZE' : 'W-DROPPED', `${rest} more diagnostics are not shown`)];
}
