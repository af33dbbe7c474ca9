// How the three dataspaces lie in memory: the order of their ranks, and the tiles of their format (section 2.1). Without an order
// in the machine section, channels are minor: those of the reduction for activations, output channels for weights and outputs. The
// second minor rank of weights is their reduction; of the others, the rank that wastes least when it is cut into tiles.

import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';
import { childOf, entryOf, type MapNode } from '../../../spec/node.js';
import type { Dataspace, Workload } from '../../../workload/workload.js';
import { elementBits } from '../../element-bits.js';
import { tileExtents } from '../../operands.js';
import { defaultFormat, lanes as usualLanes } from '../layout/default-format.js';
import type { DimensionSets } from './dimensions.js';
import type { TypeContext } from './element-types.js';
import { bytesOf, typeOf } from './element-types.js';
import type { Part } from './parameters.js';

export interface Format {
  readonly dataspace: number;
  readonly part: Part;
  readonly type: string;
  /** Of an element. */
  readonly bytes: number;
  /** Minor to major. */
  readonly order: readonly number[];
  /** Most minor rank, and the one after it; -1 where there is none. */
  readonly minor: number;
  readonly secondMinor: number;
  /** Of a tile: along the most minor rank, and along the second. */
  readonly lanes: number;
  readonly tileRows: number;
  /** Along the second, of what moves at once: those of a tile, or of a granule. */
  readonly movedRows: number;
}

export function formatOf(part: Part, context: TypeContext & { readonly sets: DimensionSets }): Format {
  const { workload, operands, parameters } = context;
  const dataspace = workload.dataspaces[operands[part]]!;
  const extents = tileExtents(dataspace, workload.bounds, 0);
  const type = typeOf(part, context);
  const bytes = bytesOf(type);
  const order = parameters.layouts[dataspace.name] ?? usualOrder(part, dataspace, { ...context, extents });
  const [tileRows, lanes] = parameters.tiles[part] ?? usualTile({ type, extents, order });
  const granuleRows = parameters.granuleBytes === null ? tileRows : parameters.granuleBytes / (lanes * bytes);
  return {
    ...{ dataspace: operands[part], part, type, bytes, order, lanes, tileRows },
    minor: order[0] ?? -1,
    secondMinor: order[1] ?? -1,
    movedRows: Math.min(tileRows, Math.max(1, Math.floor(granuleRows))),
  };
}

/** The first tile of the compiler's format for the whole array. */
function usualTile(array: {
  readonly type: string;
  readonly extents: readonly number[];
  readonly order: readonly number[];
}): readonly [number, number] {
  const elementType = layoutTypes[Math.max(8, elementBits(array.type)!)]!;
  const format = defaultFormat({ elementType, dims: array.extents, minorToMajor: array.order });
  if (format.kind === 'wrong') throw new Error(`no format: ${format.problems[0].message}`);
  const [first] = format.value.tiles;
  const [rows, lanes] = first?.length === 2 ? first : [1, first?.[0] ?? usualLanes];
  return [Number(rows), Number(lanes)];
}

const layoutTypes: Readonly<Record<number, string>> = { 8: 'S8', 16: 'BF16', 32: 'F32' };

interface RankContext {
  readonly workload: Workload;
  readonly sets: DimensionSets;
  readonly extents: readonly number[];
}

function usualOrder(part: Part, dataspace: Dataspace, context: RankContext): number[] {
  const { projection } = dataspace;
  const { sets, extents } = context;
  const channels = part === 'activations' ? sets.rows : sets.columns;
  const ranks = projection.map((_, rank) => rank);
  const minor = bestOf(
    ranks.map((rank) => [
      projection[rank]!.length > 0 && projection[rank]!.every(({ dimension }) => channels.includes(dimension)) ? 1 : 0,
      fullness(extents[rank]!, usualLanes),
      extents[rank]!,
    ]),
  );
  const others = ranks.filter((rank) => rank !== minor);
  const second =
    others[
      bestOf(
        others.map((rank) => [
          part === 'weights' && projection[rank]!.some(({ dimension }) => sets.rows.includes(dimension)) ? 1 : 0,
          fullness(extents[rank]!, 8),
          extents[rank]!,
        ]),
      )
    ];
  if (minor === undefined || second === undefined) return ranks.toReversed();
  return [minor, second, ...ranks.filter((rank) => rank !== minor && rank !== second).toReversed()];
}

/** Share of whole tiles that is used. */
function fullness(extent: number, tile: number): number {
  return extent / (tile * Math.ceil(extent / tile));
}

/** Index of the greatest, compared entry by entry; the first among equals. */
function bestOf(scores: readonly (readonly number[])[]): number {
  return scores.reduce((best, score, at) => {
    const differing = score.findIndex((one, entry) => one !== scores[best]![entry]);
    return differing >= 0 && score[differing]! > scores[best]![differing]! ? at : best;
  }, 0);
}

/** Orders in the machine section: of dataspaces that there are, each rank once. Other workloads may share the file. */
export function checkLayouts({ workload, parameters }: TypeContext, section: MapNode | undefined): Diagnostic[] {
  const layouts = section && childOf(section, 'layouts');
  return workload.dataspaces.flatMap(({ name, projection }) => {
    const order = parameters.layouts[name];
    if (order === undefined) return [];
    const sorted = order.toSorted((a, b) => a - b);
    if (order.length === projection.length && sorted.every((rank, at) => rank === at)) return [];
    const span = (layouts?.kind === 'map' && entryOf(layouts, name)?.value.span) || section?.span;
    const message = `layout {${order.join(',')}} of ${name} is no order of its ${projection.length} ranks`;
    return [error('E-MACHINE', message, { span, expected: `0 to ${projection.length - 1}, minor to major` })];
  });
}

/** Of the dataspace that `machine.stationary` names. */
export function checkStationary({ workload, parameters }: Omit<TypeContext, 'operands'>, section: MapNode | undefined) {
  const { stationary } = parameters;
  const inputs = workload.dataspaces.filter(({ readWrite }) => !readWrite).map(({ name }) => name);
  if (stationary === undefined || inputs.includes(stationary)) return [];
  const span = (section && childOf(section, 'stationary')?.span) ?? section?.span;
  const message = `machine.stationary names ${stationary}, which is no input`;
  return [
    error('E-MACHINE', message, { span, expected: inputs.join(' or '), hint: didYouMean(stationary, inputs) }),
  ] satisfies Diagnostic[];
}
