import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closest, didYouMean, editDistance } from '../../src/diagnostics/suggestion.js';

test.each([
  ['datawdith', ['depth', 'datawidth', 'width'], 'datawidth'],
  ['meshx', ['meshY', 'meshX'], 'meshX'],
  ['word-bits', ['word_bits', 'width'], 'word_bits'],
  ['architectur', ['architecture', 'art'], 'architecture'],
  ['kepe', ['keep', 'bypass'], 'keep'],
  ['Componnet', ['Component', 'Container'], 'Component'],
])('%s among %j is %s', (word, candidates, expected) => {
  expect(closest(word, candidates)).toBe(expected);
});

test.each([
  ['X', ['Y', 'Z']],
  ['', ['a']],
  ['technology', ['depth', 'width']],
  ['k'.repeat(1000), ['k'.repeat(1001)]],
])('%s among %j is none', (word, candidates) => {
  expect(closest(word, candidates)).toBeUndefined();
});

test('among equally near names the first wins', () => {
  expect(closest('abcd', ['abce', 'abcf'])).toBe('abce');
  expect(didYouMean('abcd', ['abcf', 'abce'])).toBe('did you mean abcf?');
});

test('the edit distance is a metric on short words', () => {
  const word = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test('a swap of neighbours is one edit', () => {
  expect(editDistance('ab', 'ba')).toBe(1);
  expect(editDistance('kepe', 'keep')).toBe(1);
});
