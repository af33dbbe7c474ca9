// `inspect tpu unpipelined`: a product on one array whose folds follow each other without overlap, by dataflow.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredNumbers, requiredText } from '../../request.js';
import { type Dataflow, unpipelinedCycles } from '../mxu/unpipelined-cycles.js';

export function inspectUnpipelined(request: InspectionRequest): Answer {
  const [rows, columns, ...rest] = requiredNumbers(request, 'array');
  if (rows === undefined || columns === undefined || rest.length > 0) {
    return misunderstood('--array takes two numbers', 'rows and columns, e.g. 128,128');
  }
  const [m, k, n] = ['m', 'k', 'n'].map((name) => requiredNumber(request, name)) as [number, number, number];
  const cycles = unpipelinedCycles({ m, k, n }, { rows, columns }, requiredText(request, 'dataflow') as Dataflow);
  return answered({ json: { cycles, scaleSimCycles: cycles - 1 } });
}
