// Checks a located tree against one definition of the JSON Schemas and says what is wrong in the terms of the input:
// every error, each once, at the place in the file. ajv is loaded when the first tree is checked, and every definition
// is compiled once per process.

import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Node, PlainValue } from '../node.js';
import { describeErrors } from './schema-errors.js';
import { loadSchema, SCHEMA_FILES, type SchemaName } from './schemas.js';

export interface Check {
  readonly schema: SchemaName;
  readonly definition: string;
  /** How the tree is called in messages, e.g. `GLB` or `problem`. */
  readonly label: string;
  /** Already reported; nothing more is said about them. */
  readonly failed: ReadonlySet<Node>;
}

/** `value` is what is validated, the plain form of `node` (or what of it the definition is about). */
export function checkAgainstSchema(node: Node, value: PlainValue, check: Check): readonly Diagnostic[] {
  const validate = validator(check.schema, check.definition);
  if (validate(value)) return [];
  const errors: readonly ErrorObject[] = validate.errors ?? [];
  return describeErrors(errors, node, check);
}

const require = createRequire(import.meta.url);
const compiled = new Map<string, ValidateFunction>();
let instance: Ajv | undefined;

function validator(schema: SchemaName, definition: string): ValidateFunction {
  const reference = `${schema}.schema.json#/definitions/${definition}`;
  const known = compiled.get(reference);
  if (known) return known;
  instance ??= createInstance();
  const validate = instance.compile({ $ref: reference });
  compiled.set(reference, validate);
  return validate;
}

function createInstance(): Ajv {
  const { Ajv: Constructor } = require('ajv') as typeof import('ajv');
  // `verbose` hands out the schema around an error: its properties are what a misspelt key may have meant.
  const ajv = new Constructor({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    // Halves the time of the first check; what is checked is small.
    inlineRefs: false,
    code: { optimize: false },
  });
  // After evaluation a string is no longer an expression: it was quoted, or it is not what the key declares.
  ajv.addKeyword({ keyword: 'evaluatesTo', validate: (_type: unknown, value: unknown) => typeof value !== 'string' });
  for (const name of SCHEMA_FILES) ajv.addSchema(loadSchema(name), `${name}.schema.json`);
  return ajv;
}
