// `inspect tpu layout`: everything that a shape text says about memory.

import { misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { isOn, numberOf, numbersOf, textOf } from '../../request.js';
import type { Box } from '../layout/box.js';
import { expansionOf, type Layout } from '../layout/layout.js';
import { elementAt, linearIndex } from '../layout/linear-index.js';
import { memoryImage } from '../layout/memory-image.js';
import { layoutText, readLayout } from '../layout/shape-text.js';
import { sliceTraffic } from '../layout/slice.js';
import { layoutReport } from './layout-report.js';
import { refusal } from './refusal.js';
import { readSlice } from './slice-text.js';

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
    return misunderstood('--granule is given without a --slice to move');
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

function askedOf(layout: Layout, request: InspectionRequest, box: Box | undefined) {
  const index = numbersOf(request, 'index');
  const slot = numberOf(request, 'slot');
  const place = index && linearIndex(layout, index);
  const element = slot === undefined ? undefined : elementAt(layout, slot);
  const slice = box && sliceTraffic(layout, box, { granuleBytes: numberOf(request, 'granule') });
  return {
    answers: {
      ...(place?.kind === 'legal' && { linearIndex: place.value, byteOffset: (place.value * layout.elementBits) / 8 }),
      ...(element?.kind === 'legal' && { element: element.value ?? null }),
      ...(slice?.kind === 'legal' && { slice: slice.value }),
    },
    problems: [place, element, slice].flatMap((one) => (one?.kind === 'illegal' ? one.problems : [])),
  };
}
