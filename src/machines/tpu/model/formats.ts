// How the three dataspaces lie in memory: the order of their ranks, and the tiles of their format (section 2.1). Channels or groups are
// minor unless another rank wastes less when it is cut into tiles; which order is best for a problem the search decides.

import { type Diagnostic, error, warning } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';
import { own } from '../../../math/own.js';
import { productOf } from '../../../math/product.js';
import { childOf, entriesOf, entryOf, type MapNode } from '../../../spec/node.js';
import { dataspaceExtents, type Workload } from '../../../workload/workload.js';
import { elementBits } from '../../element-bits.js';
import { paddedShare, roundUp } from '../../padding.js';
import { spanOf } from '../../section.js';
import { defaultFormat } from '../layout/default-format.js';
import { LANES } from '../registers.js';
import type { DimensionSets } from './dimensions.js';
import { type TypeContext, typeOf } from './element-types.js';
import { parts as allParts, type Part } from './settings.js';

export type Format = ReturnType<typeof formatOf>;

/** Elements along a rank in whole tiles of any format, at most. */
const widestTile = 1024;

/** Dataspaces of which no format can count the elements. */
export function checkSizes({ dataspaces, bounds }: Workload, span: Span | undefined): Diagnostic[] {
  return dataspaces.flatMap((dataspace) => {
    // Tiles have two ranks: at worst those that they pad most.
    const most = (extent: number): number => paddedShare(extent, widestTile);
    const extents = dataspaceExtents(dataspace, bounds).toSorted((one, other) => most(other) - most(one));
    const elements = productOf(extents.map((extent, at) => (at < 2 ? roundUp(extent, widestTile) : extent)));
    if (elements <= Number.MAX_SAFE_INTEGER) return [];
    const message = `${dataspace.name} has more elements than can be counted exactly, with padding`;
    return [error('E-OVERFLOW', message, { span, expected: `at most ${Number.MAX_SAFE_INTEGER}` })];
  });
}

export type FormatContext = TypeContext & {
  readonly sets: DimensionSets;
  /** Bits of a word of the tree. */
  readonly wordBits: number;
};

export function formatOf(part: Part, context: FormatContext) {
  const { workload, operands, settings, wordBits } = context;
  const dataspace = workload.dataspaces[operands[part]]!;
  const type = typeOf(part, context);
  const words = elementBits(type)! / wordBits;
  const order = own(settings.layouts, dataspace.name) ?? layoutsOf(part, context)[0]!.order;
  const [tileRows, lanes] = tileOf(part, order, context);
  const granuleRows =
    settings.granuleBytes === null ? tileRows : (settings.granuleBytes * 8) / (lanes * elementBits(type)!);
  return {
    ...{ dataspace: operands[part], part, type },
    /** Of the tree, for an element: bytes, or halves of them where elements are narrower. */
    words,
    /** Minor to major. */
    order,
    /** Of a tile: along the most minor rank, and along the second. */
    lanes,
    tileRows,
    /** Most minor rank, and the one after it; -1 where there is none. */
    minor: order[0] ?? -1,
    secondMinor: order[1] ?? -1,
    /** Along the second, of what moves at once: those of a tile, or of a granule. */
    movedRows: Math.min(tileRows, Math.max(1, Math.floor(granuleRows))),
    /** Whether the array must be transposed on its way to or from what multiplies. */
    transposed: !isFeature(part, order[0] ?? -1, context),
  };
}

/** The first tile of the compiler's format for the whole array, unless the section gives one. */
function tileOf(part: Part, order: readonly number[], context: TypeContext): readonly [number, number] {
  const { workload, operands, settings } = context;
  const given = settings.tiles[part];
  if (given !== undefined) return given;
  const elementType = layoutTypes[elementBits(typeOf(part, context))!]!;
  const dims = dataspaceExtents(workload.dataspaces[operands[part]]!, workload.bounds);
  const format = defaultFormat({ elementType, dims, minorToMajor: order });
  if (format.kind === 'illegal') throw new Error(`no format: ${format.problems[0].message}`);
  const [first] = format.value.tiles;
  const [rows, lanes] = first?.length === 2 ? first : [1, first?.[0] ?? LANES];
  return [Number(rows), Number(lanes)];
}

const layoutTypes: Readonly<Record<number, string>> = { 4: 'S4', 8: 'S8', 16: 'BF16', 32: 'F32' };

/** What must be transposed is worth trying where so many times less is padding; so many orders at most. */
const worthTransposing = 1.5;
const mostOrders = 3;

export interface PaddedOrder {
  /** Minor to major. */
  readonly order: readonly number[];
  /** Of the whole array: words in memory for each of its words; 1 where nobody asks. */
  readonly padding: number;
}

/**
 * Orders of ranks that a compiler might choose: of each minor rank the one with the best second rank. Features are minor, because what
 * multiplies takes in rows of them, or where they would be mostly padding and there is a unit that transposes, another rank.
 */
export function layoutsOf(part: Part, context: FormatContext): readonly PaddedOrder[] {
  const { workload, operands, settings, sets } = context;
  const dataspace = workload.dataspaces[operands[part]]!;
  const given = settings.layouts[dataspace.name];
  if (given !== undefined) return [{ order: given, padding: 1 }];
  const { projection } = dataspace;
  const extents = dataspaceExtents(dataspace, workload.bounds);
  const ranks = projection.map((_, rank) => rank);
  if (ranks.length < 2) return [{ order: ranks, padding: 1 }];
  const features = ranks.filter((rank) => isFeature(part, rank, context));
  const reduces = (rank: number): boolean =>
    part === 'weights' && projection[rank]!.some(({ dimension }) => sets.channels.includes(dimension));
  const orders = ranks.map((minor) => {
    const others = ranks.filter((rank) => rank !== minor);
    const scored = others.map((second) => {
      const order = [minor, second, ...others.filter((rank) => rank !== second).toReversed()];
      const [rows, lanes] = tileOf(part, order, context);
      const padding = paddedShare(extents[minor]!, lanes) * paddedShare(extents[second]!, rows);
      return { order, padding, ranking: [reduces(second) ? 0 : 1, padding, -extents[second]!] };
    });
    const { order, padding } = scored.reduce((best, one) => (before(one.ranking, best.ranking) ? one : best));
    return { order, padding, ranking: [features.includes(minor) ? 0 : 1, padding, -extents[minor]!] };
  });
  const allowed =
    settings.transposes > 0 || features.length === 0
      ? orders
      : orders.filter(({ order }) => features.includes(order[0]!));
  const sorted = allowed.toSorted((a, b) => (before(a.ranking, b.ranking) ? -1 : 1));
  const [first] = sorted;
  const others = sorted.slice(1).filter(({ padding }) => padding * worthTransposing <= first!.padding);
  return [first!, ...others].slice(0, mostOrders);
}

/** Whether a rank holds what lies along the rows or the columns of an array, or the lanes of the vector unit. */
function isFeature(part: Part, rank: number, { workload, operands, sets }: FormatContext): boolean {
  const terms = workload.dataspaces[operands[part]]!.projection[rank] ?? [];
  const features = [...(part === 'activations' ? sets.channels : sets.columns), ...sets.groups];
  return terms.length > 0 && terms.every(({ dimension }) => features.includes(dimension));
}

/** Compared entry by entry. */
function before(a: readonly number[], b: readonly number[]): boolean {
  const differing = a.findIndex((one, at) => one !== b[at]);
  return differing >= 0 && a[differing]! < b[differing]!;
}

/** Orders in the machine section: each rank once. Other workloads may share the file, so that only what looks misspelt is named. */
export function checkLayouts(
  { workload, settings }: Omit<TypeContext, 'operands'>,
  section: MapNode | undefined,
): Diagnostic[] {
  const layouts = childOf(section, 'layouts');
  const names = workload.dataspaces.map(({ name }) => name);
  const open = names.filter((name) => entryOf(layouts, name) === undefined);
  const misspelt = entriesOf(layouts).flatMap(({ key, keySpan: span }) => {
    const hint = names.includes(key) ? undefined : didYouMean(key, open);
    if (hint === undefined) return [];
    return [warning('W-UNUSED', `there is no ${key} to lay out`, { span, expected: open.join(' or '), hint })];
  });
  const wrong = workload.dataspaces.flatMap(({ name, projection }) => {
    const order = own(settings.layouts, name);
    if (order === undefined) return [];
    const sorted = order.toSorted((a, b) => a - b);
    if (order.length === projection.length && sorted.every((rank, at) => rank === at)) return [];
    const span = childOf(layouts, name)?.span ?? section?.span;
    const message = `layout {${order.join(',')}} of ${name} is no order of its ${projection.length} ranks`;
    return [error('E-MACHINE', message, { span, expected: `0 to ${projection.length - 1}, minor to major` })];
  });
  return [...misspelt, ...wrong];
}

/** What cannot be transposed lies as it is taken in: channels minor, as in the orders that are searched. */
export function checkTransposes(context: FormatContext, section: MapNode | undefined): Diagnostic[] {
  const { workload, operands, settings } = context;
  if (settings.transposes > 0) return [];
  return allParts.flatMap((part) => {
    const { name, projection } = workload.dataspaces[operands[part]]!;
    const order = own(settings.layouts, name);
    const features = projection.flatMap((_, rank) => (isFeature(part, rank, context) ? [rank] : []));
    if (order === undefined || features.length === 0 || features.includes(order[0]!)) return [];
    const span = childOf(childOf(section, 'layouts'), name)?.span ?? section?.span;
    const message = `layout {${order.join(',')}} of ${name} must be transposed, which machine.transposes of 0 says nothing does`;
    const hint = `leave the layout of ${name} to the search, or say how fast it is transposed`;
    return [error('E-MACHINE', message, { span, expected: `${features.join(' or ')} as the most minor rank`, hint })];
  });
}

/** What moves at once is some of the rows of a tile, so that pieces neither begin nor end within one. */
export function checkGranules(context: FormatContext, section: MapNode | undefined): Diagnostic[] {
  const { workload, operands, settings, wordBits } = context;
  const { granuleBytes } = settings;
  if (granuleBytes === null) return [];
  return allParts.flatMap((part) => {
    const { tileRows, lanes, words } = formatOf(part, context);
    const rowBytes = (lanes * words * wordBits) / 8;
    const rows = granuleBytes / rowBytes;
    if (Number.isInteger(rows) && tileRows % rows === 0) return [];
    const { name } = workload.dataspaces[operands[part]]!;
    const message = `machine.granule_bytes of ${granuleBytes} is no part of a tile of ${name}, ${tileRows} rows of ${rowBytes} bytes`;
    const expected = `a multiple of ${rowBytes} that divides ${tileRows * rowBytes}, or null for whole tiles`;
    return [error('E-MACHINE', message, { span: spanOf(section, 'granule_bytes'), expected })];
  });
}

/** Of the dataspace that `machine.stationary` names. */
export function checkStationary({ workload, settings }: Omit<TypeContext, 'operands'>, section: MapNode | undefined) {
  const { stationary } = settings;
  const inputs = workload.dataspaces.filter(({ readWrite }) => !readWrite).map(({ name }) => name);
  if (stationary === undefined || inputs.includes(stationary)) return [];
  const span = spanOf(section, 'stationary');
  const message = `machine.stationary names ${stationary}, which is no input`;
  return [
    error('E-MACHINE', message, { span, expected: inputs.join(' or '), hint: didYouMean(stationary, inputs) }),
  ] satisfies Diagnostic[];
}
