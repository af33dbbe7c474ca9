// The model against what is published, and docs/validation/epu.md as it says so.

import { expect, it } from 'vitest';
import { errorOf, publishedRows, termsOf, validationDocument } from './validation-document.js';
import { recordedLayers, totalOf } from './validation-tables.js';

it('public figures within 2.5 percent', () => {
  const found = publishedRows();
  expect(found).toHaveLength(11);
  expect(found.filter((row) => !(Math.abs(errorOf(row)) <= 2.5))).toEqual([]);
});

const layers = recordedLayers();

it.each([
  ['q8', 10_279_168, 262_144],
  ['q16', 4_036_672, 131_072],
] as const)('optimal mappings of ResNet-50 on %s reach the MAC cycles of the formula', (core, macs, weightFlow) => {
  const terms = termsOf(layers.filter((layer) => layer.network === 'resnet50' && layer.core === core));
  expect(terms[0]).toEqual(['MAC, convolutions', macs]);
  expect(terms[1]).toEqual(['weight flow, fully connected', weightFlow]);
});

it.each(['q8', 'q16'] as const)('terms of ResNet-50 on %s leave nothing out', (core) => {
  const network = layers.filter((layer) => layer.network === 'resnet50' && layer.core === core);
  const sum = termsOf(network).reduce((all, [, cycles]) => all + cycles, 0);
  expect(sum).toBe(totalOf(network, ({ cycles }) => cycles));
  expect(totalOf(network, () => 1)).toBe(54);
});

it('docs/validation/epu.md says so', async () => {
  await expect(validationDocument(layers)).toMatchFileSnapshot('../../../docs/validation/epu.md');
});
