// `inspect epu parameters`: every figure of a core with its source, so that estimates are seen for what they are.

import type { Answer, InspectionRequest } from '../../machine.js';
import { parameterAnswer } from '../../parameter-table.js';
import { parameterNames, parameters } from '../parameters.js';
import { requestedCore } from './options.js';

export function inspectParameters(request: InspectionRequest): Answer {
  const core = requestedCore(request);
  const lines = parameterNames.map((name) => {
    const { unit, trust, source } = parameters[name];
    return { of: core.name, name, value: core[name], unit, trust, source };
  });
  return parameterAnswer('epu', lines);
}
