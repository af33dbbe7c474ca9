// `inspect ... access`, `address` and `memory`: whether the accesses of one cycle are possible, where addresses lead, and
// whether a tile's contents fit.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredText } from '../../request.js';
import type { Notice } from '../../verdict.js';
import type { Generation } from '../generation.js';
import { cycleOf, type FetchRule } from '../memory/access.js';
import { accessForms, readAccesses, readAddress } from '../memory/access-text.js';
import { placeOf } from '../memory/address.js';
import { tileFilling } from '../memory/tile-memory.js';
import { hex } from '../verdict.js';
import { generationOf, refusedBy, untrusted } from './answers.js';

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

export function answerAddress(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const addresses = request.positional.map(readAddress);
  const bad = addresses.indexOf(undefined);
  if (bad >= 0) return misunderstood(`"${request.positional[bad]}" is no address`, 'a number such as 0x80000');
  const places = (addresses as readonly number[]).map((address) => describe(generation, address));
  return { kind: 'answered', json: places.map(({ json }) => json), text: places.map(({ text }) => text).join('') };
}

function describe(generation: Generation, address: number): { readonly json: object; readonly text: string } {
  const place = placeOf(generation, address);
  const named = { address, hex: hex(address) };
  if (place.kind === 'nowhere') {
    const json = { ...named, valid: false, region: null, half: null, word: null, reason: place.reason };
    return { json, text: `${hex(address)}  not valid: ${place.reason}\n` };
  }
  if (place.kind === 'plain') {
    const { region, bank, field, word } = place;
    return {
      json: { ...named, valid: true, region, bank, half: null, word, bankField: field },
      text: `${hex(address)}  region 0, bank ${bank} (${field} in the address), word ${word}\n`,
    };
  }
  const { region, element, half, word } = place;
  return {
    json: { ...named, valid: true, region, element, half, word },
    text: `${hex(address)}  region 1, element ${element}, ${half} bank, word ${word}\n`,
  };
}

export function answerMemory(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const verdict = tileFilling(generation, {
    dataBytes: requiredNumber(request, 'data'),
    interleavedBytes: requiredNumber(request, 'interleaved'),
    vertexBytes: requiredNumber(request, 'vertices'),
    descriptorBytes: requiredNumber(request, 'descriptors'),
    codeBytes: requiredNumber(request, 'code'),
    workerStackBytes: requiredNumber(request, 'worker-stack'),
    supervisorStackBytes: requiredNumber(request, 'supervisor-stack'),
  });
  if (verdict.kind === 'illegal') return refusedBy(verdict);
  return answered({ json: { legal: true, ...verdict.value, estimates: untrusted(generation, ['scratchBytes']) } });
}
