// Orders of a leaf's loops of which one stands for many: all of them cost the same, digit for digit.

import { describe, expect, it } from 'vitest';
import { allCandidates } from '../search/random-search.js';
import { timeoutOf } from '../support/properties.js';
import { checkInstances, contextOf, type Instance, smallInstances, windowInstances } from './instance.js';
import { normalOrders } from './leaf-orders.js';

const most = 12_000;

describe('orders of loops that are not told apart at a leaf', () => {
  it('cost the same, digit for digit', { timeout: timeoutOf(520) }, () => {
    const merged = { alike: 0, coarser: 0 };
    for (const [options, runs] of [
      [{ ...smallInstances, maxBound: 6 }, 120],
      [windowInstances, 400],
    ] as const)
      checkInstances(runs, options, (instance) => complaints(instance, merged));
    expect(merged.alike).toBeGreaterThan(1000);
    // Of dataspaces that somebody bypasses, or that the loops inside have moved.
    expect(merged.coarser).toBeGreaterThan(50);
  });
});

/** Networks without energy, half of the time: else the order matters wherever there is one. */
function quiet(instance: Instance): Instance {
  const { problem, choices } = instance;
  if (choices.below(2) === 0) return instance;
  const none = { energyPerHopPj: 0, wireEnergyPjPerBitMm: 0, routerEnergyPj: 0, ingressEnergyPj: 0 };
  const levels = problem.architecture.levels.map((level) => ({ ...level, network: { ...level.network, ...none } }));
  return { ...instance, problem: { ...problem, architecture: { ...problem.architecture, levels } } };
}

/** `merged` counts mappings with the orders of another, and those that orders alone, without the mapping, tell apart. */
function complaints(drawn: Instance, merged: { alike: number; coarser: number }): string[] | undefined {
  const context = contextOf(quiet(drawn), {});
  const { mapspace } = context;
  if (!mapspace.sizeIsExact || mapspace.size > BigInt(most)) return undefined;
  const normal = normalOrders(context);
  if (normal === undefined) return undefined;
  const found = new Map<string, { cost: string; coarse: string }>();
  const wrong: string[] = [];
  for (const { key, cycles, energyPj, utilization } of allCandidates(context)) {
    const cost = `${cycles} ${energyPj} ${utilization}`;
    const coarse = normal(key, 'all').join();
    const name = normal(key, 'leaf').join();
    const known = found.get(name);
    if (known === undefined) found.set(name, { cost, coarse });
    else if (known.cost !== cost) wrong.push(`${name}: ${known.cost} and ${cost}`);
    else {
      merged.alike += 1;
      if (known.coarse !== coarse) merged.coarser += 1;
    }
  }
  return wrong.slice(0, 3);
}
