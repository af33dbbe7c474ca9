// A layout for people, in words, numbers and a drawing.

import { productOf } from '../../../math/product.js';
import { layoutDrawing } from '../layout/drawing.js';
import { expansionOf, type Layout } from '../layout/layout.js';
import { padding } from '../layout/memory-image.js';
import { layoutText } from '../layout/shape-text.js';
import type { SliceTraffic } from '../layout/slice.js';

/** What was asked of it besides. */
export interface LayoutAnswers {
  readonly linearIndex?: number;
  /** Not whole for packed elements of less than a byte. */
  readonly byteOffset?: number;
  /** At the slot asked for; null is padding. */
  readonly element?: readonly number[] | null;
  readonly slice?: SliceTraffic;
}

const WIDTH = 100;
/** Longer images are for programs. */
const LONGEST_IMAGE = 256;

export function layoutReport(layout: Layout, answers: LayoutAnswers, image: readonly number[]): string {
  const { linearIndex, byteOffset, element, slice } = answers;
  const { elements, elementsPadded, elementBits, bytes, bytesPadded } = layout;
  const expansion = expansionOf(layout);
  const factor = expansion === undefined ? '' : ` (${times(expansion)})`;
  const lines = [
    layoutText(layout),
    '',
    row('dimensions', `${product(layout.physicalDims)} major to minor, in memory ${product(layout.finalDims)}`),
    row('elements', `${elements}, with padding ${elementsPadded}, of ${elementBits} bits`),
    row('bytes', `${bytes}, with padding ${bytesPadded}${factor}`),
    ...(linearIndex === undefined ? [] : [row('element', `at place ${linearIndex}, byte ${byteOffset}`)]),
    ...(element === undefined ? [] : [row('place', element ? `holds element (${element.join(',')})` : 'is padding')]),
    ...(slice ? [row('slice', sliceText(slice))] : []),
    '',
    layoutDrawing(layout),
  ];
  const shown = image.length > 0 && image.length <= LONGEST_IMAGE;
  const memory = shown
    ? `\nin memory, elements by number in logical order, tile by tile\n${imageText(layout, image)}`
    : '';
  return `${lines.join('\n')}${memory}`;
}

function row(name: string, value: string): string {
  return `${name.padEnd(12)}${value}`;
}

function sliceText({ tiles, granules, bytesMoved, bytesUseful }: SliceTraffic): string {
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
