// `inspect ... loop`, `schedule` and `split`: slots and cycles of an inner loop, and whether the memory lets it run; the
// vertices of a tile over its contexts; items over the six workers, and the division that finds their shares.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, requiredNumber, requiredNumbers, requiredText, textOf } from '../../request.js';
import type { Generation } from '../generation.js';
import { readAddress } from '../memory/access-text.js';
import { mostDivided, packQuotient, tileQuotient } from '../workers/division.js';
import { type ArrayAddresses, arrayAddresses, arrayProblem, innerLoop, type Placement } from '../workers/inner-loop.js';
import type { LoopVariant } from '../workers/loop-schedule.js';
import { scheduleMultiVertices, scheduleVertices } from '../workers/vertex-schedule.js';
import { type SplitRule, splitWork } from '../workers/work-split.js';
import { generationOf, refusedBy, untrusted } from './answers.js';

export function answerLoop(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const variant = requiredText(request, 'variant') as LoopVariant;
  const vectors = requiredNumber(request, 'vectors');
  const register = numberOf(request, 'register');
  if (register !== undefined && variant !== 'axpy-listing') {
    return misunderstood(`--register says nothing about ${variant}`, '--variant axpy-listing, or no --register');
  }
  const addresses = askedAddresses(generation, request, vectors);
  if (typeof addresses === 'string') return misunderstood(addresses, 'a number such as 0x80000');
  const tooLong = arrayProblem(generation, Math.max(vectors, register ?? 0));
  if (tooLong) return refusedBy(tooLong);
  const task = { variant, vectors, ...(register !== undefined && { register }) };
  const { problem, ...loop } = innerLoop(generation, task, addresses);
  // The listing is right with a scale of one only: its fill scales the addend, its loop the data.
  const listing = variant === 'axpy-listing' ? { register: register ?? Math.max(0, vectors - 2), scale: 1 } : {};
  const estimates = generation === 'mk1' ? { estimates: untrusted(generation, ['repeatCountRegister']) } : {};
  const document = { ...loop, ...listing, ...estimates };
  return problem ? refusedBy(problem, document) : answered({ json: { ...document, legal: true } });
}

function askedAddresses(generation: Generation, request: InspectionRequest, vectors: number): ArrayAddresses | string {
  const placement = requiredText(request, 'placement') as Placement;
  const region = requiredText(request, 'region') === '0' ? 0 : 1;
  const usual = arrayAddresses(generation, { vectors, placement, region });
  const read = (name: string, otherwise: number): number => {
    const text = textOf(request, name);
    return text === undefined ? otherwise : (readAddress(text) ?? Number.NaN);
  };
  const load = read('load', usual.load);
  const addresses = { load, alsoLoad: read('also-load', usual.alsoLoad), store: read('store', usual.store) };
  const names = { load: 'load', alsoLoad: 'also-load', store: 'store' } as const;
  const bad = (['load', 'alsoLoad', 'store'] as const).find((name) => Number.isNaN(addresses[name]));
  return bad === undefined ? addresses : `--${names[bad]} "${textOf(request, names[bad])}" is no address`;
}

export function answerSchedule(request: InspectionRequest): Answer {
  const work = {
    items: requiredNumbers(request, 'items'),
    slotsPerItem: requiredNumber(request, 'slots-per-item'),
    overheadSlots: requiredNumber(request, 'overhead'),
  };
  const multi = requiredText(request, 'kind') === 'multi-vertex';
  return answered({ json: multi ? scheduleMultiVertices(work) : scheduleVertices(work) });
}

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
