// `mapper evaluate --batch`: one mapping a line. Files given beside it are shared by all cases.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { mappingEntries } from '../mapping/codec.js';
import { configHash } from '../results/config-hash.js';
import { evaluationJson, invalidEvaluationJson } from '../results/evaluation-json.js';
import type { InputFile } from '../spec/read/input-file.js';
import type { CaseResult } from './batch.js';
import { runBatch } from './batch.js';
import type { Context } from './context.js';
import { showDiagnostics } from './diagnostic-output.js';
import type { Ending } from './ending.js';
import { badInput } from './ending.js';
import type { EvaluateOptions } from './evaluate-inputs.js';
import { evaluateInputs } from './evaluate-inputs.js';
import { loadInputs, readOptions } from './inputs.js';
import { modelOptions } from './model-options.js';

export async function evaluateBatch(context: Context): Promise<Ending> {
  const shared = await loadInputs(context.files, context.options);
  const read = readOptions(context.options);
  if (!shared.value || !read.value) {
    showDiagnostics(context, [...shared.diagnostics, ...read.diagnostics]);
    return badInput;
  }
  const common = shared.value;
  const options: EvaluateOptions = { read: read.value, model: modelOptions(context.options) };
  return runBatch(context, {
    perform: ({ inputs }) => performCase([...common, ...inputs], options),
    refuse,
  });
}

function performCase(inputs: readonly InputFile[], options: EvaluateOptions): CaseResult {
  const outcome = evaluateInputs(inputs, options);
  if (outcome.kind !== 'evaluated') return refuse(outcome.diagnostics);
  const { problem, evaluation, diagnostics } = outcome;
  const mapping = mappingEntries(problem, outcome.mapping);
  const document = evaluationJson({
    architecture: problem.architecture.name,
    workload: problem.workload.name,
    mapping,
    evaluation,
    configHash: configHash({ problem, mapping, model: options.model }),
    diagnostics,
  });
  return { ...document, valid: true };
}

function refuse(diagnostics: readonly Diagnostic[]): CaseResult {
  return { ...invalidEvaluationJson(diagnostics), valid: false };
}
