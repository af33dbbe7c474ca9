// What every command is given.

import type { Asked } from './inspections.js';
import type { Options } from './options.js';
import type { Terminal } from './terminal.js';

export interface Context {
  /** Positional arguments as typed. */
  readonly files: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
  /** The whole command line after `mapper`, for run.json. */
  readonly argv: readonly string[];
  readonly version: string;
  /** What `inspect` is to ask whom. */
  readonly asked?: Asked;
}
