import type { SourceFile } from '../../diagnostics/span.js';
import type { SectionName } from './sections.js';

/** What is read, and from where. */
export interface Input {
  readonly source: SourceFile;
  /** Directory for includes; null for text from a batch or stdin, where includes are refused. */
  readonly directory: string | null;
  /** Folder that includes cannot leave; absent = `directory`. */
  readonly project?: string | undefined;
  /** Variables for templates. */
  readonly templateVariables?: ReadonlyMap<string, unknown> | undefined;
}

export interface InputFile extends Input {
  /** What the file was passed as; `any` = whatever top-level keys it has. */
  readonly role: keyof typeof ROLES;
}

/** Of which sections a file must hold one. */
export const ROLES = {
  any: [],
  architecture: ['architecture'],
  problem: ['problem'],
  mapping: ['mapping'],
  constraints: ['constraints'],
  mapper: ['mapper'],
  ert: ['ERT', 'ERT_summary'],
  art: ['ART', 'ART_summary'],
  variables: ['variables'],
} satisfies Readonly<Record<string, readonly SectionName[]>>;
