// `mapper import`: a model file read to a network, shown, and written as workload files.

import { basename } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { counted } from '../../math/count-text.js';
import { networkImportText } from '../../report/network-import-text.js';
import { checkTarget, writeResults } from '../../results/directory.js';
import { networkCsv, networkDocument } from '../../results/network-json.js';
import { networkFileName, networkTexts } from '../../workload/import/network-files.js';
import type { Context } from '../context.js';
import { badInput, done, type Ending } from '../ending.js';
import { loadNetwork, type ModelKind, modelKind } from '../model-files.js';
import { isOn, textOf } from '../options.js';
import { print, refuse, saying, showDiagnostics } from '../output.js';
import { whenPresent } from '../write-results.js';

const kinds: readonly string[] = ['onnx', 'scalesim', 'csv', 'einsum'] satisfies ModelKind[];

export async function importModel(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const [first, second] = files;
  const named = files.length === 2 && kinds.includes(first!);
  const path = named ? second! : first;
  const kind = named ? (first as ModelKind) : path === undefined ? undefined : modelKind(path);
  if (path === undefined || files.length > (named ? 2 : 1) || kind === undefined)
    return refuse(context, [usage(files)]);
  const out = textOf(options, 'out');
  const whenThere = whenPresent(options);
  if (out !== undefined) {
    const target = checkTarget(out, whenThere);
    if (!target.value) return refuse(context, target.diagnostics);
  }
  const loaded = await loadNetwork(path, kind, options);
  const network = loaded.value;
  if (!network) return refuse(context, loaded.diagnostics);
  await print(saying(context, loaded.diagnostics), {
    json: () => networkDocument(network),
    csv: () => networkCsv(network),
    text: (style) => networkImportText(network, style),
  });
  if (out === undefined) return done;
  const texts = networkTexts(network, basename(path));
  const written = await writeResults(out, texts, { whenPresent: whenThere, decisive: networkFileName });
  showDiagnostics(context, written.diagnostics);
  if (written.value && !isOn(options, 'quiet'))
    terminal.err(`${counted(texts.size, 'file')} in ${written.value.directory}\n`);
  return written.value ? done : badInput;
}

function usage(files: readonly string[]): Diagnostic {
  const hint = 'mapper import [onnx|scalesim|csv|einsum] <file> [-o DIR]';
  const [first, ...others] = files;
  if (first === undefined) return error('E-OPTION', 'no model is given', { hint });
  if (others.length > 1)
    return error('E-OPTION', `${files.length} arguments are given`, { expected: 'one model', hint });
  const expected = `one of ${kinds.join(', ')}`;
  if (others.length === 1)
    return error('E-OPTION', `${first} is no kind of model`, { expected, hint: didYouMean(first, kinds) ?? hint });
  const message = `what kind of model ${first} is cannot be told`;
  return error('E-OPTION', message, { expected: `${expected} before it`, hint });
}
