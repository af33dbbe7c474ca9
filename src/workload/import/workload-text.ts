// A layer found in a model file, as the workload file that says the same: whatever is imported goes through the same
// reader, and may be kept and edited.

import { inOneLine } from '../../diagnostics/visible.js';

/** Bounds by dimension; coefficients (strides, dilations) only where they are not 1. */
export interface LayerProblem {
  /** A predefined shape, or one written out. */
  readonly shape: string | WrittenShape;
  readonly instance: Readonly<Record<string, number>>;
  /** By dataspace; absent where all are dense. */
  readonly densities?: Readonly<Record<string, Density>>;
}

export interface Density {
  readonly distribution: 'hypergeometric' | 'fixed_structured';
  /** 0 to 1. */
  readonly density: number;
}

export interface WrittenShape {
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly dataspaces: readonly WrittenDataspace[];
}

export interface WrittenDataspace {
  readonly name: string;
  readonly readWrite?: boolean;
  /** Per rank its terms: dimension and coefficient. */
  readonly projection: readonly (readonly (readonly [dimension: string, coefficient: number])[])[];
}

export interface WorkloadText {
  readonly comment: readonly string[];
  readonly name?: string;
  readonly count: number;
  readonly problem: LayerProblem;
}

export function workloadText({ comment, name, count, problem }: WorkloadText): string {
  const { shape, instance, densities } = problem;
  return [
    ...comment.map((line) => `# ${inOneLine(line)}`.trimEnd()),
    'problem:',
    '  version: 0.4',
    ...(name === undefined ? [] : [`  name: ${JSON.stringify(name)}`]),
    `  count: ${count}`,
    ...(typeof shape === 'string' ? [`  shape: ${shape}`] : shapeLines(shape)),
    `  instance: ${flow({ ...instance, ...(densities && { densities: flow(mapValues(densities)) }) })}`,
    '',
  ].join('\n');
}

/** What makes two layers the same search, whatever they are called. */
export function problemKey({ shape, instance, densities }: LayerProblem): string {
  return JSON.stringify([shape, instance, densities ?? {}]);
}

function shapeLines({ name, dimensions, dataspaces }: WrittenShape): string[] {
  return [
    '  shape:',
    `    name: ${name}`,
    `    dimensions: [${dimensions.join(', ')}]`,
    '    data_spaces:',
    ...dataspaces.map(({ name: own, projection, readWrite }) => {
      const ranks = projection.map((terms) => `[${terms.map(termText).join(', ')}]`);
      return `      - {name: ${own}, projection: [${ranks.join(', ')}]${readWrite ? ', read_write: true' : ''}}`;
    }),
  ];
}

function termText([dimension, coefficient]: readonly [string, number]): string {
  return coefficient === 1 ? `[${dimension}]` : `[${dimension}, ${coefficient}]`;
}

function mapValues(densities: Readonly<Record<string, Density>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(densities).map(([name, { distribution, density }]) => [name, flow({ distribution, density })]),
  );
}

function flow(values: Readonly<Record<string, number | string>>): string {
  const entries = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return `{${entries.join(', ')}}`;
}
