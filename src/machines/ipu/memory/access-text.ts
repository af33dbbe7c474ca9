// Accesses as they are typed: `ld64@0x80000`, `st32@0x4C000`, `fetch@0x50000`, and instructions that make several at once, with
// an address for each: `ld2xst64pace@0x80000,0x80008,0x88000`.

import type { Access } from './access.js';

/** What instructions with several accesses do, in the order of their addresses. */
const instructions: Readonly<Record<string, readonly Pick<Access, 'action' | 'bits'>[]>> = {
  fetch: [{ action: 'fetch', bits: 64 }],
  ldst64pace: [
    { action: 'load', bits: 64 },
    { action: 'store', bits: 64 },
  ],
  ld2x64pace: [
    { action: 'load', bits: 64 },
    { action: 'load', bits: 64 },
  ],
  ld2xst64pace: [
    { action: 'load', bits: 64 },
    { action: 'load', bits: 64 },
    { action: 'store', bits: 64 },
  ],
};

export type AccessesRead =
  | { readonly kind: 'accesses'; readonly accesses: readonly Access[] }
  | { readonly kind: 'unreadable'; readonly message: string };

export const accessForms = `ld8 to ld128, st8 to st128, ${Object.keys(instructions).join(', ')}`;

export function readAccesses(text: string): AccessesRead {
  const [name = '', places, ...rest] = text.toLowerCase().split('@');
  const parts = accessesOf(name);
  if (!parts || places === undefined || rest.length > 0)
    return { kind: 'unreadable', message: `"${text}" is no access` };
  const addresses = places.split(',').map(readAddress);
  if (addresses.length !== parts.length) {
    return { kind: 'unreadable', message: `"${text}" needs ${parts.length} addresses and has ${addresses.length}` };
  }
  const bad = addresses.indexOf(undefined);
  if (bad >= 0) return { kind: 'unreadable', message: `"${places.split(',')[bad]}" in "${text}" is no address` };
  return { kind: 'accesses', accesses: parts.map((part, at) => ({ ...part, address: addresses[at]! })) };
}

/** Decimal or with 0x; undefined if it is neither. */
export function readAddress(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : undefined;
}

function accessesOf(name: string): readonly Pick<Access, 'action' | 'bits'>[] | undefined {
  const simple = /^(ld|st)(8|16|32|64|128)$/.exec(name);
  if (simple) return [{ action: simple[1] === 'ld' ? 'load' : 'store', bits: Number(simple[2]) }];
  return Object.hasOwn(instructions, name) ? instructions[name] : undefined;
}
