// The generations, each number with its source and flag: data/tpu.json as `Generation` (section 1 of docs/tpu.md).

import { createRequire } from 'node:module';
import type { Sourced } from '../parameter.js';
import type { Generation } from './generation.js';

type Figures = Readonly<Record<string, unknown>>;

/** `data/` lies beside `src/` and beside `dist/`. */
const data = createRequire(import.meta.url)('../../../data/tpu.json') as {
  readonly sources: Readonly<Record<string, Omit<Sourced, 'value'>>>;
  readonly later: Figures;
  readonly generations: Readonly<Record<string, Figures>>;
};

export const generations = Object.entries(data.generations).map(([name, own]) => ({
  name,
  ...sourced({ ...data.later, ...own }),
})) as unknown as readonly Generation[];

/** A figure is written as its value and the name of its source. */
function sourced(figures: Figures): Figures {
  const read = (one: unknown): unknown => {
    if (Array.isArray(one)) return { value: one[0], ...data.sources[one[1]] };
    return typeof one === 'string' ? one : sourced(one as Figures);
  };
  return Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, read(one)]));
}
