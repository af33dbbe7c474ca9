// A short name for everything that decides a result: the problem as understood (so comments and layout of the files
// do not count), the options, the model switches. What only decides how fast (threads) is left out.

import { createHash } from 'node:crypto';

/** 16 hexadecimal digits; equal for equal configurations on every machine. */
export function configHash(configuration: unknown): string {
  return createHash('sha256').update(canonicalJson(configuration)).digest('hex').slice(0, 16);
}

/** JSON with sorted keys and without spans and places: where something stood in a file is not part of what it says. */
export function canonicalJson(value: unknown): string {
  if (value instanceof Map) return canonicalJson([...value].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  // Plain loops: every point of a sweep comes through here.
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const one = (value as Readonly<Record<string, unknown>>)[key];
    if (one === undefined || PLACES.has(key)) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(one)}`;
  }
  return `{${text}}`;
}

const PLACES: ReadonlySet<string> = new Set(['span', 'keySpan', 'places']);
