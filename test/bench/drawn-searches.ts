// Searches drawn of what the product ships: an architecture, a layer, an objective, each in a process of its own. A seed
// draws the same ones everywhere; a larger sample of a seed begins with the smaller one.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadBuilt, type Randomness, root } from './built.js';
import { runCommand } from './command-speed.js';
import type { KeptRun } from './kept-run.js';

export type Objective = 'edp' | 'energy' | 'cycles';

export interface DrawnSearch {
  readonly architecture: string;
  readonly workload: string;
  readonly objective: Objective;
}

export interface Sample {
  /** As many as there are without it. */
  readonly count: number | undefined;
  readonly seed: string;
}

export interface Outcome {
  /** `refused`: no mapping there can be, or the inputs do not go together. */
  readonly outcome: 'proven' | 'open' | 'refused' | 'died';
  readonly gap: number;
  /** Of the best mapping found, by the objective; no number where none was. */
  readonly value: number;
  readonly processorSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
}

interface SearchDocument {
  readonly optimal: boolean;
  readonly gap: number | null;
  readonly mappings: readonly { readonly cycles: number; readonly energyPj: number; readonly edpPjCycles: number }[];
}

const metrics = { edp: 'edpPjCycles', energy: 'energyPj', cycles: 'cycles' } as const;

/** Of architectures and layers; `generic` leaves the machines with a model of their own out. */
export async function drawSearches(
  objectives: readonly Objective[],
  { count, seed }: Sample,
  { generic }: { readonly generic: boolean },
): Promise<DrawnSearch[]> {
  const { randomSource, shuffle } = await loadBuilt<Randomness>('math/random.js');
  const architectures = yamlFiles('arch').filter((file) => !generic || !/^machine:/m.test(text(`arch/${file}`)));
  const workloads = yamlFiles('workloads').filter((file) => !/^mappings\/|network\.yaml$/.test(file));
  const all = architectures.flatMap((architecture) =>
    workloads.flatMap((workload) => objectives.map((objective) => ({ architecture, workload, objective }))),
  );
  const places = all.map((_, place) => place);
  shuffle(randomSource(seed), places);
  // Shuffled from the end.
  return places
    .reverse()
    .slice(0, count)
    .map((place) => all[place]!);
}

export function search({ architecture, workload, objective }: DrawnSearch, options: readonly string[] = []): Outcome {
  const args = ['search', `arch/${architecture}`, `workloads/${workload}`, '--objective', objective, ...options];
  try {
    const run = runCommand([...args, '--no-results', '--quiet', '--json'], [0, 1, 2]);
    const { optimal, gap, mappings = [] } = read(run.stdout);
    const { processorSeconds, milliseconds, peakMegabytes } = run;
    return {
      // A limit of time, too, may leave nothing that was found.
      outcome: optimal ? 'proven' : mappings.length > 0 || options.length > 0 ? 'open' : 'refused',
      gap: gap ?? 1,
      value: mappings[0]?.[metrics[objective]] ?? Number.NaN,
      processorSeconds,
      wallSeconds: milliseconds / 1e3,
      peakMegabytes,
    };
  } catch (error) {
    // Out of memory, say. The rest is measured all the same.
    console.error(String(error));
    const figures = { processorSeconds: Number.NaN, wallSeconds: Number.NaN, peakMegabytes: Number.NaN };
    return { outcome: 'died', gap: 1, value: Number.NaN, ...figures };
  }
}

/** Measures all, one after the other; each is kept, and told of, as soon as it is over. */
export function measureEach<Row extends DrawnSearch>(
  drawn: readonly DrawnSearch[],
  run: Pick<KeptRun<Row>, 'write'>,
  { measure, told }: { readonly measure: (one: DrawnSearch) => Row; readonly told: (row: Row) => string },
): Row[] {
  return drawn.map((one, at) => {
    const row = measure(one);
    run.write(row);
    console.log(`${at + 1} of ${drawn.length}: ${nameOf(one)}: ${told(row)}`);
    return row;
  });
}

export function nameOf({ architecture, workload, objective }: DrawnSearch): string {
  return `${architecture.replace('.yaml', '')}, ${workload.replace('.yaml', '')}, ${objective}`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** Cells of a table: the median, what nine of ten keep to, the most. */
export function spread(values: readonly number[], written: (value: number) => string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const upTo = (share: number): string => written(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return [upTo(0.5), upTo(0.9), upTo(1)].join(' | ');
}

function read(document: string): Partial<SearchDocument> {
  return document.trim() === '' ? {} : (JSON.parse(document) as SearchDocument);
}

function yamlFiles(folder: string): string[] {
  return readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort();
}

function text(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
