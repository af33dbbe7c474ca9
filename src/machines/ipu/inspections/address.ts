// `inspect ... address`: where addresses lead.

import { misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import type { Generation } from '../generation.js';
import { readAddress } from '../memory/access-text.js';
import { placeOf } from '../memory/address.js';
import { hex } from '../verdict.js';
import { generationOf } from './answers.js';

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
