// The tables of data/published.json, which says where each is from.

import { createRequire } from 'node:module';

/** `data/` lies beside `src/` and beside `dist/`. */
const tables = createRequire(import.meta.url)('../../../data/published.json') as Readonly<Record<string, unknown>>;

export function published<T>(table: 'nodes' | 'dram' | 'arithmetic' | 'aladdin'): T {
  return tables[table] as T;
}
