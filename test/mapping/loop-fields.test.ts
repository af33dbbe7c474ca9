import { expect, test } from 'vitest';
import { spatialHandlers, temporalHandlers } from '../../src/mapping/loop-fields.js';
import { loadSchema } from '../../src/spec/read/schemas.js';

test('every key that the schema lets through has its reader', () => {
  const keysOf = (definition: string) =>
    Object.keys(loadSchema('constraints').definitions![definition]!.properties!).sort();
  expect(Object.keys(temporalHandlers).sort()).toEqual(keysOf('temporal'));
  expect(Object.keys(spatialHandlers).sort()).toEqual(keysOf('spatial'));
});
