// The bounds of the chain search never exceed the truth. Where the constraints leave one mapping and the search already
// knows a fiction that is worse by one part in 10^9, every bound on the way to the mapping is at its tightest: the search
// must still reach it. The same where orders, axes or keeps are left free, against the best of what is left.

import { describe, it } from 'vitest';
import type { ProblemOptions } from '../mapspace/random-problem.js';
import { chance } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { boundComplaints } from './bound-checks.js';
import { fittedInstance, pinnedInstance } from './drawn-mapping.js';
import { checkInstances, type Instance, smallInstances, windowInstances } from './instance.js';
import { everything } from './pinned.js';
import { sharpened } from './sharpened.js';

const large: ProblemOptions = { ...smallInstances, maxBound: 16, maxDimensions: 5 };

describe('bounds of the chain search', () => {
  it('never cut off a mapping that is alone in its space', { timeout: timeoutOf(120) }, () => {
    checkInstances(120, large, (instance) => alone(instance));
  });

  it('never cut off a mapping that is alone and pays for one thing', { timeout: timeoutOf(200) }, () => {
    checkInstances(200, large, (instance) => alone(sharpened(instance)));
  });

  it('never cut off what sliding windows make cheap', { timeout: timeoutOf(180) }, () => {
    checkInstances(180, windowInstances, (instance) => {
      const few = fittedInstance(sharpened(instance, ['readPj', 'readPj', 'fillPj']), 300);
      return few && boundComplaints(few);
    });
  });

  it('never cut off the best of what is left around a random mapping', { timeout: timeoutOf(160) }, () => {
    checkInstances(160, smallInstances, (instance) => {
      const few = fittedInstance(chance(instance.choices, 60) ? sharpened(instance) : instance, 300);
      return few && boundComplaints(few);
    });
  });
});

function alone(instance: Instance): string[] | undefined {
  const pinned = pinnedInstance(instance, everything);
  return pinned && boundComplaints(pinned);
}
