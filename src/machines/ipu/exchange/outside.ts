// What leaves the chip (section 1): links to other chips, streaming memory shared by the chips of a machine, the host.

import type { Generation } from '../generation.js';
import { figureOf, parameterOf } from '../parameters.js';
import { illegal, legal, type Verdict } from '../verdict.js';

export const outsides = ['links', 'streaming', 'host'] as const;

export type Outside = (typeof outsides)[number];

export interface OutsideTransfer {
  readonly over: Outside;
  readonly bytes: number;
  /** Chips that share the streaming memory at the same time. */
  readonly chips: number;
}

export interface OutsideCycles {
  readonly cycles: number;
  readonly bytesPerCycle: number;
}

export function outsideCycles(generation: Generation, transfer: OutsideTransfer): Verdict<OutsideCycles> {
  const rate = gigabytesPerSecond(generation, transfer);
  if (rate.kind === 'illegal') return rate;
  const bytesPerCycle = (rate.value * 1000) / figureOf(generation, 'clockMhz');
  return legal({ cycles: Math.ceil(transfer.bytes / bytesPerCycle), bytesPerCycle });
}

function gigabytesPerSecond(generation: Generation, { over, bytes, chips }: OutsideTransfer): Verdict<number> {
  switch (over) {
    case 'links':
      // Both directions count in the quoted rate.
      return legal((figureOf(generation, 'linkGigabytesPerSecond') / 2) * figureOf(generation, 'linkEfficiency'));
    case 'host':
      return legal(figureOf(generation, 'hostGigabytesPerSecond'));
    case 'streaming':
      return streaming(generation, bytes, chips);
  }
}

function streaming(generation: Generation, bytes: number, chips: number): Verdict<number> {
  const [rate, capacity] = [
    parameterOf(generation, 'streamingGigabytesPerSecond'),
    parameterOf(generation, 'streamingGigabytes'),
  ];
  if (!rate || !capacity)
    return illegal('no-unit', `${generation} has no streaming memory of its own, only the host's`);
  const most = figureOf(generation, 'chipsPerMachine');
  if (chips > most) return illegal('no-unit', `${chips} chips, and a machine's streaming memory serves ${most}`);
  if (bytes > capacity.value * 1e9) {
    return illegal('memory-full', `${bytes} B, and the streaming memory of a machine has ${capacity.value} GB`);
  }
  return legal(rate.value / chips);
}
