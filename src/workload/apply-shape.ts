// `shape: cnn-layer` instead of a written-out shape: the predefined one is filled in, so that later steps see one form.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import type { DimensionTerm, Located, ProblemSpec } from '../spec/spec.js';
import { defaultShapeName, findShape, type Shape, shapeNames } from './shapes.js';

export function applyShape(problem: ProblemSpec): { problem: ProblemSpec | undefined; diagnostics: Diagnostic[] } {
  if (problem.dimensions.length > 0 || problem.dataspaces.length > 0) return { problem, diagnostics: [] };
  const { span } = problem;
  const diagnostics: Diagnostic[] = [];
  const given = problem.shapeName?.value ?? problem.name;
  if (given === '') {
    diagnostics.push(warning('W-PROBLEM', `the problem has no shape, ${defaultShapeName} is assumed`, { span }));
  }
  const name = given || defaultShapeName;
  const shape = findShape(name, problem.instance);
  if (shape) return { problem: fill(problem, shape), diagnostics };
  const expected = `dimensions and data_spaces, or one of ${shapeNames().join(', ')}`;
  // The field abbreviates.
  const inFull = name.replace(/^dw(?![a-z])/i, 'depthwise');
  const hint = findShape(inFull, problem.instance) ? `did you mean ${inFull}?` : didYouMean(inFull, shapeNames());
  diagnostics.push(error('E-NAME', `unknown shape ${name}`, { span: problem.shapeName?.span ?? span, expected, hint }));
  return { problem: undefined, diagnostics };
}

function fill(problem: ProblemSpec, shape: Shape): ProblemSpec {
  const at = <T>(value: T): Located<T> => ({ value, span: problem.span });
  const term = (text: string): DimensionTerm => {
    const [dimension = '', coefficient] = text.split('*');
    return { dimension: at(dimension), ...(coefficient !== undefined && { coefficient: at(coefficient) }) };
  };
  return {
    ...problem,
    name: problem.name || shape.names[0]!,
    dimensions: shape.dimensions.map(at),
    coefficients: shape.coefficients.map((name) => ({ name: at(name), default: 1 })),
    dataspaces: shape.dataspaces.map(({ name, readWrite, projection }) => ({
      name: at(name),
      readWrite,
      projection: projection.map((rank) => rank.map(term)),
    })),
  };
}
