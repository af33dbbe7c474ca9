// What forbids a request on this machine, and addresses as people read them.

import type * as machines from '../verdict.js';

export type IllegalCode =
  | 'address-range' // no address of 21 bits
  | 'unpopulated' // an address without memory
  | 'misaligned'
  | 'load-width' // no instruction loads so many bits at once
  | 'store-width'
  | 'wide-load-region' // 128 bits from memory that is not interleaved
  | 'fetch-region' // code in interleaved memory
  | 'bank-conflict' // two accesses of a bank in one cycle
  | 'fetch-conflict' // an access to the bank that the code runs from
  | 'access-count' // more accesses than an instruction makes
  | 'memory-full'
  | 'code-full' // more code than region 0 holds
  | 'interleaved-full' // more than region 1 holds
  | 'generation' // not on this generation
  | 'alignment' // an alignment that the layout cannot have
  | 'address-alignment' // data that does not lie where the layout needs it
  | 'length' // more elements than the count can say
  | 'list-length' // more sub-vectors than the count can say
  | 'not-nested' // a layout for lists, asked for a single vector
  | 'vector-count' // too few vectors for the schedule
  | 'repeat-count' // more iterations than the instruction counts
  | 'over-store' // a loop that writes past the end
  | 'under-store' // a loop that leaves part of the output unwritten
  | 'no-unit'; // no such unit for this type

export type Illegal = machines.Illegal<IllegalCode>;

export type Verdict<T> = machines.Verdict<T, IllegalCode>;

export { illegal, legal } from '../verdict.js';

export function hex(value: number, digits = 1): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}
