// A program's use of broadcast step by step (B4, B6, B7, B8): staging replaces the source and starts over at byte 0, a pop
// brings the next 8 bytes into the register of every core, and staging alone brings nothing.

import { legal, unless } from '../verdict.js';
import { indexFindings, overpop, type Staging, stagingRuling } from './broadcast.js';
import type { ElementType } from './element-type.js';
import type { Core } from './parameters.js';
import type { Shape } from './shape.js';
import type { Problem, Verdict } from './verdict.js';

export type BroadcastStep =
  | { readonly kind: 'stage'; readonly shape: Shape; readonly type: ElementType }
  | { readonly kind: 'pop' }
  /** A read of one element of what the last pop brought. */
  | { readonly kind: 'peek'; readonly index: number };

/** What became of one staged source. */
export interface StagedSource {
  readonly pops: number;
  /** Byte at which the next pop would begin. */
  readonly pointer: number;
  readonly undelivered: number;
}

export function broadcastStream(core: Core, steps: readonly BroadcastStep[]): Verdict<readonly StagedSource[]> {
  const findings: Problem[] = [];
  const sources: StagedSource[] = [];
  let current: { readonly staging: Staging; readonly type: ElementType } | undefined;
  for (const step of steps) {
    const source = sources.at(-1);
    if (step.kind === 'stage') {
      const ruling = stagingRuling(core, step.shape, step.type);
      if (ruling.kind === 'illegal') return ruling;
      current = { staging: ruling.value, type: step.type };
      sources.push({ pops: 0, pointer: 0, undelivered: ruling.value.elements });
    } else if (step.kind === 'pop') {
      if (!current || !source) findings.push(overpop({ popsAvailable: 0 }, 1));
      else if (source.pops === current.staging.popsAvailable) findings.push(overpop(current.staging, source.pops + 1));
      else sources[sources.length - 1] = popped(core, source, current.staging);
      // Nothing comes after a processor that hangs.
      if (findings.some(({ code }) => code === 'E_OVERPOP')) break;
    } else {
      if (!source || source.pops === 0) findings.push(unprimed);
      if (current) findings.push(...indexFindings(core, step.index, current.type));
    }
  }
  return findings.length > 0 ? unless(findings, () => sources) : legal(sources, sources.flatMap(underpop));
}

export const unprimed: Problem = {
  code: 'E_PEEK',
  message: 'the first read after staging is not a pop, and staging brings nothing to the cores',
  instead: 'the first read must be a pop',
};

function popped({ popBytes }: Core, { pops, pointer }: StagedSource, staging: Staging): StagedSource {
  const undelivered = Math.max(0, staging.elements - (pops + 1) * staging.elementsPerPop);
  return { pops: pops + 1, pointer: pointer + popBytes, undelivered };
}

function underpop({ pops, undelivered }: StagedSource): readonly Problem[] {
  if (undelivered === 0) return [];
  const message = `${pops} pops leave ${undelivered} elements undelivered`;
  return [{ code: 'W_UNDERPOP', message, instead: 'pop until all are delivered' }];
}
