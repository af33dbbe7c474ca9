// What is alive in OCM over time (L4): at every moment the sum must fit, and what was allocated last is freed first.

import type { ElementType } from './element-type.js';
import type { Finding, Ruling } from './finding.js';
import { unless } from './finding.js';
import { footprintBytes, ocmFindings } from './ocm.js';
import type { Core } from './parameters.js';
import type { Shape } from './shape.js';

export type AllocationStep =
  | { readonly kind: 'allocate'; readonly name: string; readonly shape: Shape; readonly type: ElementType }
  | { readonly kind: 'free'; readonly name: string };

export interface AllocationPeak {
  readonly peakBytes: number;
  /** Share of OCM. */
  readonly utilization: number;
}

interface Live {
  readonly name: string;
  readonly bytes: number;
}

export function allocations(core: Core, steps: readonly AllocationStep[]): Ruling<AllocationPeak> {
  const stack: Live[] = [];
  const findings: Finding[] = [];
  let [liveBytes, peakBytes] = [0, 0];
  for (const step of steps) {
    if (step.kind === 'allocate') {
      findings.push(...ocmFindings(core, step.shape, { type: step.type, liveBytes }));
      const bytes = footprintBytes(core, step.shape, step.type);
      stack.push({ name: step.name, bytes });
      liveBytes += bytes;
      peakBytes = Math.max(peakBytes, liveBytes);
    } else {
      findings.push(...orderFindings(stack, step.name));
      const at = stack.findLastIndex(({ name }) => name === step.name);
      const freed = at < 0 ? [] : stack.splice(at, 1);
      for (const { bytes } of freed) liveBytes -= bytes;
    }
  }
  return unless(findings, () => ({ peakBytes, utilization: peakBytes / core.ocmBytes }));
}

function orderFindings(stack: readonly Live[], name: string): readonly Finding[] {
  const last = stack.at(-1);
  if (last?.name === name) return [];
  const message = `${name} is freed although it is not the last allocation`;
  const instead = last ? `${last.name} must be freed first` : 'nothing is allocated';
  return [{ code: 'E_OCMCAP', message, instead }];
}
