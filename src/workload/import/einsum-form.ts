// A product of two operands, whatever its names, as the convolution or the matrix product that it is: constraints that speak of
// Weights, Inputs and Outputs then apply to it.

import { convolutionProblem, productProblem } from './convolution-form.js';
import type { LayerProblem, WrittenDataspace } from './workload-text.js';

export interface ConvolutionForm {
  readonly problem: LayerProblem;
  /** Which operand became what. */
  readonly inputs: string;
  readonly weights: string;
  readonly outputs: string;
  /** Dimensions of the form by those that they were: `P=m`. */
  readonly renamed: readonly string[];
}

/** Undefined where it is neither: more operands, sums within one of them, ranks that are no windows. */
export function asConvolution({ shape, instance }: LayerProblem): ConvolutionForm | undefined {
  if (typeof shape === 'string') return undefined;
  const [a, b, more] = shape.dataspaces.filter(({ readWrite }) => !readWrite);
  const outputs = shape.dataspaces.find(({ readWrite }) => readWrite)!;
  if (!a || !b || more) return undefined;
  return formOf({ inputs: a, weights: b, outputs }, instance) ?? formOf({ inputs: b, weights: a, outputs }, instance);
}

interface Roles {
  readonly inputs: WrittenDataspace;
  readonly weights: WrittenDataspace;
  readonly outputs: WrittenDataspace;
}

interface Window {
  readonly position: string;
  readonly kernel: string;
  readonly stride: number;
  readonly dilation: number;
}

function formOf({ inputs, weights, outputs }: Roles, instance: LayerProblem['instance']): ConvolutionForm | undefined {
  const [inW, inZ] = [plainNames(weights), plainNames(outputs)];
  if (!inW || !inZ) return undefined;
  const inI = new Set<string>();
  const windows: Window[] = [];
  for (const rank of inputs.projection) {
    const [[name, coefficient] = ['', 0], second, more] = rank;
    if (inI.has(name) || more) return undefined;
    inI.add(name);
    if (!second) {
      if (coefficient !== 1) return undefined;
      continue;
    }
    const [position, kernel] = inZ.has(name) ? [rank[0]!, second] : [second, rank[0]!];
    if (inI.has(second[0]) || Math.min(position[1], kernel[1]) < 1) return undefined;
    if (!inZ.has(position[0]) || inW.has(position[0]) || !inW.has(kernel[0]) || inZ.has(kernel[0])) return undefined;
    inI.add(second[0]);
    windows.push({ position: position[0], stride: position[1], kernel: kernel[0], dilation: kernel[1] });
  }
  const moving = new Set(windows.flatMap(({ position, kernel }) => [position, kernel]));
  const kinds = new Map<string, string[]>([...'GCMN'].map((kind) => [kind, []]));
  for (const name of new Set([...inI, ...inW, ...inZ])) {
    if (moving.has(name)) continue;
    const where = `${inI.has(name) ? 'I' : ''}${inW.has(name) ? 'W' : ''}${inZ.has(name) ? 'Z' : ''}`;
    const kind = ({ IWZ: 'G', IW: 'C', IZ: 'N', WZ: 'M' } as Readonly<Record<string, string>>)[where];
    if (kind === undefined) return undefined;
    kinds.get(kind)!.push(name);
  }
  const bound = (kind: string): number => kinds.get(kind)!.reduce((product, name) => product * instance[name]!, 1);
  const [groups, inner, columns, rows] = [bound('G'), bound('C'), bound('M'), bound('N')];
  const list = (of: (window: Window) => number): number[] => windows.map(of);
  const problem =
    windows.length === 0
      ? productProblem({ rows, inner, columns, groups })
      : convolutionProblem({
          ...{ batch: rows, inside: inner, filters: columns, groups },
          extents: list(({ position }) => instance[position]!),
          kernel: list(({ kernel }) => instance[kernel]!),
          stride: list(({ stride }) => stride),
          dilation: list(({ dilation }) => dilation),
        });
  const named = [...kinds].map(([kind, names]) => [windows.length === 0 && kind === 'N' ? 'P' : kind, names] as const);
  const slid = windows
    .toReversed()
    .flatMap(({ position, kernel }, at) => [['PQO'[at]!, [position]] as const, ['RST'[at]!, [kernel]] as const]);
  return {
    problem,
    ...{ inputs: inputs.name, weights: weights.name, outputs: outputs.name },
    renamed: [...named, ...slid]
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${kind}=${names.join('*')}`),
  };
}

/** Undefined where a rank is a sum, is scaled, or uses a dimension again. */
function plainNames({ projection }: WrittenDataspace): ReadonlySet<string> | undefined {
  const names = projection.map((rank) => (rank.length === 1 && rank[0]![1] === 1 ? rank[0]![0] : undefined));
  const found = new Set(names);
  return found.size < names.length || found.has(undefined) ? undefined : (found as ReadonlySet<string>);
}
