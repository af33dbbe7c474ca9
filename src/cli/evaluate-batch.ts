// `mapper evaluate --batch`: one mapping a line. Files given beside it are shared by all cases.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { mappingEntries } from '../mapping/codec.js';
import { configHash } from '../results/config-hash.js';
import { evaluationJson, invalidEvaluationJson } from '../results/evaluation-json.js';
import type { InputFile } from '../spec/read/input-file.js';
import { type CaseResult, runBatch } from './batch.js';
import type { Context } from './context.js';
import type { Ending } from './ending.js';
import { type EvaluateOptions, evaluateInputs } from './evaluate-inputs.js';
import { modelOptions } from './model-options.js';

export function evaluateBatch(context: Context): Promise<Ending> {
  const model = modelOptions(context.options);
  return runBatch(context, (shared) => ({
    perform: ({ inputs }) => performCase([...shared.inputs, ...inputs], { read: shared.read, model }),
    refuse,
  }));
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
