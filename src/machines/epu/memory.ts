// The three memories and the only ways between them (L1, R1): DDR and OCM copy, OCM and the array flow or access at random,
// and broadcast goes from OCM to the array only.

import type { Problem } from './verdict.js';

export const memories = ['ddr', 'ocm', 'array'] as const;
export type Memory = (typeof memories)[number];

export type Means = 'memCpy' | 'flow' | 'RAU' | 'broadcast';

const paths: Readonly<Record<Means, readonly `${Memory}->${Memory}`[]>> = {
  memCpy: ['ddr->ocm', 'ocm->ddr'],
  flow: ['ocm->array', 'array->ocm'],
  RAU: ['ocm->array', 'array->ocm'],
  broadcast: ['ocm->array'],
};

export interface Path {
  readonly from: Memory;
  readonly to: Memory;
}

export function pathFindings(means: Means, { from, to }: Path): readonly Problem[] {
  if (paths[means].includes(`${from}->${to}`)) return [];
  const message = `${means} does not go from ${from} to ${to}`;
  const direct = (Object.keys(paths) as Means[]).filter((other) => paths[other].includes(`${from}->${to}`));
  const others = direct.length > 0 ? `; from ${from} to ${to} goes ${direct.join(' or ')}` : throughOcm({ from, to });
  return [{ code: 'E_PATH', message, instead: `it goes ${paths[means].join(' and ')}${others}` }];
}

function throughOcm({ from, to }: Path): string {
  return from === to ? '' : `, so that data for ${to} passes through ocm`;
}
