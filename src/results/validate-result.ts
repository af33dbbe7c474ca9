// A result document against `schemas/result.schema.json`, the schema that scripts may rely on.

import { createRequire } from 'node:module';
import { Ajv, type ErrorObject } from 'ajv';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';

/** Empty when the document is as the schema says. `name`: the file's, for messages. */
export function validateResult(document: unknown, name: string): readonly Diagnostic[] {
  const schema = createRequire(import.meta.url)('../../schemas/result.schema.json') as object;
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(schema);
  if (validate(document)) return [];
  return (validate.errors ?? []).filter((one) => one.keyword !== 'if').map((one) => describe(one, name));
}

function describe({ instancePath, message, params }: ErrorObject, name: string): Diagnostic {
  const detail = 'allowedValues' in params ? `: ${(params.allowedValues as readonly unknown[]).join(', ')}` : '';
  return error('E-SCHEMA', `${name}: ${instancePath || 'the document'} ${message}${detail}`);
}
