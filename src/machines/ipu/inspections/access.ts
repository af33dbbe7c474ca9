// `inspect ... access`: whether the accesses of one cycle are possible.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest, Notice } from '../../machine.js';
import { requiredText } from '../../request.js';
import { cycleOf, type FetchRule } from '../memory/access.js';
import { accessForms, readAccesses } from '../memory/access-text.js';
import { generationOf, refusedBy } from './answers.js';

export function answerAccess(request: InspectionRequest): Answer {
  const read = request.positional.map(readAccesses);
  const unreadable = read.find((one) => one.kind === 'unreadable');
  if (unreadable) return misunderstood(unreadable.message, `one of ${accessForms}, @ and an address`);
  const accesses = read.flatMap((one) => (one.kind === 'accesses' ? one.accesses : []));
  const fetchRule = requiredText(request, 'fetch-rule') as FetchRule;
  const verdict = cycleOf(generationOf(request), { accesses, fetchRule });
  if (verdict.kind === 'illegal') {
    return refusedBy(verdict, { conflict: ['bank-conflict', 'fetch-conflict'].includes(verdict.problems[0].code) });
  }
  const { cycles } = verdict.value;
  const stores = accesses.filter(({ action }) => action === 'store').length;
  const warnings: readonly Notice[] =
    stores > 1
      ? [{ code: 'several-stores', message: `${stores} stores, and no instruction is known to store twice` }]
      : [];
  return answered({
    json: { legal: true, conflict: false, reason: null, cycles },
    lines: [cycles > 1 ? 'legal, with a cycle of waiting (assumed: what the hardware does is not public)' : 'legal'],
    warnings,
  });
}
