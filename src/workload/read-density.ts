// How the nonzeros of a dataspace are spread (C, G.2): read from `instance.densities`, interpreted by the sparse model.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { oneOf } from '../diagnostics/suggestion.js';
import { productOf } from '../math/product.js';
import { numberOf } from '../spec/build/values.js';
import { childOf, entriesOf, entryOf, type MapNode, type Node, textOf } from '../spec/node.js';
import type { ProblemSpec } from '../spec/spec.js';
import type { Density } from './density.js';
import { type Dataspace, dataspaceExtents } from './workload.js';

const distributions = ['fixed_structured', 'hypergeometric', 'banded', 'measured'] as const;

/** What says where the nonzeros are; `workload_tensor_size` may stand beside any, as the reference's front end writes it. */
const keys: Readonly<Record<string, string>> = {
  fixed_structured: 'density',
  hypergeometric: 'density',
  banded: 'band_width',
  measured: 'file',
};

/** Densities by dataspace name; whoever is not named is dense, unless `commonDensity` says otherwise. */
export function readDensities(
  problem: ProblemSpec,
  dataspaces: readonly Dataspace[],
  scope: { readonly bounds: readonly number[]; readonly diagnostics: Diagnostic[] },
): ReadonlyMap<string, Density> {
  const found = new Map<string, Density>();
  const names = dataspaces.map(({ name }) => name);
  const given = entriesOf(problem.densities);
  for (const { key, keySpan } of given) {
    if (names.includes(key)) continue;
    const details = { span: keySpan, ...oneOf(key, names) };
    scope.diagnostics.push(error('E-NAME', `a density is given for ${key}, which is no dataspace`, details));
  }
  for (const dataspace of dataspaces) {
    const node = given.find(({ key }) => key === dataspace.name)?.value ?? problem.commonDensity;
    if (node === undefined) continue;
    const density = readDensity(node, { problem, dataspace, ...scope });
    if (density !== undefined) found.set(dataspace.name, density);
  }
  return found;
}

interface DensityContext {
  readonly problem: ProblemSpec;
  readonly dataspace: Dataspace;
  readonly bounds: readonly number[];
  readonly diagnostics: Diagnostic[];
}

function readDensity(node: Node, context: DensityContext): Density | undefined {
  const { dataspace, diagnostics } = context;
  const refuse: Refuse = (message, details) => {
    diagnostics.push(error('E-PROBLEM', message, { span: node.span, ...details }));
    return undefined;
  };
  if (node.kind !== 'map') {
    const density = node.kind === 'scalar' ? node.value : undefined;
    if (typeof density === 'number') return { kind: 'fixed_structured', density };
    const [, some, all] = /^(\d+):(\d+)$/.exec(String(density)) ?? [];
    return refuse(`the density of ${dataspace.name} is not a number`, {
      expected: 'a number from 0 to 1, or a map',
      hint: some && `write ${some} of every ${all} as ${Number((Number(some) / Number(all)).toPrecision(6))}`,
    });
  }
  const kind = (textOf(node, 'distribution') ?? 'fixed_structured').replace('fixed-', 'fixed_');
  for (const { key, keySpan } of entriesOf(node)) {
    if (!Object.values(keys).includes(key) || key === (keys[kind] ?? key)) continue;
    const message = `${key} has no effect on the ${kind} density of ${dataspace.name}`;
    diagnostics.push(warning('W-DROPPED', message, { span: keySpan }));
  }
  switch (kind) {
    case 'fixed_structured':
    case 'hypergeometric': {
      const density = numberOf(childOf(node, 'density'));
      if (density === undefined) {
        return refuse(`the ${kind} density of ${dataspace.name} has no density`, { hint: 'add density: 0.5' });
      }
      const tensorWords = numberOf(childOf(node, 'workload_tensor_size'));
      if (kind === 'fixed_structured') return { kind, density };
      const words = productOf(dataspaceExtents(dataspace, context.bounds));
      // Of a tensor of N words no tile has more (G.2); 0 stands for the dataspace itself.
      if (tensorWords && tensorWords < words) {
        return refuse(`${dataspace.name} has ${words} words, more than the ${tensorWords} it is drawn from`, {
          span: childOf(node, 'workload_tensor_size')!.span,
          expected: `at least ${words}`,
          hint: `leave workload_tensor_size out where ${dataspace.name} is the whole tensor`,
        });
      }
      return { kind, density, tensorWords: tensorWords ? tensorWords : null };
    }
    case 'banded': {
      const bandWidth = numberOf(childOf(node, 'band_width'));
      if (bandWidth === undefined)
        return refuse(`the banded density of ${dataspace.name} has no band_width`, {
          hint: 'add band_width: 1, or 0 for the diagonal alone',
        });
      return matrixOf(context, kind, refuse) && { kind, bandWidth };
    }
    case 'measured':
      return measured(node, context, refuse);
    default:
      return refuse(`unknown distribution ${kind}`, {
        span: childOf(node, 'distribution')!.span,
        ...oneOf(kind, distributions),
      });
  }
}

type Refuse = (
  message: string,
  details: { span?: Node['span']; expected?: string; hint?: string | undefined },
) => undefined;

/** Rows and columns where the dataspace is a matrix. */
function matrixOf({ dataspace, bounds }: DensityContext, kind: string, refuse: Refuse): readonly number[] | undefined {
  const extents = dataspaceExtents(dataspace, bounds);
  if (extents.length === 2) return extents;
  const message = `a ${kind} density needs a matrix, and ${dataspace.name} has ${extents.length} ranks`;
  return refuse(message, { expected: 'a dataspace with 2 ranks', hint: 'use hypergeometric or fixed_structured' });
}

function measured(node: MapNode, context: DensityContext, refuse: Refuse): Density | undefined {
  const { problem, dataspace } = context;
  const extents = matrixOf(context, 'measured', refuse);
  const file = entryOf(node, 'file');
  if (file === undefined)
    return refuse(`the measured density of ${dataspace.name} names no file`, { hint: 'add file: matrix.mtx' });
  const pattern = problem.patterns.get(file.value);
  if (pattern === undefined || extents === undefined) return undefined; // reported where it was read
  const [rows, columns] = extents;
  if (pattern.rows === rows && pattern.columns === columns) return { kind: 'measured', pattern };
  return refuse(
    `${dataspace.name} has ${rows} rows and ${columns} columns, the matrix ${pattern.rows} and ${pattern.columns}`,
    {
      span: file.value.span,
      hint: `set the bounds of the problem to those of the matrix, or transpose the projection of ${dataspace.name}`,
    },
  );
}
