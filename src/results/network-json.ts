// An imported network as the JSON document of `mapper import --json`.

import { boundsOf, type Network, type NetworkLayer, networkMacs } from '../workload/import/network.js';
import { csvText } from './csv.js';
import { type JsonObject, schemaVersion } from './evaluation-json.js';

export function networkDocument(network: Network): JsonObject {
  const { name, layers, steps, others, folded } = network;
  return {
    schemaVersion,
    model: name,
    layers: layers.map((layer) => layerJson(layer)),
    others,
    macs: networkMacs(network),
    folded,
    graph: steps.map(({ layer, ...step }) => ({ ...step, layer: layers[layer]!.name })),
  };
}

/**
 * A row a layer; a column for every dimension that one of them has. A plain table of layers (`import csv`), as far as a layer
 * has one of the two predefined shapes, which the last column says: of any other, bounds are not all.
 */
export function networkCsv({ layers }: Network): string {
  const bounds = layers.map(({ problem }) => boundsOf(problem));
  const dimensions = [...new Set(bounds.flatMap((one) => Object.keys(one)))];
  const rows = layers.map(({ name, operator, problem, groups, count, macs, stride, dilation }, at) => [
    ...[name, operator, groups ?? 1, count, macs],
    ...dimensions.map((dimension) => bounds[at]![dimension] ?? null),
    ...[stride, dilation].map((steps) => (steps ? [single(steps)].flat().join(' ') : null)),
    typeof problem.shape === 'string' ? problem.shape : 'other',
  ]);
  return csvText([
    ['name', 'operator', 'groups', 'count', 'macs', ...dimensions, 'stride', 'dilation', 'shape'],
    ...rows,
  ]);
}

function layerJson({ name, operator, problem, stride, dilation, groups, count, macs }: NetworkLayer): JsonObject {
  const { densities } = problem;
  return {
    name,
    operator,
    bounds: boundsOf(problem),
    ...(stride && { stride: single(stride) }),
    ...(dilation && { dilation: single(dilation) }),
    ...(groups !== undefined && { groups }),
    count,
    macs,
    ...(densities && { densities }),
  };
}

/** One number where all spatial dimensions have the same. */
function single(values: readonly number[]): number | readonly number[] {
  return new Set(values).size === 1 ? values[0]! : values;
}
