// `inspect epu parameters`: every figure of a core with its source, so that estimates are seen for what they are.

import type { Answer, InspectionRequest } from '../../machine.js';
import { parameterNames, parameters } from '../parameters.js';
import { answered } from './answers.js';
import { requestedCore } from './options.js';

export function inspectParameters(request: InspectionRequest): Answer {
  const core = requestedCore(request);
  const rows = parameterNames.map((name) => {
    const { unit, flag, source } = parameters[name];
    return { name, value: core[name], unit, flag, source };
  });
  return answered({
    json: { core: core.name, parameters: rows },
    lines: rows.map(({ name, value, unit, flag, source }) => `${name} = ${value} ${unit} (${flag}: ${source})`),
  });
}
