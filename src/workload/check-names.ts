// Names of a problem: unique, few enough for bit masks, and such that factor and permutation strings can be read.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { oneOf } from '../diagnostics/suggestion.js';
import type { Located, ProblemSpec } from '../spec/spec.js';

/** Sets of dataspaces are 32-bit masks everywhere. */
const maximumDataspaces = 30;

export function checkNames(problem: ProblemSpec): Diagnostic[] {
  const coefficients = problem.coefficients.map((coefficient) => coefficient.name);
  const dataspaces = problem.dataspaces.map((dataspace) => dataspace.name);
  return [
    // One namespace: `instance` gives both bounds and coefficients.
    ...duplicates('dimension or coefficient', [...problem.dimensions, ...coefficients]),
    ...duplicates('dataspace', dataspaces),
    ...problem.dimensions.flatMap(unreadable),
    ...sizes(problem),
    ...unknownTypes(problem),
  ];
}

function duplicates(what: string, names: readonly Located<string>[]): Diagnostic[] {
  const first = new Map<string, Located<string>>();
  return names.flatMap((name) => {
    const earlier = first.get(name.value);
    if (!earlier) {
      first.set(name.value, name);
      return [];
    }
    const related = [{ message: 'first given here', span: earlier.span }];
    return [error('E-DUPLICATE', `${what} ${name.value} is given twice`, { span: name.span, related })];
  });
}

/** `X=4`, `X4 Y2`, `A,B` and `AB_C` must stay unambiguous. */
function unreadable(dimension: Located<string>): Diagnostic[] {
  if (/^[^\s\d,;=<>*_-][^\s,;=<>*]*$/u.test(dimension.value)) return [];
  const expected = 'a name that starts with a letter and holds none of , ; = < > * or blanks';
  const message = `"${dimension.value}" cannot name a dimension`;
  return [error('E-NAME', message, { span: dimension.span, expected })];
}

function sizes(problem: ProblemSpec): Diagnostic[] {
  const { span } = problem;
  const found: Diagnostic[] = [];
  if (problem.dimensions.length === 0) found.push(error('E-PROBLEM', 'the problem has no dimensions', { span }));
  if (problem.dataspaces.length > maximumDataspaces) {
    const message = `the problem has ${problem.dataspaces.length} dataspaces`;
    found.push(error('E-PROBLEM', message, { span, expected: `at most ${maximumDataspaces}` }));
  }
  return found;
}

function unknownTypes(problem: ProblemSpec): Diagnostic[] {
  const names = problem.dataspaces.map((dataspace) => dataspace.name.value);
  return [...problem.types]
    .filter(([name]) => !names.includes(name))
    .map(([name, { span }]) => {
      const details = { span, ...oneOf(name, names) };
      return error('E-NAME', `a type is given for unknown dataspace ${name}`, details);
    });
}
