// docs/validation/ipu.md says what the model says; peaks are the published ones; and the curve of square products has the shape that a
// chip without memory to spill to must have.

import { describe, expect, it } from 'vitest';
import { outcomes } from './outcome.js';
import { rateCurves, targets, tflopsOf, validationPage } from './page.js';
import { ratePlot } from './plot.js';

const all = outcomes();

it('the page is what the model says', async () => {
  await expect(validationPage(all)).toMatchFileSnapshot('../../../../docs/validation/ipu.md');
  const title = 'Rate of square matrix products on one Mk2 over their size';
  await expect(ratePlot(title, rateCurves(all))).toMatchFileSnapshot('../../../../docs/validation/ipu-square.svg');
});

it('kept mappings cost what the search said', () => {
  const found = all.filter(({ cost }) => cost !== undefined);
  expect(found.map(({ given, cost }) => [given.name, cost!.cycles])).toEqual(
    found.map(({ given, searched }) => [given.name, searched!.cycles]),
  );
});

describe('peaks', () => {
  it.each(targets().filter(({ what }) => /peak|Bow-2000 memory/.test(what)))(
    '$what: $published $unit',
    ({ published, modelled }) => {
      // As many digits as are printed; the M2000 sheet prints one.
      expect(Math.abs(modelled / published - 1)).toBeLessThan(0.002);
    },
  );
});

describe.each(rateCurves(all))('square products of $title', ({ peak, points }) => {
  it('rise until a tile cannot hold its part at once, stay under the peak, and are refused in the end', () => {
    const rates = points.flatMap(({ tflops }) => (tflops === null ? [] : [tflops]));
    const small = points.filter(({ size }) => size <= 2048).map(({ tflops }) => tflops!);
    expect(small).toEqual(small.toSorted((a, b) => a - b));
    expect(small[0]).toBeLessThan(0.2 * peak);
    expect(Math.max(...rates)).toBeGreaterThan(0.6 * peak);
    expect(Math.max(...rates)).toBeLessThan(0.8 * peak);
    const fits = points.map(({ tflops }) => tflops !== null);
    expect(fits).toEqual(fits.toSorted((a, b) => Number(b) - Number(a)));
    expect(fits.at(-1)).toBe(false);
  });
});

it('products that four chips spill to streaming memory are slower than smaller ones that they hold', () => {
  const rates = ['8192 f32 on four chips', '16384 f32 on four chips'].map(
    (name) => tflopsOf(all.find(({ given }) => given.name === name)!)!,
  );
  expect(rates[1]).toBeLessThan(0.7 * rates[0]!);
});

it('every tile stays within its memory', () => {
  const used = all.flatMap(({ given, cost }) =>
    cost ? [{ arch: given.arch, bytes: cost.facts['tile memory in use'] as number }] : [],
  );
  expect(used.length).toBeGreaterThan(60);
  for (const { arch, bytes } of used) expect(bytes).toBeLessThanOrEqual(arch.includes('mk1') ? 262_144 : 638_976);
});
