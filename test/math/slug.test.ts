import { expect, it } from 'vitest';
import { slug } from '../../src/math/slug.js';

it('keeps letters of any script, and nothing that a path or a shell takes amiss', () => {
  expect(['größe', 'gro\u0308ße', '畳み込み 3x3', '/conv1/Conv', '../..', 'a&b;c'].map((name) => slug(name))).toEqual([
    'größe',
    'größe',
    '畳み込み-3x3',
    'conv1-Conv',
    'unnamed',
    'a-b-c',
  ]);
  expect(slug('/', 'layer')).toBe('layer');
  // A file's name may hold 255 bytes, and a letter several.
  expect(Buffer.byteLength(slug('畳'.repeat(200)))).toBe(78);
});
