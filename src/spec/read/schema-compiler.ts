// What the JSON Schemas mean as code, by ajv: one definition at a time, or all of them as the text of a module that the
// build leaves beside the compiled reader, because loading that takes a tenth of the time that compiling takes.

import { createRequire } from 'node:module';
import type { Ajv, KeywordCxt, ValidateFunction } from 'ajv';
import { loadSchema, SCHEMA_FILES, type SchemaName } from './schemas.js';

const require = createRequire(import.meta.url);

export interface DefinitionName {
  readonly schema: SchemaName;
  readonly definition: string;
}

/** Compiles definitions one by one; ajv is loaded and made ready by the first call. */
export function compileDefinition(name: DefinitionName): ValidateFunction {
  instance ??= createInstance();
  return instance.compile({ $ref: referenceOf(name) });
}

let instance: Ajv | undefined;

/** The text of a CommonJS module that exports the check of every definition under its `exportName`. */
export function compileAll(): string {
  const { default: standaloneCode } = require('ajv/dist/standalone') as typeof import('ajv/dist/standalone/index.js');
  const ajv = createInstance();
  const exported: Record<string, string> = {};
  for (const schema of SCHEMA_FILES) {
    for (const definition of Object.keys(loadSchema(schema).definitions ?? {})) {
      const name = exportName({ schema, definition });
      ajv.addSchema({ $ref: referenceOf({ schema, definition }) }, name);
      exported[name] = name;
    }
  }
  return standaloneCode(ajv, exported);
}

export function exportName({ schema, definition }: DefinitionName): string {
  return `${schema}_${definition}`;
}

function referenceOf({ schema, definition }: DefinitionName): string {
  return `${schema}.schema.json#/definitions/${definition}`;
}

function createInstance(): Ajv {
  const { Ajv: Constructor, _ } = require('ajv') as typeof import('ajv');
  // `verbose` hands out the schema around an error: its properties are what a misspelt key may have meant.
  const ajv = new Constructor({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    // Halves the time that compiling takes; what is checked is small.
    inlineRefs: false,
    code: { optimize: false, source: true },
  });
  // After evaluation a string is no longer an expression: it was quoted, or it is not what the key declares.
  ajv.addKeyword({
    keyword: 'evaluatesTo',
    code: (context: KeywordCxt) => context.fail(_`typeof ${context.data} === "string"`),
  });
  for (const name of SCHEMA_FILES) ajv.addSchema(loadSchema(name), `${name}.schema.json`);
  return ajv;
}
