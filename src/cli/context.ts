// What every command is given.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
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
  /** What has been said of the run as a whole: documents repeat it. */
  readonly said: readonly Diagnostic[];
  /** What `inspect` is to ask whom. */
  readonly asked?: Asked;
}
