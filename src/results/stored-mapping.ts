// A mapping out of what a search has left: a row of `mappings.csv`, or an entry of `result.json`, as the text of a mapping file.

import { type Diagnostic, error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../diagnostics/span.js';
import { parseCsv } from './read-csv.js';

export interface StoredMapping {
  readonly architecture: string;
  readonly workload: string;
  readonly rank: number;
  /** Entries as compact JSON, which is YAML too. */
  readonly mapping: string;
  /** What the machine was found to decide for it, in the same way; empty where nothing is said. */
  readonly choices: string;
}

export function holdsResults({ name, text }: SourceFile): boolean {
  return isTable({ name, text }) || (/^\s*\{/.test(text) && /"schemaVersion"\s*:/.test(text));
}

/** By its name or, on standard input, by what it begins with. */
export function isTable({ name, text }: SourceFile): boolean {
  return name.endsWith('.csv') || beginsAsResults(text);
}

/** By the first columns of a table of results. */
export function beginsAsResults(text: string): boolean {
  return /^\uFEFF?architecture[,;\t]workload[,;\t]/.test(text);
}

/** Every mapping that the file holds. */
export function storedMappings({ name, text }: SourceFile): Outcome<readonly StoredMapping[]> {
  if (!isTable({ name, text })) return fromJson(text, name);
  const table = parseCsv(text, name);
  if (!table.value) return { value: undefined, diagnostics: table.diagnostics };
  const value = table.value.rows.flatMap(({ architecture, workload, rank, mapping, machine_choices: choices = '' }) =>
    mapping ? [{ architecture: architecture!, workload: workload!, rank: Number(rank), mapping, choices }] : [],
  );
  return { value, diagnostics: [] };
}

/** The one of that rank for the workload on the architecture; names count only where several have the rank. */
export function pickMapping(
  stored: readonly StoredMapping[],
  wanted: Pick<StoredMapping, 'architecture' | 'workload' | 'rank'>,
  name: string,
): StoredMapping | Diagnostic {
  if (stored.length === 0) {
    const hint = 'of a directory of results, mapping.yaml, mappings.csv and result.json hold mappings';
    return error('E-MAPPING', `${name} holds no mappings`, { hint });
  }
  const ranked = stored.filter(({ rank }) => rank === wanted.rank);
  if (ranked.length === 1) return ranked[0]!;
  if (ranked.length === 0) {
    const ranks = [...new Set(stored.map(({ rank }) => rank))].join(', ');
    return error('E-MAPPING', `${name} has no mapping of rank ${wanted.rank}`, {
      expected: `one of the ranks ${ranks}`,
    });
  }
  const named = ranked.filter(({ workload }) => workload === wanted.workload);
  const exact = named.filter(({ architecture }) => architecture === wanted.architecture);
  const [only, another] = exact.length > 0 ? exact : named;
  if (only && !another) return only;
  const asked = `${wanted.workload} on ${wanted.architecture}`;
  if (only) {
    // Of a sweep, which says in columns of its own what was varied.
    const count = exact.length > 0 ? exact.length : named.length;
    const hint = 'leave in the file the row that is meant, or put its mapping into a file of its own';
    return error('E-MAPPING', `${name} has ${count} mappings of rank ${wanted.rank} for ${asked}`, {
      expected: 'one',
      hint,
    });
  }
  const names = [...new Set(ranked.map(({ architecture, workload }) => `${workload} on ${architecture}`))];
  const message = `${name} has ${ranked.length} mappings of rank ${wanted.rank}, none for ${asked}`;
  return error('E-MAPPING', message, { found: names.slice(0, 5).join(', ') });
}

interface JsonMapping {
  readonly rank?: number;
  readonly mapping?: unknown;
  readonly machine?: { readonly choices?: unknown };
}

interface JsonMappings extends JsonMapping {
  readonly architecture?: string;
  readonly workload?: string;
  readonly mappings?: readonly JsonMapping[];
  readonly layers?: readonly JsonMappings[];
}

function fromJson(text: string, name: string): Outcome<readonly StoredMapping[]> {
  let document: JsonMappings;
  try {
    document = JSON.parse(text) as JsonMappings;
  } catch (problem) {
    return failure(error('E-READ', `${name} is not JSON: ${(problem as Error).message}`));
  }
  return { value: [document, ...(document.layers ?? [])].flatMap(mappingsOf), diagnostics: [] };
}

function mappingsOf(document: JsonMappings): readonly StoredMapping[] {
  const { architecture = '', workload = '' } = document;
  const stored = Array.isArray(document.mapping) ? [document] : (document.mappings ?? []);
  return stored.map(({ rank = 1, mapping, machine }) => {
    const choices = machine?.choices ? JSON.stringify(machine.choices) : '';
    return { architecture, workload, rank, mapping: JSON.stringify(mapping), choices };
  });
}
