// The model against what is published, and docs/validation/epu.md as it says so.

import { expect, it } from 'vitest';
import { recordMappings } from './record-mappings.js';
import { errorOf, publishedRows, termsOf, validationDocument } from './validation-document.js';
import { boundsOf, recorded, recordedFile, recordedLayers, totalOf } from './validation-tables.js';

it('public figures within 2.5 percent', () => {
  const found = publishedRows();
  expect(found).toHaveLength(11);
  expect(found.filter((row) => !(Math.abs(errorOf(row)) <= 2.5))).toEqual([]);
});

if (process.env.MAPPER_RECORD === '1') await recordMappings(recordedFile, recorded());
const layers = recordedLayers();

it.each([
  ['q8', 8, 262_144],
  ['q16', 16, 131_072],
] as const)('optimal mappings of ResNet-50 on %s reach the MAC cycles of the formula', (core, side, weightFlow) => {
  const network = layers.filter((layer) => layer.network === 'resnet50' && layer.core === core);
  const convolutions = network.filter(({ name }) => name !== '24-fc');
  expect(convolutions).toHaveLength(23);
  for (const layer of convolutions) {
    const { C, M, R, S, P, Q } = boundsOf(layer) as Record<'C' | 'M' | 'R' | 'S' | 'P' | 'Q', number>;
    const tiles =
      layer.placement === 'rows' ? M * Math.ceil(P / side) * Math.ceil(Q / side) : P * Q * Math.ceil(M / side ** 2);
    expect(layer.parts.MAC, layer.name).toBe(tiles * R * S * Math.ceil(C / 8));
  }
  expect(termsOf(network)[1]).toEqual(['weight flow, fully connected', weightFlow]);
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
