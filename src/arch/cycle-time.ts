// How long a cycle takes, where the architecture says so.

import type { Architecture } from './architecture.js';

export function cycleSeconds({ levels, compute }: Architecture): number | null {
  const given = [compute, ...levels].map(({ attributes }) => attributes.global_cycle_seconds);
  const seconds = given.map(Number).find((value, at) => given[at] != null && Number.isFinite(value) && value > 0);
  return seconds ?? null;
}
