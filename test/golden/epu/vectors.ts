// The vectors of the machine's description, by group: what is asked in words, what is expected, and the rule behind it.
// They were computed from the rules by a script of their own and check the rules, not hardware. Group I rests on
// estimated rates: its values say that nothing changed, not that anything is true of the hardware.

import { readFileSync } from 'node:fs';

export interface Vector {
  readonly id: number;
  readonly group: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';
  readonly request: string;
  readonly expected: unknown;
  readonly rule: string;
}

export const vectors: readonly Vector[] = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));
