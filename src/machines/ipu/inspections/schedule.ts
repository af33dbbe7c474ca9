// `inspect ... schedule`: the vertices of a tile over its contexts.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredNumbers, requiredText } from '../../request.js';
import { scheduleMultiVertices, scheduleVertices } from '../workers/vertex-schedule.js';

export function answerSchedule(request: InspectionRequest): Answer {
  const work = {
    items: requiredNumbers(request, 'items'),
    slotsPerItem: requiredNumber(request, 'slots-per-item'),
    overheadSlots: requiredNumber(request, 'overhead'),
  };
  const multi = requiredText(request, 'kind') === 'multi-vertex';
  return answered({ json: multi ? scheduleMultiVertices(work) : scheduleVertices(work) });
}
