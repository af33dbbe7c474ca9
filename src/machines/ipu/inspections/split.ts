// `inspect ... split`: items over the six workers, and the division that finds their shares.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredText } from '../../request.js';
import { mostDivided, packQuotient, tileQuotient } from '../workers/division.js';
import { type SplitRule, splitWork } from '../workers/work-split.js';

export function answerSplit(request: InspectionRequest): Answer {
  const [text = ''] = request.positional;
  const items = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(items < 2 ** 32)) return misunderstood(`"${text}" is no number of items`, 'a whole number of at most 32 bits');
  const packed = packQuotient(items);
  const quotient = tileQuotient(items);
  return answered({
    json: {
      ...splitWork(items, requiredText(request, 'rule') as SplitRule),
      ...(packed !== undefined && { packed }),
      quotientOnTile: quotient,
      quotientExact: items <= mostDivided,
    },
  });
}
