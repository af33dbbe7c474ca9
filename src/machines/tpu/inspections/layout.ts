// `inspect tpu layout`: everything that a shape text says about memory.

import { productOf } from '../../../math/product.js';
import type { Answer, InspectionRequest, Misunderstanding } from '../../machine.js';
import { isOn, numberOf, numbersOf, textOf } from '../../request.js';
import type { Box } from '../layout/box.js';
import { layoutDrawing } from '../layout/drawing.js';
import { expansionOf, type Layout } from '../layout/layout.js';
import { elementAt, linearIndex, memoryImage, padding } from '../layout/linear-index.js';
import { layoutText, readLayout } from '../layout/shape-text.js';
import { type SliceTraffic, sliceTraffic } from '../layout/slice.js';
import { refusal } from './refusal.js';

/** Larger images are left out of the document. */
const LARGEST_IMAGE = 4096;

export function inspectLayout(request: InspectionRequest): Answer {
  const rules = { missingDimensions: isOn(request, 'xla-ranks') ? 'one' : 'refused' } as const;
  const read = readLayout(request.positional[0] ?? '', rules);
  if (read.kind === 'illegal') return refusal(read.problems);
  const layout = read.value;
  const sliceText = textOf(request, 'slice');
  const box = sliceText === undefined ? undefined : readSlice(sliceText, layout.dims);
  if (box?.kind === 'misunderstood') return box;
  if (!box && numberOf(request, 'granule') !== undefined) {
    return { kind: 'misunderstood', problems: [{ message: '--granule is given without a --slice to move' }] };
  }
  const asked = askedOf(layout, request, box?.value);
  const [first, ...others] = asked.problems;
  if (first) return refusal([first, ...others]);
  const { finalDims, elements, elementsPadded, elementBits, bytes, bytesPadded } = layout;
  const image = elementsPadded <= LARGEST_IMAGE && memoryImage(layout);
  const json = {
    shape: layoutText(layout),
    ...{ finalDims, elements, elementsPadded, elementBits, bytes, bytesPadded },
    /** Padded bytes per byte of data; null for an array without elements. */
    expansion: expansionOf(layout) ?? null,
    ...asked.answers,
    ...(image && { memoryImage: image }),
  };
  return { kind: 'answered', json, text: layoutReport(layout, asked.answers, image || []) };
}

type Answers = ReturnType<typeof askedOf>['answers'];

function askedOf(layout: Layout, request: InspectionRequest, box: Box | undefined) {
  const index = numbersOf(request, 'index');
  const slot = numberOf(request, 'slot');
  const place = index && linearIndex(layout, index);
  const element = slot === undefined ? undefined : elementAt(layout, slot);
  const slice = box && sliceTraffic(layout, box, { granuleBytes: numberOf(request, 'granule') });
  return {
    answers: {
      // The offset is not whole for packed elements of less than a byte; an element that is null is padding.
      ...(place?.kind === 'legal' && { linearIndex: place.value, byteOffset: (place.value * layout.elementBits) / 8 }),
      ...(element?.kind === 'legal' && { element: element.value ?? null }),
      ...(slice?.kind === 'legal' && { slice: slice.value }),
    },
    problems: [place, element, slice].flatMap((one) => (one?.kind === 'illegal' ? one.problems : [])),
  };
}

// A slice as typed: a range `lo:hi` per dimension, separated by commas; one number stands for that coordinate alone, and a
// colon without numbers for the whole dimension.

function readSlice(
  text: string,
  dims: readonly number[],
): { readonly kind: 'legal'; readonly value: Box } | Misunderstanding {
  const parts = text.replaceAll(/\s+/g, '').split(',');
  const ranges = parts.map((part, at) => readRange(part, dims[at] ?? 0));
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === ranges.length) {
    return { kind: 'legal', value: { lo: known.map(([lo]) => lo), hi: known.map(([, hi]) => hi) } };
  }
  const bad = parts[ranges.indexOf(undefined)];
  const message = `--slice must be ranges separated by commas, got "${bad}"`;
  return { kind: 'misunderstood', problems: [{ message, expected: 'such as 0:8,0:128' }] };
}

function readRange(part: string, size: number): readonly [number, number] | undefined {
  const match = /^(?:(-?\d+)?:(-?\d+)?|(-?\d+))$/.exec(part);
  if (!match) return undefined;
  const [, lo, hi, one] = match;
  const range = one === undefined ? [Number(lo ?? 0), Number(hi ?? size)] : [Number(one), Number(one) + 1];
  return range.every(Number.isSafeInteger) ? (range as [number, number]) : undefined;
}

// The answer for people: a layout in words, numbers and a drawing.

const WIDTH = 100;
/** Longer images are for programs. */
const LONGEST_IMAGE = 256;

function layoutReport(layout: Layout, answers: Answers, image: readonly number[]): string {
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
