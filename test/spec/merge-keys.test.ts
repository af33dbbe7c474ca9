import { expect, test } from 'vitest';
import { attributesOf, read, readSound } from './reading.js';

function merged(base: string, leaf: string) {
  const text = `ignore: [${base}]
architecture:
  nodes:
  - !Component {name: a, class: DRAM, attributes: ${leaf}}
`;
  return attributesOf(readSound(text), 'a');
}

test('<< adds the missing keys, behind those that are there', () => {
  const result = merged('&b {x: 1, y: 2}', '{<<: *b, y: 3, z: 4}');
  expect(result).toEqual({ x: 1, y: 3, z: 4 });
  expect(Object.keys(result)).toEqual(['y', 'z', 'x']);
});

test('<< is shallow', () => {
  expect(merged('&b {m: {x: 1, y: 2}}', '{<<: *b, m: {x: 3}}')).toEqual({ m: { x: 3 } });
});

test('<< takes a list of maps, of which the first wins', () => {
  expect(merged('&b {x: 1}, &c {x: 2, y: 2}', '{<<: [*b, *c]}')).toEqual({ x: 1, y: 2 });
});

test('<<< merges maps into maps and appends lists to lists; what is there wins', () => {
  const base = '&b {m: {x: 1, y: {p: 1}}, l: [3, 4], s: 5, t: [6]}';
  expect(merged(base, '{<<<: *b, m: {x: 2, y: {q: 2}}, l: [1, 2], s: 6, t: 7}')).toEqual({
    m: { x: 2, y: { q: 2, p: 1 } },
    l: [1, 2, 3, 4],
    s: 6,
    t: 7,
  });
});

test('<<< takes a list of maps, of which the first wins, and joins their lists in order', () => {
  const base = '&b {m: {x: 1}, l: [2]}, &c {m: {x: 2, y: 2}, l: [3]}';
  expect(merged(base, '{<<<: [*b, *c], l: [1]}')).toEqual({ m: { x: 1, y: 2 }, l: [1, 2, 3] });
});

test('!nomerge protects a value', () => {
  const base = '&b {m: {x: 1}, l: [3], k: 1}';
  expect(merged(base, '{<<<: *b, m: !nomerge {y: 2}, l: !nomerge [1]}')).toEqual({ m: { y: 2 }, l: [1], k: 1 });
});

test('a merged map is merged itself when an anchor names it', () => {
  expect(merged('&b {x: 1}, &c {<<: *b, y: 2}', '{<<: *c}')).toEqual({ y: 2, x: 1 });
});

test('merged attributes are expressions of the leaf that they come to', () => {
  const text = `ignore: [&b {width: depth*2}]
architecture:
  nodes:
  - !Component {name: a, class: DRAM, attributes: {depth: 4, <<: *b}}
  - !Component {name: b, class: DRAM, attributes: {depth: 8, <<: *b}}
`;
  const spec = readSound(text);
  expect(attributesOf(spec, 'a').width).toBe(8);
  expect(attributesOf(spec, 'b').width).toBe(16);
});

test.each([
  ['variables: {<<: {a: 1}, <<<: {b: 1}}', 'E-MERGE 1:25'],
  ['variables: {<<: {a: 1}, <<: {b: 1}}', 'E-MERGE 1:25'],
  ['variables: {<<: 1}', 'E-MERGE 1:17'],
  ['variables: {<<: [{a: 1}, 2]}', 'E-MERGE 1:26'],
  ['variables: {<<<: [{a: 1}, 2]}', 'E-MERGE 1:27'],
])('%s is refused', (text, place) => {
  expect(read(text).said).toEqual([place]);
});

test('a quoted << is an ordinary key', () => {
  expect(readSound('variables: {"<<": 1}').variables.get('<<')?.value).toBe(1);
});
