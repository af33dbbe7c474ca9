// A machine has a clock of its own, and the tree has the length of a cycle: results in seconds, leakage and bandwidths stand on the
// latter, so one of them changed alone is most likely a mistake.

import type { Architecture } from '../arch/architecture.js';
import { cycleSeconds } from '../arch/cycle-time.js';
import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import type { MapNode } from '../spec/node.js';
import { spanOf } from './section.js';

export interface Clock {
  readonly hertz: number;
  /** Of the section, that decides it. */
  readonly key: string;
}

/** Files round the length of a cycle. */
const rounding = 0.005;

export function checkClock(
  { hertz, key }: Clock,
  architecture: Architecture,
  section: MapNode | undefined,
): Diagnostic[] {
  const seconds = cycleSeconds(architecture);
  if (seconds === null || Math.abs(seconds * hertz - 1) <= rounding) return [];
  const stated = `machine.${key} makes the clock ${mhz(hertz)}`;
  const used = `global_cycle_seconds ${seconds} makes it ${mhz(1 / seconds)}`;
  const same = `${Number((1 / hertz).toPrecision(7))} (--set CONTAINER.global_cycle_seconds=...)`;
  const message = `${stated}, and ${used}: times in results and leakage are those of the latter`;
  const hint = `where the tree states it, make it ${same}, and mind bandwidths, which are words a cycle`;
  return [warning('W-ATTRIBUTE', message, { span: spanOf(section, key), expected: 'one clock', hint })];
}

function mhz(hertz: number): string {
  return `${Number((hertz / 1e6).toPrecision(6))} MHz`;
}
