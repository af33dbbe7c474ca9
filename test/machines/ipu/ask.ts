// Asks the machine as the command line does: through the program, with --json.

import { mapperHere } from '../../cli/run-mapper.js';

export interface Told {
  readonly status: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: each question has a document of its own
  readonly json: any;
}

export async function ask(words: string): Promise<Told> {
  const run = await mapperHere(['inspect', 'ipu', ...words.split(' '), '--json']);
  return { status: run.status, json: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
}
