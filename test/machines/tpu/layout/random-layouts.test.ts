import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Layout, layoutOf } from '../../../../src/machines/tpu/layout/layout.js';
import { elementAt, fromRowMajor, linearIndex } from '../../../../src/machines/tpu/layout/linear-index.js';
import { memoryImage } from '../../../../src/machines/tpu/layout/memory-image.js';
import { layoutText, readLayout } from '../../../../src/machines/tpu/layout/shape-text.js';
import { propertySeed, runsOf } from '../../../support/properties.js';
import { type Case, imageByMoving } from './pad-reshape-transpose.js';
import { randomLayout } from './random-layout.js';
import { soundValue } from './sound-value.js';

const parameters = { numRuns: runsOf(1000), seed: propertySeed };

it('1,000 random layouts lie in memory as padding, reshaping and transposing puts them', () => {
  const met = { stars: 0, regroupsTiles: 0, pads: 0, empty: 0 };
  fc.assert(
    fc.property(randomLayout, (one) => {
      const layout = layoutOfCase(one);
      const image = imageByMoving(one);
      expect(layout.finalDims).toEqual(image.dims);
      expect(layout.elementsPadded).toBe(image.data.length);
      expect(memoryImage(layout)).toEqual(image.data);
      met.stars += Number(one.tiles.flat().includes('*'));
      met.regroupsTiles += Number(one.tiles.some((tile, at) => at > 0 && tile.length > one.tiles[at - 1]!.length));
      met.pads += Number(image.data.includes(-1));
      met.empty += Number(image.data.length === 0);
    }),
    parameters,
  );
  // The comparison is worth what it has met.
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(30);
});

it('linear index and element at a place undo each other', () => {
  fc.assert(
    fc.property(randomLayout, (one) => {
      const layout = layoutOfCase(one);
      imageByMoving(one).data.forEach((number, place) => {
        const element = number === -1 ? undefined : fromRowMajor(number, one.dims);
        expect(elementAt(layout, place)).toEqual({ kind: 'legal', value: element });
        if (element) expect(linearIndex(layout, element)).toEqual({ kind: 'legal', value: place });
      });
    }),
    { ...parameters, numRuns: runsOf(200) },
  );
});

it('what is written reads back', () => {
  fc.assert(
    fc.property(randomLayout, (one) => {
      const layout = layoutOfCase(one);
      expect(readLayout(layoutText(layout))).toEqual({ kind: 'legal', value: layout });
    }),
    parameters,
  );
});

it('whatever the text, it is a layout or a refusal', () => {
  const piece = fc.constantFrom(
    'F32',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    ',',
    ':',
    'T',
    'E',
    '*',
    '-',
    '0',
    '3',
    '128',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const outcome = readLayout(pieces.join(''));
      if (outcome.kind === 'legal') expect(outcome.value.elementsPadded).toBeGreaterThanOrEqual(outcome.value.elements);
      else expect(outcome.problems.length).toBeGreaterThan(0);
    }),
    parameters,
  );
});

function layoutOfCase(one: Case): Layout {
  return soundValue(layoutOf({ elementType: 'F32', ...one }));
}
