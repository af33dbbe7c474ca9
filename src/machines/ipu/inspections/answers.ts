// From verdicts to answers: what is legal is a document, what is not is a refusal that keeps what a question promises.

import { refused } from '../../answers.js';
import type { Answer, InspectionOption, InspectionRequest } from '../../machine.js';
import { choice } from '../../options.js';
import { requiredText } from '../../request.js';
import { type Generation, generations } from '../generation.js';
import { type ParameterName, parameterOf } from '../parameters.js';
import type { Illegal } from '../verdict.js';

export const generationOption: InspectionOption = choice('generation', 'NAME', generations, 'which chip', {
  default: 'mk2',
});

export function generationOf(request: InspectionRequest): Generation {
  // The parser has admitted one of the three.
  return requiredText(request, 'generation') as Generation;
}

/** A document of the reason too. */
export function refusedBy({ problems }: Illegal, details: object = {}): Answer {
  return refused(problems, { ...details, reason: problems[0].message });
}

/** Which of the parameters behind a figure are not published, for the document. */
export function untrusted(generation: Generation, names: readonly ParameterName[]): readonly object[] {
  return names.flatMap((name) => {
    const parameter = parameterOf(generation, name);
    if (!parameter || parameter.trust === 'public') return [];
    const { value, unit, trust, source } = parameter;
    return [{ name, value, unit, trust, source }];
  });
}
