// Checks a located tree against one definition of the JSON Schemas and says what is wrong in the terms of the input:
// every error, each once, at the place in the file. Built code brings its checks along; run from its sources it has ajv
// compile each definition once per process.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { remembered } from '../../math/remembered.js';
import type { Node, PlainValue } from '../node.js';
import { compileDefinition, type DefinitionName, exportName } from './schema-compiler.js';
import { type Check, describeErrors } from './schema-errors.js';

/** `value` is what is validated, the plain form of `node` (or what of it the definition is about). */
export function checkAgainstSchema(node: Node, value: PlainValue, check: Check): readonly Diagnostic[] {
  const validate = validator(check);
  if (validate(value)) return [];
  const errors: readonly ErrorObject[] = validate.errors ?? [];
  return describeErrors(errors, node, check);
}

/** Where the build leaves the checks of all definitions; there is no such file beside the sources. */
export const compiledValidators = new URL('validators.cjs', import.meta.url);

/** The bundle brings its own, with what the engine has made of a file before (`engine/bundled`). */
const load: (path: string) => unknown = typeof require === 'function' ? require : createRequire(import.meta.url);
const known = new Map<string, ValidateFunction>();
let built: Readonly<Record<string, ValidateFunction>> | undefined;

function validator(name: DefinitionName): ValidateFunction {
  const key = exportName(name);
  built ??= existsSync(compiledValidators) ? (load(fileURLToPath(compiledValidators)) as typeof built) : {};
  return built![key] ?? remembered(known, key, () => compileDefinition(name));
}
