// From the problem as written to the computation it describes (section C of the semantics): names become ids, every
// dimension gets its bound, every term its coefficient.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { closest, didYouMean } from '../diagnostics/suggestion.js';
import type { DataspaceSpec, DimensionTerm, Located, ProblemSpec, Spec } from '../spec/spec.js';
import { applyShape } from './apply-shape.js';
import { checkNames } from './check-names.js';
import { readDensities } from './density.js';
import type { Dataspace, Term, Workload } from './workload.js';

export function buildWorkload(spec: Pick<Spec, 'problem' | 'problemName'>): Outcome<Workload> {
  if (!spec.problem) {
    const missing = error('E-REQUIRED', 'no problem is given', { hint: 'add a file with a top-level problem: key' });
    return { value: undefined, diagnostics: [missing] };
  }
  const { problem, diagnostics } = applyShape(spec.problem);
  if (!problem) return { value: undefined, diagnostics };

  diagnostics.push(...checkNames(problem));
  const dimensions = problem.dimensions.map((dimension) => dimension.value);
  const bounds = readBounds(problem, diagnostics);
  const coefficients = readCoefficients(problem, diagnostics);
  const shaped = problem.dataspaces.map((one) => readDataspace(one, { dimensions, coefficients, diagnostics }));
  warnOfUnusedNames(problem, coefficients, diagnostics);
  checkRoles(problem, diagnostics);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const densities = readDensities(problem, shaped, { bounds, diagnostics });
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const dataspaces = shaped.map((one) => {
    const density = densities.get(one.name);
    return density === undefined ? one : { ...one, density };
  });

  const name = spec.problemName || problem.name;
  const types = Object.fromEntries(problem.types);
  return { value: { name, dimensions, bounds, dataspaces, count: problem.count, types }, diagnostics };
}

function readBounds(problem: ProblemSpec, diagnostics: Diagnostic[]): number[] {
  return problem.dimensions.map((dimension) => {
    const bound = problem.instance.get(dimension.value);
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
  const claimed = new Set([
    ...problem.dimensions.map((dimension) => dimension.value),
    ...problem.coefficients.map((coefficient) => coefficient.name.value),
  ]);
  return [...problem.instance.keys()].filter((name) => !claimed.has(name));
}

function readCoefficients(problem: ProblemSpec, diagnostics: Diagnostic[]): ReadonlyMap<string, number> {
  return new Map(
    problem.coefficients.map((coefficient) => {
      const { value: name, span: nameSpan } = coefficient.name;
      const { value, span } = problem.instance.get(name) ?? { value: coefficient.default, span: nameSpan };
      if (!Number.isSafeInteger(value)) {
        const message = `coefficient ${name} is ${value}`;
        diagnostics.push(error('E-PROBLEM', message, { span, expected: 'an integer' }));
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
    rank.map((term) => readTerm(term, dataspace.name.value, scope)),
  );
  return { name: dataspace.name.value, projection, readWrite: dataspace.readWrite };
}

function readTerm(term: DimensionTerm, owner: string, scope: Scope): Term {
  const { value: name, span } = term.dimension;
  const dimension = scope.dimensions.indexOf(name);
  if (dimension < 0) {
    const message = `projection of ${owner} uses unknown dimension ${name}`;
    const expected = `one of ${scope.dimensions.join(', ')}`;
    scope.diagnostics.push(error('E-NAME', message, { span, expected, hint: didYouMean(name, scope.dimensions) }));
  }
  return { dimension, coefficient: readCoefficient(term.coefficient, owner, scope) };
}

function readCoefficient(given: Located<string | number> | undefined, owner: string, scope: Scope): number {
  if (!given) return 1;
  const { value, span } = given;
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
  scope.diagnostics.push(error('E-NAME', message, { span, expected, hint: didYouMean(value, names) }));
  return 1;
}

/** Extra instance keys are legal, but one that nearly spells a coefficient left at its default is hardly meant so. */
function warnOfUnusedNames(
  problem: ProblemSpec,
  coefficients: ReadonlyMap<string, number>,
  diagnostics: Diagnostic[],
): void {
  const defaulted = [...coefficients.keys()].filter((name) => !problem.instance.has(name));
  for (const name of unclaimedNames(problem)) {
    const meant = name.length >= 4 ? closest(name, defaulted) : undefined;
    if (meant === undefined) continue;
    const message = `instance key ${name} is used by nothing`;
    const span = problem.instance.get(name)?.span;
    diagnostics.push(warning('W-UNUSED', message, { span, hint: `did you mean ${meant}?` }));
  }
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
