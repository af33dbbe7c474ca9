// The JSON Schemas that editors read too, and what reading needs to know from them before it validates: which keys
// declare a type, because a string under such a key is an expression (section A.4).

import { createRequire } from 'node:module';
import { remembered } from '../../math/remembered.js';
import type { SectionName } from './sections.js';

export const SCHEMA_FILES = [
  'arch',
  'art',
  'constraints',
  'document',
  'ert',
  'machine',
  'mapper',
  'mapping',
  'network',
  'sparse',
  'sweep',
  'values',
  'workload',
] as const;

export type SchemaName = (typeof SCHEMA_FILES)[number];

/** What each section is validated against. */
export const schemaOf: Readonly<Record<SectionName, SchemaName>> = {
  architecture: 'arch',
  problem: 'workload',
  components: 'document',
  constraints: 'constraints',
  mapping: 'mapping',
  imperfect: 'mapping',
  mapper: 'mapper',
  mapspace: 'mapper',
  model: 'mapper',
  machine: 'machine',
  sparse_optimizations: 'sparse',
  variables: 'document',
  globals: 'document',
  ERT: 'ert',
  ERT_summary: 'ert',
  ART: 'art',
  ART_summary: 'art',
};

export type DeclaredType = 'integer' | 'number' | 'boolean';

/** Types as messages call them. */
export const TYPES: Readonly<Record<DeclaredType, string>> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
};

/** What is said of text where a value of such a type is declared. */
export const UNQUOTED_HINT = 'without quotes it is read as a number or an expression';

/** As much of a schema as is looked at here. */
export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly evaluatesTo?: DeclaredType;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const require = createRequire(import.meta.url);

/** `schemas/` lies beside `src/` and beside `dist/`. */
export function loadSchema(name: SchemaName): Schema {
  return require(`../../../schemas/${name}.schema.json`) as Schema;
}

const declared = new Map<SchemaName, ReadonlyMap<string, DeclaredType>>();

/** Every key that some definition of the schema file gives a type to. */
export function declaredTypes(name: SchemaName): ReadonlyMap<string, DeclaredType> {
  return remembered(declared, name, () => typesIn(Object.values(loadSchema(name).definitions ?? {})));
}

/** What the `machine:` section of a machine of that name may hold. */
export function machineParameters(name: string): readonly string[] {
  return [...machineKeys(name).keys()];
}

/** What the schema says of each of them. */
export function machineKeys(name: string): ReadonlyMap<string, string> {
  const properties = Object.entries(loadSchema('machine').definitions?.[name]?.properties ?? {});
  return new Map(properties.flatMap(([key, { description = '' }]) => (key === 'name' ? [] : [[key, description]])));
}

let attributes: ReadonlyMap<string, DeclaredType> | undefined;

/** The typed attributes of section A.7 and A.10. */
export function attributeTypes(): ReadonlyMap<string, DeclaredType> {
  attributes ??= typesIn([loadSchema('arch').definitions!.attributes!]);
  return attributes;
}

export function attributeNames(): readonly string[] {
  return Object.keys(loadSchema('arch').definitions!.attributes!.properties!);
}

function typesIn(schemas: readonly Schema[]): ReadonlyMap<string, DeclaredType> {
  const types = new Map<string, DeclaredType>();
  for (const schema of schemas) collect(schema, types);
  return types;
}

function collect(schema: Schema, into: Map<string, DeclaredType>): void {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const type = typeOf(property);
    if (type) into.set(key, type);
    collect(property, into);
  }
  if (typeof schema.additionalProperties === 'object') collect(schema.additionalProperties, into);
  if (schema.items) collect(schema.items, into);
}

/** Types are declared in `values.schema.json`; anything else under `$ref` is walked where it is defined. */
function typeOf(schema: Schema): DeclaredType | undefined {
  if (schema.evaluatesTo) return schema.evaluatesTo;
  // Of a machine's parameters the schema says what they are in the end.
  const types = [schema.type ?? []].flat();
  const number = (['integer', 'number'] as const).find((type) => types.includes(type));
  if (number && !types.includes('string')) return number;
  const name = /^values\.schema\.json#\/definitions\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? undefined : loadSchema('values').definitions?.[name]?.evaluatesTo;
}
