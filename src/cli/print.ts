// The answer of a command in the form that was asked for: `--json`, `--csv`, or text for people.

import { diagnosticToJson } from '../diagnostics/render.js';
import type { Style } from '../report/style.js';
import type { Context } from './context.js';
import { isOn } from './options.js';
import { jsonText } from './write-results.js';

export interface Forms {
  readonly json: () => object;
  readonly csv: () => string;
  readonly text: (style: Style) => string;
}

export async function print(context: Context, { json, csv, text }: Forms): Promise<void> {
  const { options, terminal } = context;
  if (isOn(options, 'json')) await terminal.out(jsonText(withSaid(json(), context)));
  else await terminal.out(isOn(options, 'csv') ? csv() : text(terminal.outStyle));
}

function withSaid(document: object, { said }: Context): object {
  if (said.length === 0 || Array.isArray(document)) return document;
  const { diagnostics = [] } = document as { readonly diagnostics?: readonly object[] };
  return { ...document, diagnostics: [...said.map(diagnosticToJson), ...diagnostics] };
}
