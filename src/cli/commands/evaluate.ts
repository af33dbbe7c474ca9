// `mapper evaluate`: read, build, evaluate, report.

import { hasErrors } from '../../diagnostics/diagnostic.js';
import { mappingEntries } from '../../mapping/codec.js';
import { evaluationText } from '../../report/evaluation-text.js';
import { plainStyle, type Style } from '../../report/style.js';
import { configHash } from '../../results/config-hash.js';
import { rowsToCsv } from '../../results/csv.js';
import { evaluationJson, invalidEvaluationJson } from '../../results/evaluation-json.js';
import { mappingYaml } from '../../results/mapping-yaml.js';
import { costColumns, type MappingRow } from '../../results/row.js';
import type { InputFile } from '../../spec/read/input-file.js';
import type { Context } from '../context.js';
import { answerNo, badInput, done, type Ending } from '../ending.js';
import { type EvaluationOutcome, evaluateInputs } from '../evaluate-inputs.js';
import { noFiles, readGiven } from '../inputs.js';
import { modelOptions } from '../model-options.js';
import { isOn, numberOf, textOf } from '../options.js';
import { print, refuse, saying, showDiagnostics } from '../output.js';
import { type SensitivityRow, sensitivityCsv, sensitivityOf, sensitivityText } from '../sensitivity.js';
import { withStoredMapping } from '../stored-input.js';
import { checkOut, writeTexts } from '../write-results.js';

export async function evaluate(given: Context): Promise<Ending> {
  const { files, options } = given;
  if (textOf(options, 'batch') !== undefined) {
    const { evaluateBatch } = await import('../evaluate-batch.js');
    return evaluateBatch(given);
  }
  const startedAt = new Date();
  const loaded = await readGiven(files, options);
  const usage = noFiles(files, 'no input files', 'mapper evaluate <arch.yaml> <workload.yaml> <mapping.yaml>');
  const problems = [...usage, ...loaded.diagnostics, ...checkOut(options)];
  const inputs = loaded.value && withStoredMapping(loaded.value, numberOf(options, 'rank')!);
  problems.push(...(inputs?.diagnostics ?? []));
  if (!loaded.value || !inputs?.value || hasErrors(problems)) return refuse(given, problems, asEvaluation);
  const context = saying(given, problems);
  const evaluating = { read: loaded.value.read, model: modelOptions(options) };
  const outcome = evaluateInputs(inputs.value, evaluating);
  if (outcome.kind !== 'evaluated') {
    const ending = outcome.kind === 'invalid-mapping' ? answerNo : badInput;
    return refuse(context, outcome.diagnostics, { ...asEvaluation, ending });
  }
  showDiagnostics(context, outcome.diagnostics);
  const { problem, evaluation } = outcome;
  const sensitivity = isOn(options, 'sensitivity')
    ? sensitivityOf({ inputs: inputs.value, options: evaluating, ...problem, evaluation })
    : undefined;
  // Among mappings of a search one was picked.
  const rank = inputs.value === loaded.value.inputs ? 1 : numberOf(options, 'rank')!;
  const result = describe(outcome, context, sensitivity);
  // Before anything is printed: whoever reads may be gone.
  const out = textOf(options, 'out');
  const ending = out === undefined ? done : await write(context, result, { inputs: inputs.value, startedAt });
  await print(context, {
    json: () => result.json,
    csv: () => (sensitivity ? sensitivityCsv(sensitivity) : result.csv(rank)),
    text: result.text,
  });
  return ending;
}

const asEvaluation = { documentOf: invalidEvaluationJson };

/** Columns that only a search fills in. */
const ofSearches = {
  objective: '',
  seed: '',
  algorithm: null,
  index: null,
  optimal: null,
  gap: null,
  lowerBound: null,
  stopReason: null,
};

type Evaluated = Extract<EvaluationOutcome, { readonly kind: 'evaluated' }>;

function describe(outcome: Evaluated, { options, version }: Context, sensitivity?: readonly SensitivityRow[]) {
  const { problem, mapping, evaluation, diagnostics } = outcome;
  const entries = mappingEntries(problem, mapping);
  const names = { architecture: problem.architecture.name, workload: problem.workload.name };
  const configuration = { problem, mapping: entries, model: modelOptions(options) };
  const hash = configHash(configuration);
  const { cycles, energyPj, edpPjCycles, utilization } = evaluation;
  const utilizations = evaluation.levels.flatMap(({ name, bufferUtilization: share }) =>
    share === null ? [] : [[name, share] as const],
  );
  const row: MappingRow = {
    ...names,
    ...ofSearches,
    // In a directory of its own it is the only one.
    rank: 1,
    cycles,
    energyPj,
    edpPjCycles,
    utilization,
    bufferUtilization: Object.fromEntries(utilizations),
    mapping: JSON.stringify(entries),
    configHash: hash,
    version,
    count: problem.workload.count,
    ...costColumns(evaluation, problem.architecture),
  };
  return {
    hash,
    yaml: () =>
      mappingYaml(entries, { comment: [`${names.workload} on ${names.architecture}`], machine: problem.choices }),
    json: {
      ...evaluationJson({ ...names, mapping: entries, evaluation, configHash: hash, diagnostics }),
      ...(sensitivity && { sensitivity }),
    },
    csv: (rank = row.rank) => rowsToCsv([{ ...row, rank }]),
    text: (style: Style) => {
      const { architecture } = problem;
      const text = evaluationText({ evaluation, architecture, workloadName: names.workload, style });
      return sensitivity ? `${text}\n${sensitivityText(sensitivity, style)}` : text;
    },
  };
}

async function write(
  context: Context,
  { json, csv, text, yaml, hash }: ReturnType<typeof describe>,
  { inputs, startedAt }: { readonly inputs: readonly InputFile[]; readonly startedAt: Date },
): Promise<Ending> {
  const texts = {
    result: json,
    mappingsCsv: csv(),
    stats: text(plainStyle),
    mappings: new Map([['mapping.yaml', yaml()]]),
  };
  const written = await writeTexts(context, textOf(context.options, 'out')!, texts, {
    seed: '',
    configuration: {
      command: 'evaluate',
      compat: textOf(context.options, 'compat'),
      model: modelOptions(context.options),
    },
    configHash: hash,
    inputs,
    startedAt,
    stopReasons: [],
  });
  showDiagnostics(context, written.diagnostics);
  return written.value === undefined ? badInput : done;
}
