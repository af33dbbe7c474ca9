// From the problem as written to the computation it describes (section C of the semantics): names become ids, every
// dimension gets its bound, every term its coefficient.

import { type Diagnostic, error, failure, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { closest, didYouMean, oneOf } from '../diagnostics/suggestion.js';
import { type Compat, followsReference } from '../spec/compat.js';
import type { DataspaceSpec, DimensionTerm, Located, ProblemSpec, Spec } from '../spec/spec.js';
import { applyShape } from './apply-shape.js';
import { checkNames } from './check-names.js';
import { readDensities } from './read-density.js';
import { type Dataspace, stepOf, type Term, type Workload } from './workload.js';

export function buildWorkload(spec: Pick<Spec, 'problem' | 'problemName'>, compat: Compat = 'auto'): Outcome<Workload> {
  if (!spec.problem) {
    const missing = error('E-REQUIRED', 'no problem is given', { hint: 'add a file with a top-level problem: key' });
    return failure(missing);
  }
  const { problem, diagnostics } = applyShape(spec.problem);
  if (!problem) return { value: undefined, diagnostics };

  diagnostics.push(...checkNames(problem));
  const dimensions = problem.dimensions.map((dimension) => dimension.value);
  const bounds = readBounds(problem, diagnostics);
  const coefficients = readCoefficients(problem, diagnostics);
  const shaped = problem.dataspaces.map((one) => readDataspace(one, { dimensions, coefficients, diagnostics }));
  checkKeys(problem, compat, diagnostics);
  checkRoles(problem, diagnostics);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const densities = readDensities(problem, shaped, { bounds, diagnostics });
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const dataspaces = shaped.map((one) => {
    const density = densities.get(one.name);
    return density === undefined ? one : { ...one, density };
  });

  const name = spec.problemName || problem.name;
  const { count } = problem;
  return { value: { name, dimensions, bounds, dataspaces, count, ...typesOf(problem) }, diagnostics };
}

function typesOf({ types }: ProblemSpec): Pick<Workload, 'types' | 'typeSpans'> {
  const values = new Map([...types].map(([name, { value }]) => [name, value] as const));
  if (values.size === 0) return { types: values };
  return { types: values, typeSpans: new Map([...types].map(([name, { span }]) => [name, span] as const)) };
}

function readBounds(problem: ProblemSpec, diagnostics: Diagnostic[]): number[] {
  return problem.dimensions.map((dimension) => {
    const bound = problem.instance.get(instanceKey(dimension.value, problem));
    if (!bound) {
      diagnostics.push(missingBound(dimension.value, problem));
      return 1;
    }
    if (!Number.isSafeInteger(bound.value) || bound.value < 1) {
      const message = `bound of dimension ${dimension.value} is ${bound.value}`;
      diagnostics.push(error('E-PROBLEM', message, { span: bound.span, expected: 'a positive integer' }));
      return 1;
    }
    return bound.value;
  });
}

/** Points at the bound that is likely misspelt, or at the last one given. */
function missingBound(name: string, problem: ProblemSpec): Diagnostic {
  const meant = closest(name, unclaimedNames(problem));
  const place = meant === undefined ? [...problem.instance.values()].at(-1) : problem.instance.get(meant);
  const hint = meant === undefined ? `add ${name} to instance:` : `did you mean ${meant}?`;
  return error('E-PROBLEM', `dimension ${name} has no bound`, { span: place?.span ?? problem.span, hint });
}

/** Names in `instance` that nothing in the shape uses: extras such as H or Wpad, or misspelt bounds. */
function unclaimedNames(problem: ProblemSpec): string[] {
  const claimed = new Set(namesOf(problem));
  return [...problem.instance.keys()].filter((name) => !claimed.has(name));
}

function readCoefficients(problem: ProblemSpec, diagnostics: Diagnostic[]): ReadonlyMap<string, number> {
  return new Map(
    problem.coefficients.map((coefficient) => {
      const { value: name, span: nameSpan } = coefficient.name;
      const { value, span } = problem.instance.get(instanceKey(name, problem)) ?? {
        value: coefficient.default,
        span: nameSpan,
      };
      if (!Number.isSafeInteger(value)) {
        const message = `coefficient ${name} is ${value}`;
        diagnostics.push(error('E-PROBLEM', message, { span, expected: 'an integer' }));
      }
      if (value === 0) {
        const message = `coefficient ${name} is 0: what it multiplies takes every step on the same words`;
        const hint = /dilation/i.test(name) ? 'a filter without holes has dilation 1' : undefined;
        diagnostics.push(warning('W-PROBLEM', message, { span, hint }));
      }
      return [name, value];
    }),
  );
}

interface Scope {
  readonly dimensions: readonly string[];
  readonly coefficients: ReadonlyMap<string, number>;
  readonly diagnostics: Diagnostic[];
}

function readDataspace(dataspace: DataspaceSpec, scope: Scope): Dataspace {
  const projection = dataspace.projection.map((rank) =>
    oneTermEach(rank.map((term) => readTerm(term, dataspace.name.value, scope))),
  );
  return { name: dataspace.name.value, projection, readWrite: dataspace.readWrite };
}

/** `p + 2*p` is `3*p`, and `p - p` moves nothing: the coordinate is a sum (C), and so is how far a dimension steps it. */
function oneTermEach(rank: readonly Term[]): readonly Term[] {
  const dimensions = new Set(rank.map(({ dimension }) => dimension));
  return [...dimensions].map((dimension) => ({ dimension, coefficient: stepOf(rank, dimension) }));
}

function readTerm(term: DimensionTerm, owner: string, scope: Scope): Term {
  const { value: name, span } = term.dimension;
  const dimension = scope.dimensions.indexOf(name);
  if (dimension < 0) {
    const message = `projection of ${owner} uses unknown dimension ${name}`;
    scope.diagnostics.push(error('E-NAME', message, { span, ...oneOf(name, scope.dimensions) }));
  }
  return { dimension, coefficient: readCoefficient(term, owner, scope) };
}

/** Whoever writes two dimensions in one term wants one rank each, or their sum. */
function hintOfDimension(first: string, second: string): string {
  return `[${first}, ${second}] is ${first} times a coefficient; write [[${first}]], [[${second}]] for a rank each, or [[${first}], [${second}]] for their sum`;
}

function readCoefficient(term: DimensionTerm, owner: string, scope: Scope): number {
  if (!term.coefficient) return 1;
  const { value, span } = term.coefficient;
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) {
      const message = `projection of ${owner} has coefficient ${value}`;
      scope.diagnostics.push(error('E-PROBLEM', message, { span, expected: 'an integer' }));
    }
    return value;
  }
  const known = scope.coefficients.get(value);
  if (known !== undefined) return known;
  const names = [...scope.coefficients.keys()];
  const message = `projection of ${owner} uses unknown coefficient ${value}`;
  const expected = names.length > 0 ? `one of ${names.join(', ')}` : 'a number, or a name listed in coefficients:';
  const isDimension = scope.dimensions.includes(value);
  const hint = isDimension ? hintOfDimension(term.dimension.value, value) : didYouMean(value, names);
  scope.diagnostics.push(error('E-NAME', message, { span, expected, hint }));
  return 1;
}

/** What files say about a layer besides its bounds: sizes and padding of the input, strides that its shape does not use. */
const EXTRAS = /^([HW](pad|padding|stride|dilation)?|pad|padding)$/i;

/** A key of `instance` that is neither dimension nor coefficient: a slip of the pen would change the layer in silence. */
function checkKeys(problem: ProblemSpec, compat: Compat, diagnostics: Diagnostic[]): void {
  const names = namesOf(problem);
  const readSo = new Map([...names].map((name) => [instanceKey(name, problem), name]));
  for (const key of unclaimedNames(problem)) {
    const { value, span } = problem.instance.get(key)!;
    const same = names.find((name) => name.toLowerCase() === key.toLowerCase());
    if (same === undefined && EXTRAS.test(key)) {
      const matters = value !== 1 && /stride|dilation/i.test(key);
      const message = `${key} has no effect: the shape has no such coefficient`;
      if (matters) diagnostics.push(warning('W-UNUSED', message, { span }));
      continue;
    }
    const meant = same ?? (key.length >= 4 ? closest(key, names) : undefined);
    const what = `instance key ${key} is neither a dimension nor a coefficient`;
    const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
    if (readSo.get(key) !== undefined) {
      diagnostics.push(readAs(readSo.get(key)!, { problem, value, span, what }));
    } else if (followsReference(compat)) {
      diagnostics.push(warning('W-UNUSED', `${what}`, { span, hint }));
    } else if (!diagnostics.some((one) => one.span === span)) {
      // A missing bound is reported at the key that was likely meant for it.
      diagnostics.push(error('E-KEY', what, { span, expected: `one of ${names.join(', ')}`, hint }));
    }
  }
}

/**
 * By its source (`ParseWorkloadInstance`) the reference passes such a key over, and counts with what it would have
 * without: two layers, so the warning names both, and `--quiet` shows it, unless they are the same.
 */
function readAs(
  name: string,
  { problem, value, span, what }: Located<number> & { readonly problem: ProblemSpec; readonly what: string },
): Diagnostic {
  const coefficient = problem.coefficients.find((one) => one.name.value === name);
  const otherwise = problem.instance.get(name)?.value ?? coefficient?.default;
  if (otherwise === undefined || otherwise === value)
    return warning('W-COMPAT', `${what}, it is read as ${name}`, { span });
  const hint = `write ${name}: ${value} for what is read here, or ${name}: ${otherwise} for what the reference counts with`;
  const message = `${what}: it is read as ${name}, ${value}; the reference passes it over and takes ${otherwise}`;
  return warning('W-PROBLEM', message, { span, hint });
}

function namesOf(problem: ProblemSpec): readonly string[] {
  return [...problem.dimensions.map(({ value }) => value), ...problem.coefficients.map(({ name }) => name.value)];
}

/** The key that gives a dimension or coefficient: its name, or the one that differs in capitals only. */
function instanceKey(name: string, problem: ProblemSpec): string {
  return unclaimedNames(problem).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

function checkRoles(problem: ProblemSpec, diagnostics: Diagnostic[]): void {
  const outputs = problem.dataspaces.filter((dataspace) => dataspace.readWrite);
  if (outputs.length === 0) {
    const hint = 'mark the output with read_write: true';
    diagnostics.push(error('E-PROBLEM', 'no dataspace is read-write', { span: problem.span, hint }));
  }
  if (outputs.length > 1) {
    const names = outputs.map((output) => output.name.value).join(', ');
    const message = `${outputs.length} dataspaces are read-write (${names}), counts are only verified for one`;
    diagnostics.push(warning('W-PROBLEM', message, { span: outputs[1]!.name.span }));
  }
  const used = new Set(problem.dataspaces.flatMap((one) => one.projection.flat().map((term) => term.dimension.value)));
  for (const dimension of problem.dimensions) {
    if (used.has(dimension.value) || problem.instance.get(dimension.value)?.value === 1) continue;
    const message = `no dataspace depends on dimension ${dimension.value}, it only repeats the computation`;
    diagnostics.push(warning('W-PROBLEM', message, { span: dimension.span }));
  }
}
