// `mapper components`: energies and areas of an architecture's components, or of one class, line by line.

import { buildWithTables } from '../../arch/build-architecture.js';
import { componentTables } from '../../arch/component-tables.js';
import { hasErrors } from '../../diagnostics/diagnostic.js';
import { artYaml, componentsCsv, componentsJson, ertYaml } from '../../results/component-documents.js';
import { componentFiles, writeResults } from '../../results/directory.js';
import { readSpec } from '../../spec/read-spec.js';
import type { Context } from '../context.js';
import { badInput, done, type Ending } from '../ending.js';
import { noFiles, readGiven } from '../inputs.js';
import { textOf } from '../options.js';
import { jsonText, print, refuse, saying, showDiagnostics, withSaid } from '../output.js';
import { whenPresent } from '../write-results.js';

export async function components(context: Context): Promise<Ending> {
  const { files, options } = context;
  if (textOf(options, 'class') !== undefined || textOf(options, 'batch') !== undefined) {
    const { componentsBatch } = await import('../components-batch.js');
    return componentsBatch(context);
  }
  const given = await readGiven(files, options);
  const usage = noFiles(files, 'no input files', 'mapper components <arch.yaml>...');
  const problems = [...usage, ...given.diagnostics];
  if (!given.value || hasErrors(problems)) return refuse(context, problems);
  const { inputs, read } = given.value;
  const spec = readSpec(inputs, read);
  const built = spec.value && buildWithTables(spec.value, read);
  const diagnostics = [...problems, ...spec.diagnostics, ...(built?.diagnostics ?? [])];
  if (!built?.value) return refuse(context, diagnostics);
  const said = saying(context, diagnostics);
  const tables = componentTables(built.value.architecture, built.value.tables);
  const forms = {
    json: () => componentsJson(tables),
    csv: () => componentsCsv(tables),
    text: () => `${ertYaml(tables)}\n${artYaml(tables)}`,
  };
  await print(said, forms);
  const out = textOf(options, 'out');
  if (out === undefined) return done;
  const written = new Map([
    [componentFiles.ert, ertYaml(tables)],
    [componentFiles.art, artYaml(tables)],
    [componentFiles.json, jsonText(withSaid(forms.json(), said))],
    [componentFiles.csv, forms.csv()],
  ]);
  const outcome = await writeResults(out, written, { whenPresent: whenPresent(options), decisive: componentFiles.ert });
  showDiagnostics(context, outcome.diagnostics);
  return outcome.value ? done : badInput;
}
