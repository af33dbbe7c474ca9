// Files that lie beside the inputs of the reference, given in their place.

import { describe, expect, test } from 'vitest';
import { readSpec } from '../../src/spec/read-spec.js';

function said(text: string) {
  const input = { source: { name: 'given', text }, directory: null, role: 'any' } as const;
  return readSpec([input], { compat: 'none', overrides: [] }).diagnostics.map(({ code, message, hint }) => ({
    code,
    message,
    hint,
  }));
}

describe('a file of another kind is named', () => {
  test.each<[string, string, RegExp]>([
    ['\nDRAM [ A:64 (64) Z:8 (8) ] \n--------------\n| for K in [0:4)\n', 'a printed loop nest', /[.]map[.]yaml/],
    ['Buffer and Arithmetic Levels\n---\nLevel 0\n', 'printed statistics', /comparing/],
    ['<?xml version="1.0"?>\n<engine>', 'XML', /[.]map[.]yaml/],
    ['# x;\n// y\nmapper =\n{\n  timeout = 1;\n};', 'a libconfig file', /no semicolons/],
    ['arch :\n{\n  arithmetic :\n  {\n    instances = 256; meshX = 16;', 'a libconfig file', /no semicolons/],
  ])('%j', (text, what, hint) => {
    expect(said(text)).toEqual([{ code: 'E-TYPE', message: `given is ${what}`, hint: expect.stringMatching(hint) }]);
  });

  test.each([
    'variables: {a: 1, # first; second\n  b: 2}',
    '# a comment;\nvariables:\n  a: "x = 1;"\n',
    `${'# \n'.repeat(3_000)}variables: {a: 1}`,
  ])('and YAML is YAML, whatever its comments say: %#', (text) => {
    expect(said(text)).toEqual([]);
  });
});
