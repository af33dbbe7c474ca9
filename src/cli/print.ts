// The answer of a command in the form that was asked for: `--json`, `--csv`, or text for people.

import type { Style } from '../report/style.js';
import type { Context } from './context.js';
import { withSaid } from './diagnostic-output.js';
import { isOn } from './options.js';
import { jsonText } from './write-results.js';

export interface Forms {
  readonly json: () => object;
  readonly csv: () => string;
  readonly text: (style: Style) => string;
  /** Whether the document is a machine's answer, whose keys are its own: `diagnostics` only where something has been said. */
  readonly isAnswer?: boolean;
}

export async function print(context: Context, { json, csv, text, isAnswer }: Forms): Promise<void> {
  const { options, terminal, said } = context;
  const bare = isAnswer === true && said.length === 0;
  if (isOn(options, 'json')) await terminal.out(jsonText(bare ? json() : withSaid(json(), context)));
  else await terminal.out(isOn(options, 'csv') ? csv() : text(terminal.outStyle));
}
