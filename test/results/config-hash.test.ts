import { describe, expect, it } from 'vitest';
import { canonicalJson, configHash } from '../../src/results/config-hash.js';

describe('configHash', () => {
  it('does not depend on key order, spans or absent values', () => {
    const one = { b: [1, { c: 2 }], a: null, span: { start: 1 } };
    const other = { a: null, span: { start: 9 }, b: [1, { c: 2, d: undefined }] };
    expect(configHash(one)).toBe(configHash(other));
    expect(configHash({ ...one, keySpan: { start: 2 } })).toBe(configHash(one));
    expect(canonicalJson(one)).toBe('{"a":null,"b":[1,{"c":2}]}');
  });

  it('depends on every value', () => {
    const hashes = [{ a: 1 }, { a: 2 }, { a: '1' }, { b: 1 }, { a: [1] }, {}].map(configHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
