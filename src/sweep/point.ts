// A point of a sweep, from what the file says to its answer.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LayerSearch } from '../parallel/task.js';
import type { MappingRow } from '../results/row.js';
import type { InputFile } from '../spec/read/input-file.js';
import type { Settings } from './axis.js';

/** What is crossed; nothing of it has been read yet. */
export interface Point {
  readonly architecture: readonly InputFile[];
  readonly workload: readonly InputFile[];
  readonly settings: Settings;
  /** As `--objective` takes it; undefined leaves it to the options. */
  readonly objective: string | undefined;
  /** Why its files could not be loaded; then they stand here without their text. */
  readonly unread?: readonly Diagnostic[];
}

/** A point that could be read: everything that a search needs. */
export interface PointSearch extends LayerSearch {
  /** Of everything that decides the result. */
  readonly configHash: string;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What goes to an engine. Points with the same hash are the same search, and go there once. */
export interface Task {
  readonly hash: string;
  readonly search: PointSearch;
}

export type Answer =
  | { readonly kind: 'mapping'; readonly row: MappingRow; readonly diagnostics: readonly string[] }
  /** Searched, and there is none, or none was found. */
  | { readonly kind: 'no-mapping'; readonly diagnostics: readonly string[] }
  /** It could not be read, or the search broke. */
  | { readonly kind: 'failed'; readonly diagnostics: readonly string[] };

export interface Row {
  readonly hash: string;
  readonly answer: Answer;
}

/** The one interface of a sweep to whatever solves its points: rows come in the order in which they are done. */
export type Engine = (tasks: AsyncIterable<Task>) => AsyncIterable<Row>;

/** A point and what became of it. */
export interface Entry {
  readonly architecture: string;
  readonly workload: string;
  readonly objective: string;
  readonly count: number;
  readonly settings: Settings;
  /** Null where it could not be read. */
  readonly hash: string | null;
  /** Undefined while it is not known. */
  readonly answer: Answer | undefined;
}

export function diagnosticText({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}
