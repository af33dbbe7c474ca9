// `mapper inspect`: one question to one machine model. Which machines there are and what they can be asked is their own
// business; this hands a request over and prints the answer, the refusal or what was not understood.

import { error } from '../../diagnostics/diagnostic.js';
import type { Notice } from '../../machines/verdict.js';
import { csvText } from '../../results/csv.js';
import type { Context } from '../context.js';
import { answerNo, done, type Ending } from '../ending.js';
import { readRequest } from '../inspections.js';
import { isOn } from '../options.js';
import { inWidth, jsonText, print, refuse } from '../output.js';

export async function inspect(context: Context): Promise<Ending> {
  const { asked, files, options, terminal } = context;
  if (!asked) throw new Error('inspect was started without a question');
  const request = readRequest(asked, files);
  if (!request.value) return refuse(context, request.diagnostics);
  const ask = await asked.inspection.load();
  const answer = ask(request.value);
  if (answer.kind === 'misunderstood') {
    const diagnostics = answer.problems.map(({ message, ...details }) => error('E-OPTION', message, details));
    return refuse(context, diagnostics);
  }
  const json = isOn(options, 'json');
  if (answer.kind === 'refused') {
    const { code, message, details } = answer;
    if (json) await terminal.out(jsonText({ legal: false, code, message, ...details }));
    else if (answer.text) await terminal.out(inWidth(answer.text, terminal.outWidth));
    if (!json || !isOn(options, 'quiet')) terminal.err(noticeLine('refused', answer));
    return answerNo;
  }
  await print(context, {
    json: () => answer.json,
    csv: () => asCsv(answer.json),
    text: () => inWidth(answer.text, terminal.outWidth),
    isAnswer: true,
  });
  if (!isOn(options, 'quiet')) for (const notice of answer.warnings ?? []) terminal.err(noticeLine('warning', notice));
  return done;
}

/** One line a value, under the path that JSON has it at. */
function asCsv(json: object): string {
  const lines = (value: unknown, path: string): readonly (readonly string[])[] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, one]) => lines(one, path === '' ? key : `${path}.${key}`))
      : [[path, String(value ?? '')]];
  return csvText([['key', 'value'], ...lines(json, '')]);
}

function noticeLine(kind: 'refused' | 'warning', { code, message }: Notice): string {
  return `${kind}[${code}]: ${message}\n`;
}
