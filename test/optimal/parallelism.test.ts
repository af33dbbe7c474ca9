// Classes of parallelism: what takes as long as the best that is known must not count as faster, or by cycles no bound would ever
// reach it.

import { describe, expect, it } from 'vitest';
import { MappingFloor } from '../../src/search/mapping-floor.js';
import { parallelismClasses } from '../../src/search/optimal/relaxation/parallelism.js';
import type { Link } from '../../src/search/optimal/space/chain.js';
import { problemOf, tallTree, wideProduct } from '../support/tall-texts.js';

const problem = problemOf(tallTree(2), wideProduct(3, 4));

/** Of computes that take a cycle, and words that are rounded off. */
function floorOf(busyComputes: number, lostCycles: number): MappingFloor {
  return new MappingFloor(problem, { busyComputes, lostCycles, leastCycles: 0, schedule: undefined, slack: 1 - 1e-12 });
}

describe('classes of parallelism', () => {
  it.each([
    [8_000_024, 1_166_667, 0],
    [905_969_664, 8_254_464, 0.83],
    [8_000_024, 1_000_003, 0],
    [120_259_084_288, 1_096_089_600, 0.75],
  ])('%s computes in %s cycles are no faster than that, %s cycles rounded off', (computes, cycles, lost) => {
    const floor = floorOf(computes, lost);
    const slowest = floor.slowest(cycles);
    // What bandwidths make of a mapping that takes so long, before anything is rounded.
    expect(computes / (cycles - lost)).toBeLessThanOrEqual(slowest);
    expect(floor.of(0, slowest, 0).cycles).toBe(cycles);
    const links = [{ spreads: [{ elements: 1 }, { elements: 8 }, { elements: 128 }] }] as unknown as readonly Link[];
    for (const most of [4, 8, 12]) {
      const classes = parallelismClasses(links, { most, slowest, fastest: Number.POSITIVE_INFINITY });
      const own = classes.classAt(0, (computes / (cycles - lost)) * (1 + 1e-12));
      expect(classes.ends[0]![own]).toBe(slowest);
    }
  });
});
