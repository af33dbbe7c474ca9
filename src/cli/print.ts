// The answer of a command in the form that was asked for: `--json`, `--csv`, or text for people.

import type { Style } from '../report/style.js';
import type { Context } from './context.js';
import { isOn } from './options.js';
import { jsonText } from './write-results.js';

export interface Forms {
  readonly json: () => object;
  readonly csv: () => string;
  readonly text: (style: Style) => string;
}

export async function print({ options, terminal }: Context, { json, csv, text }: Forms): Promise<void> {
  if (isOn(options, 'json')) await terminal.out(jsonText(json()));
  else await terminal.out(isOn(options, 'csv') ? csv() : text(terminal.outStyle));
}
