// A layout in words, numbers and a drawing, for people.

import { productOf } from '../../../math/product.js';
import { layoutDrawing } from '../layout/drawing.js';
import type { Layout } from '../layout/layout.js';
import { padding } from '../layout/memory-image.js';
import type { SliceTraffic } from '../layout/slice.js';

export interface LayoutAnswer {
  readonly shape: string;
  readonly finalDims: readonly number[];
  readonly elements: number;
  readonly elementsPadded: number;
  readonly elementBits: number;
  readonly bytes: number;
  readonly bytesPadded: number;
  /** Padded bytes per byte of data; null for an array without elements. */
  readonly expansion: number | null;
  readonly linearIndex?: number;
  /** Not whole for packed elements of less than a byte. */
  readonly byteOffset?: number;
  /** At the slot asked for; null is padding. */
  readonly element?: readonly number[] | null;
  readonly slice?: SliceTraffic;
  readonly memoryImage?: readonly number[];
}

const WIDTH = 100;
/** Longer images are for programs. */
const LONGEST_IMAGE = 256;

export function layoutReport(layout: Layout, answer: LayoutAnswer): string {
  const { expansion, linearIndex, byteOffset, element, slice, memoryImage } = answer;
  const lines = [
    answer.shape,
    '',
    row('dimensions', `${product(layout.physicalDims)} major to minor, in memory ${product(layout.finalDims)}`),
    row('elements', `${answer.elements}, with padding ${answer.elementsPadded}, of ${answer.elementBits} bits`),
    row(
      'bytes',
      `${answer.bytes}, with padding ${answer.bytesPadded}${expansion === null ? '' : ` (${times(expansion)})`}`,
    ),
    ...(linearIndex === undefined ? [] : [row('element', `at place ${linearIndex}, byte ${byteOffset}`)]),
    ...(element === undefined ? [] : [row('place', element ? `holds element (${element.join(',')})` : 'is padding')]),
    ...(slice ? [row('slice', sliceText(slice))] : []),
    '',
    layoutDrawing(layout),
  ];
  const image = memoryImage && memoryImage.length > 0 && memoryImage.length <= LONGEST_IMAGE;
  const memory = image
    ? `\nin memory, elements by number in logical order, tile by tile\n${imageText(layout, memoryImage)}`
    : '';
  return `${lines.join('\n')}${memory}`;
}

function row(name: string, value: string): string {
  return `${name.padEnd(12)}${value}`;
}

function sliceText({ tiles, granules, bytesMoved, bytesUseful }: NonNullable<LayoutAnswer['slice']>): string {
  const pieces = granules === undefined ? '' : `, ${granules} granules`;
  const factor = bytesUseful === 0 ? '' : ` (${times(bytesMoved / bytesUseful)})`;
  return `${tiles} tiles${pieces}, ${bytesMoved} bytes moved for ${bytesUseful}${factor}`;
}

function imageText({ finalDims, steps }: Layout, image: readonly number[]): string {
  const tile = productOf(finalDims.slice(steps[0]?.combined.length ?? 0));
  const width = Math.max(...image.map((number) => String(number).length));
  const cells = image.map((number) => (number === padding ? '·' : String(number)).padStart(width));
  const size = steps.length > 0 ? tile : image.length;
  const tiles = Array.from({ length: Math.ceil(cells.length / size) }, (_, at) =>
    cells.slice(at * size, (at + 1) * size).join(' '),
  );
  return wrapped(tiles, steps.length > 0 ? ' | ' : ' ');
}

/** As many pieces in a line as fit; a piece that does not fit alone has its own. */
function wrapped(pieces: readonly string[], between: string): string {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + between.length + piece.length <= WIDTH) {
      lines[lines.length - 1] = last + between + piece;
    } else lines.push(piece);
  }
  return `${lines.join('\n')}\n`;
}

function product(sizes: readonly number[]): string {
  return sizes.length === 0 ? 'a single element' : sizes.join('x');
}

function times(factor: number): string {
  return `${Number(factor.toPrecision(4))} times`;
}
