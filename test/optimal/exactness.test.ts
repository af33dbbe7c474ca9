// The provably optimal search finds what a walk over every mapping finds.

import { describe, it } from 'vitest';
import { timeoutOf } from '../support/properties.js';
import { fittedInstance } from './drawn-mapping.js';
import { bestComplaints, frontierComplaints, topComplaints } from './exact-checks.js';
import { checkInstances, type Instance, smallInstances } from './instance.js';

const most = 2500;

function complaintsAbout(instance: Instance, check: (fitted: Instance) => string[]): string[] | undefined {
  const fitted = fittedInstance(instance, most);
  return fitted && check(fitted);
}

describe('the chain search', () => {
  it('finds the best mapping of all, ties by canonical order', { timeout: timeoutOf(320) }, () => {
    checkInstances(320, smallInstances, (instance) => complaintsAbout(instance, bestComplaints));
  });

  it('finds the whole frontier', { timeout: timeoutOf(100) }, () => {
    checkInstances(100, smallInstances, (instance) => complaintsAbout(instance, frontierComplaints));
  });

  it('finds the five best, equal orders once', { timeout: timeoutOf(80) }, () => {
    checkInstances(80, smallInstances, (instance) => complaintsAbout(instance, topComplaints));
  });
});
