// The checks that the build leaves beside the compiled reader say what ajv says.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { compileAll, compileDefinition, exportName } from '../../src/spec/read/schema-compiler.js';
import { loadSchema, SCHEMA_FILES, type Schema } from '../../src/spec/read/schemas.js';

const file = fileURLToPath(new URL('../../dist/spec/read/validators.cjs', import.meta.url));

const definitions = SCHEMA_FILES.flatMap((schema) =>
  Object.entries(loadSchema(schema).definitions ?? {}).map(([definition, content]) => ({
    schema,
    definition,
    content,
  })),
);

const plain: readonly unknown[] = [null, true, -1, 0.4, 8, '', 'text', [], ['text', 2], {}, { stray: 1 }];

/** Objects that have each known key alone, with values of every kind. */
function values({ properties = {} }: Schema): unknown[] {
  return Object.keys(properties).flatMap((key) =>
    [...plain, { [key]: 1 }, [{ [key]: [] }]].map((one) => ({ [key]: one })),
  );
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : validate.errors!;
}

test('are made from the schemas as they are', () => {
  expect(readFileSync(file, 'utf8') === compileAll()).toBe(true);
});

test('find the same errors with the same details', () => {
  const built = createRequire(import.meta.url)(file) as Readonly<Record<string, ValidateFunction>>;
  expect(
    Object.keys(built)
      .filter((name) => name !== 'default')
      .sort(),
  ).toEqual(definitions.map(exportName).sort());
  let found = 0;
  for (const one of definitions) {
    const validate = compileDefinition(one);
    for (const value of [...plain, ...values(one.content)]) {
      const wanted = errorsOf(validate, value);
      expect(errorsOf(built[exportName(one)]!, value)).toEqual(wanted);
      found += wanted.length;
    }
  }
  expect(found).toBeGreaterThan(1000);
});
