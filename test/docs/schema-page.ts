// docs/schema.md, made from the JSON Schemas and a little prose: every key that an input file may hold, what it may be,
// and what it means. The schemas are the source; the page is for people.

import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly evaluatesTo?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

interface Section {
  readonly title: string;
  /** Markdown between the title and the table. */
  readonly text: string;
  /** `file#/definitions/name`, and further steps into it. */
  readonly at: string;
  /** Meanings of keys whose schema gives none. */
  readonly about?: Readonly<Record<string, string>>;
}

const schemas = new URL('../../schemas/', import.meta.url);
const loaded = new Map<string, Schema>();

export function schemaPage(introduction: string, sections: readonly Section[]): string {
  const parts = sections.map(({ title, text, at, about = {} }) => {
    const { schema, file } = resolve(at, '');
    return [`## ${title}`, text.trim(), table(schema, { file, about })].filter((part) => part !== '').join('\n\n');
  });
  return `${[introduction.trim(), ...parts].join('\n\n')}\n`;
}

/** Keys of a part of a schema, for the test that none is without a place on the page. */
export function keysAt(at: string): readonly string[] {
  return Object.keys(resolve(at, '').schema.properties ?? {});
}

interface TableOptions {
  readonly file: string;
  readonly about: Readonly<Record<string, string>>;
}

function table(schema: Schema, { file, about }: TableOptions): string {
  const keys = Object.entries(schema.properties ?? {});
  if (keys.length === 0) return '';
  const rows = keys.map(([key, value]) => {
    const { schema: target, description } = followed(value, file);
    const must = schema.required?.includes(key) ? ', required' : '';
    const meaning = about[key] ?? description;
    if (meaning === undefined) throw new Error(`${key} in ${file} has no meaning: say one in schema-sections.ts`);
    return `| \`${key}\` | ${kindOf(target)}${must} | ${meaning} |`;
  });
  return ['| key | value | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A schema behind its references; the nearest description wins. */
function followed(schema: Schema, file: string): { schema: Schema; description: string | undefined } {
  if (schema.$ref === undefined) return { schema, description: schema.description };
  const target = resolve(schema.$ref, file);
  const behind = followed(target.schema, target.file);
  return { schema: behind.schema, description: schema.description ?? behind.description };
}

function kindOf(schema: Schema): string {
  if (schema.enum) return [...new Set(schema.enum.map((value) => `\`${String(value)}\``))].join(' or ');
  const types = [schema.type ?? []].flat();
  const main = schema.evaluatesTo ?? types.filter((type) => type !== 'null').join(' or ');
  const words = main.replace('object', 'map').replace('array', 'list');
  const range = schema.evaluatesTo === undefined ? '' : rangeOf(schema);
  return `${words}${range}${types.includes('null') ? ' or null' : ''}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minimum === undefined || minimum === -Number.MAX_SAFE_INTEGER) return '';
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? ` ≥ ${minimum}` : ` ${minimum} to ${maximum}`;
}

function resolve(reference: string, from: string): { schema: Schema; file: string } {
  const [path, pointer = ''] = reference.split('#');
  const file = path === '' ? from : path!;
  const steps = pointer.split('/').filter((step) => step !== '');
  let schema = load(file);
  for (const step of steps) schema = (schema as Readonly<Record<string, Schema>>)[step]!;
  return { schema, file };
}

function load(file: string): Schema {
  const known = loaded.get(file) ?? (JSON.parse(readFileSync(new URL(file, schemas), 'utf8')) as Schema);
  loaded.set(file, known);
  return known;
}
