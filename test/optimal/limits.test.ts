// Limits of energy by class of parallelism are a short cut for the worth of a bound: beyond them nothing can enter the pool,
// and next to none that cannot is let through where the first metric decides.

import { describe, it } from 'vitest';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { noSlowing } from '../../src/search/mapping-floor.js';
import { BoundValue } from '../../src/search/optimal/descent/bound-value.js';
import { chainFloor } from '../../src/search/optimal/part.js';
import { blendBound, blendIn } from '../../src/search/optimal/regions/ranges.js';
import type { SearchContext } from '../../src/search/search-context.js';

import { pick } from '../support/choices.js';
import { checkInstances, contextOf, type Instance, smallInstances } from './instance.js';

const shares = [0.5, 0.9, 1 - 1e-6, 1 - 1e-10, 1, 1 + 1e-10, 1 + 1e-6, 1.1, 2];
const classes = [1, 2, 3, 8];

describe('limits of energy', () => {
  it('shut out nothing that the worth of a bound lets in', () => {
    checkInstances(200, smallInstances, (instance) => complaints(instance));
  });
});

describe('the bound of energy and cycles together', () => {
  it('is not above what any cycles of its range make of it, on any instances', () => {
    checkInstances(200, { ...smallInstances, objectives: [['edp']] }, (instance) => rangeComplaints(instance));
  });
});

function rangeComplaints(instance: Instance): string[] {
  const { choices } = instance;
  const context = contextOf(instance, {});
  const floor = chainFloor(context);
  const { cycles: fewest } = floor.of(0, Number.MAX_VALUE, floor.leastBusyCycles);
  const least = Math.max(1, Math.floor(fewest)) + choices.below(200);
  const range = { least, most: Math.ceil(least * 1.3) };
  const pool = new CandidatePool(context.inputs.options);
  const best = { cycles: least + choices.below(200), energyPj: 1 + choices.below(1_000_000), utilization: 1 };
  pool.offer({ ...best, key: context.mapspace.createKey().fill(1) });
  const own = chainFloor(context, range);
  const value = new BoundValue(context, { pool, floor: own, mostCycles: range.most });
  const whole = { of: { pool, floor: own, value, memoryBytes: 0 }, range };
  const blend = blendIn(whole, [{ link: 0, port: 'readBandwidth', share: 1 }]);
  return shares.flatMap((share) => {
    const pj = blend.mostPj * share;
    // As many instances as make compute take some of the cycles, or none.
    const across = floor.busyComputes / (range.least + choices.below(range.most - range.least + 1));
    const bound = blendBound(whole, blend, { pj, across });
    const computing = own.of(0, across, own.leastBusyCycles).cycles;
    const found: string[] = [];
    for (let cycles = Math.ceil(computing); cycles <= range.most; cycles += 1) {
      const left = pj - blend.weightPj * (cycles + own.lostCycles + 1);
      const edp = value.of(left, across, own.busyOf(cycles));
      if (edp < bound - 1e-9 * Math.abs(bound))
        found.push(`${bound} of ${pj} pJ in ${range.least}-${range.most}, ${edp} in ${cycles}`);
    }
    return found;
  });
}

function complaints(instance: Instance): string[] {
  const { choices } = instance;
  const frontier = pick(choices, [true, false]);
  const given = contextOf(instance, {});
  const options = { ...given.inputs.options, frontier };
  const context: SearchContext = { ...given, inputs: { ...given.inputs, options } };
  const floor = chainFloor(context);
  const pool = new CandidatePool(options);
  for (let known = choices.below(4); known > 0; known -= 1) {
    const pj = 1 + choices.below(100_000);
    const figures = floor.of(pj, pick(choices, classes), choices.below(1000));
    pool.offer({ ...figures, key: context.mapspace.createKey().fill(known) });
  }
  const value = new BoundValue(context, { pool, floor, mostCycles: Number.POSITIVE_INFINITY });
  const limits = new Float64Array(classes.length);
  const busyCycles = choices.below(1000);
  value.limits(limits, { across: 1, parallelism: classes, busyCycles, slowing: noSlowing });
  const metric = options.objective[0]!;
  const sharp = metric !== 'cycles' && metric !== 'utilization';
  return classes.flatMap((elements, b) => {
    const limit = limits[b]!;
    const tried = Number.isFinite(limit) ? shares.map((share) => limit * share) : [1, 1e6, 1e12];
    return tried.flatMap((pj) => {
      const worth = value.of(pj, elements, busyCycles) < Number.POSITIVE_INFINITY;
      if (worth && pj > limit) return [`${pj} pJ is worth looking at, beyond ${limit} for ${elements} instances`];
      // Bounds are rounded down by a share of all they hold, and that may be far more than the limit.
      const farWithin = limit > 0 && pj < limit * (1 - 1e-7) - 1e-5 && Number.isFinite(limit);
      return sharp && farWithin && !worth
        ? [`${pj} pJ is hopeless, well within ${limit} for ${elements} instances`]
        : [];
    });
  });
}
