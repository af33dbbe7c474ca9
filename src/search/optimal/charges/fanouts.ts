// What the fan-outs of a chain do to the words that cross them, made once for all bounds.

import type { Chain } from '../space/chain.js';
import type { Deliveries } from './deliveries.js';
import type { Flow } from './flows.js';
import type { Forwarding } from './forwarding.js';
import type { LeftAfter } from './left-after.js';
import type { SpreadCosts } from './spread-cost.js';

/** The fan-outs of all links: what they hand out and forward, `[k][t]`, and what their spatial choices cost, per link. */
export interface Fanouts {
  readonly chain: Chain;
  readonly flows: readonly Flow[];
  readonly costs: readonly SpreadCosts[];
  readonly deliveries: readonly (readonly Deliveries[])[];
  readonly forwarding: readonly (readonly Forwarding[])[];
  readonly left: readonly (readonly LeftAfter[])[];
}
