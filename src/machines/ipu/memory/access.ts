// The accesses of one cycle, and whether the hardware makes them (section 2.4): each must be an existing instruction's, lie
// in memory, be naturally aligned and in the right region, and no two may touch one bank. What is not legal raises an
// exception; nothing stalls. Only one context issues in a cycle, so workers never collide with each other.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { hex, type Illegal, illegal, legal, type Verdict } from '../verdict.js';
import { bankOf, placeOf } from './address.js';
import { memoryMap } from './memory-map.js';

export interface Access {
  readonly action: 'load' | 'store' | 'fetch';
  readonly bits: number;
  readonly address: number;
}

/** What a fetch does when data of the same bank is wanted. The hardware's answer is not public. */
export type FetchRule = 'forbid' | 'stall' | 'ignore';

export interface Cycle {
  readonly accesses: readonly Access[];
  readonly fetchRule: FetchRule;
}

const loadBits = [8, 16, 32, 64, 128];
const storeBits = [32, 64];

export function cycleOf(generation: Generation, { accesses, fetchRule }: Cycle): Verdict<{ readonly cycles: number }> {
  for (const access of accesses) {
    const problem = accessProblem(generation, access);
    if (problem) return problem;
  }
  const data = accesses.filter(({ action }) => action !== 'fetch');
  const clash = conflict(generation, data);
  if (clash) return clash;
  const most = figureOf(generation, 'accessesPerInstruction');
  if (data.length > most) {
    return illegal('access-count', `${data.length} accesses in one cycle, and no instruction makes more than ${most}`);
  }
  const fetched = fetchConflict(generation, accesses);
  if (!fetched || fetchRule === 'ignore') return legal({ cycles: 1 });
  return fetchRule === 'stall' ? legal({ cycles: 2 }) : fetched;
}

/** What is wrong with an access by itself. */
function accessProblem(generation: Generation, access: Access): Illegal | undefined {
  const { action, bits, address } = access;
  if (action === 'load' && !loadBits.includes(bits)) return illegal('load-width', `no load has ${bits} bits`);
  if (action === 'store' && !storeBits.includes(bits)) {
    return illegal('store-width', `no store has ${bits} bits, only 32 or 64`);
  }
  const place = placeOf(generation, address);
  if (place.kind === 'nowhere') return illegal(place.code, place.reason);
  // Bundles are aligned to 4 bytes; all the rest to its size.
  const alignment = action === 'fetch' ? 4 : bits / 8;
  if (address % alignment !== 0) {
    return illegal('misaligned', `${accessText(access)} is not aligned to ${alignment} bytes`);
  }
  if (bits === 128 && place.region === 0) {
    return illegal(
      'wide-load-region',
      `${accessText(access)} is in region 0, and 128 bits are loaded from region 1 only`,
    );
  }
  if (action === 'fetch' && place.region === 1) {
    return illegal('fetch-region', `${accessText(access)} is in region 1, and code runs from region 0 only`);
  }
  return undefined;
}

function accessText({ action, bits, address }: Access): string {
  return action === 'fetch' ? `fetch@${hex(address)}` : `${action === 'load' ? 'ld' : 'st'}${bits}@${hex(address)}`;
}

function conflict(generation: Generation, accesses: readonly Access[]): Illegal | undefined {
  const taken = new Map<number, Access>();
  for (const access of accesses) {
    for (const bank of banksOf(generation, access)) {
      const other = taken.get(bank);
      if (other) return illegal('bank-conflict', `${accessText(other)} and ${accessText(access)} need the same bank`);
      taken.set(bank, access);
    }
  }
  return undefined;
}

function fetchConflict(generation: Generation, accesses: readonly Access[]): Illegal | undefined {
  const fetch = accesses.find(({ action }) => action === 'fetch');
  if (!fetch) return undefined;
  const [bank] = banksOf(generation, fetch);
  const data = accesses.find((access) => access !== fetch && banksOf(generation, access).includes(bank!));
  const both = data && `${accessText(fetch)} and ${accessText(data)} need the same bank`;
  return both === undefined ? undefined : illegal('fetch-conflict', both);
}

/** The banks of the 64-bit words that an access touches; less than a word takes its bank all the same. */
function banksOf(generation: Generation, { bits, address }: Access): readonly number[] {
  const map = memoryMap(generation);
  const words = bits === 128 ? [address, address + 8] : [address];
  return words.flatMap((word) => bankOf(map, word) ?? []);
}
