// `mapper components --class NAME --batch FILE`: one JSON object of attributes a line in, one estimate a line out. A
// line that cannot be estimated says why; nothing in a line ends the run.

import { readComponentClasses } from '../arch/estimate/component-classes.js';
import { describeParts, type Estimated, estimateClass } from '../arch/estimate/compound.js';
import { defaultCycleSeconds } from '../arch/estimate/figures.js';
import { type Diagnostic, error, hasErrors } from '../diagnostics/diagnostic.js';
import { newMeter } from '../spec/expression/evaluate-expression.js';
import type { PlainValue } from '../spec/node.js';
import { readSpec } from '../spec/read-spec.js';
import { objectIn, openLines } from './batch.js';
import type { Context } from './context.js';
import { badInput, done, type Ending } from './ending.js';
import { readGiven } from './inputs.js';
import { textOf } from './options.js';
import { showDiagnostics } from './output.js';

export async function componentsBatch(context: Context): Promise<Ending> {
  const { files, options, terminal } = context;
  const className = textOf(options, 'class');
  const batch = textOf(options, 'batch');
  const given = await readGiven(files, options);
  const hint = 'mapper components --class SRAM --batch FILE';
  const usage =
    className === undefined || batch === undefined
      ? [error('E-OPTION', '--class and --batch belong together', { hint })]
      : [];
  const spec = given.value && readSpec(given.value.inputs, given.value.read);
  const problems: Diagnostic[] = [...usage, ...given.diagnostics, ...(spec?.diagnostics ?? [])];
  const classes = readComponentClasses(spec?.value?.components, problems);
  const lines = hasErrors(problems) || batch === undefined ? problems : await openLines(batch);
  if (Array.isArray(lines)) {
    showDiagnostics(context, lines);
    return badInput;
  }
  showDiagnostics(context, problems);
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const attributes = attributesOf(line);
    const result = typeof attributes === 'string' ? { error: attributes } : estimated(className!, attributes, classes);
    await terminal.out(`${JSON.stringify(result)}\n`);
  }
  return done;
}

function attributesOf(line: string): ReadonlyMap<string, PlainValue> | string {
  const given = objectIn(line, 'a JSON object of attributes');
  // Power does not depend on the clock.
  return typeof given === 'string'
    ? given
    : new Map(Object.entries({ ...given, global_cycle_seconds: defaultCycleSeconds }));
}

type Classes = ReturnType<typeof readComponentClasses>;

function estimated(className: string, attributes: ReadonlyMap<string, PlainValue>, classes: Classes): object {
  const diagnostics: Diagnostic[] = [];
  const nowhere = { source: { name: 'line', text: '' }, start: 0, end: 0 };
  const context = { classes, diagnostics, meter: newMeter(), owner: className, span: nowhere, inside: [] };
  const found = estimateClass(className, attributes, context);
  const complaint = diagnostics[0]?.message ?? ('unknown' in found ? found.unknown : undefined);
  return complaint === undefined
    ? asLine(found as Exclude<Estimated, { readonly unknown: string }>)
    : { error: complaint };
}

function asLine({ actions, areaUm2, accessNs, parts }: Exclude<Estimated, { readonly unknown: string }>): object {
  const [main] = actions.values();
  const energies = [...actions].filter(([name]) => name !== 'leak');
  return {
    ...Object.fromEntries(energies.map(([name, { energyPj }]) => [`${name}Pj`, energyPj])),
    areaUm2,
    accessNs,
    leakageMw: (actions.get('leak')?.energyPj ?? 0) / (defaultCycleSeconds * 1e9),
    source: main?.kind ?? 'none',
    errorPercent: main?.errorPercent ?? null,
    extrapolated: main?.extrapolated ?? [],
    basis: describeParts(parts),
  };
}
