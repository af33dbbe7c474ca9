// The search that proves under machines of their own: it finds what a walk over every mapping finds, and no bound is above the
// truth.

import { describe, expect, it } from 'vitest';
import { listedChoices } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { boundComplaints } from './bound-checks.js';
import { fittedInstance } from './drawn-mapping.js';
import { bestComplaints, frontierComplaints, topComplaints } from './exact-checks.js';
import { checkInstances, type Instance, randomInstance, smallInstances, windowInstances } from './instance.js';

const machineInstances = { ...smallInstances, machines: true };
const most = 2500;

function complaintsAbout(instance: Instance, check: (fitted: Instance) => string[]): string[] | undefined {
  const fitted = fittedInstance(instance, most);
  return fitted && check(fitted);
}

describe('the chain search under a machine', () => {
  it('finds the best mapping of all, ties by canonical order', { timeout: timeoutOf(90) }, () => {
    checkInstances(90, machineInstances, (instance) => complaintsAbout(instance, bestComplaints));
  });

  it('finds the whole frontier', { timeout: timeoutOf(30) }, () => {
    checkInstances(30, machineInstances, (instance) => complaintsAbout(instance, frontierComplaints));
  });

  it('finds the five best, equal orders once', { timeout: timeoutOf(30) }, () => {
    checkInstances(30, machineInstances, (instance) => complaintsAbout(instance, topComplaints));
  });

  it('never cuts off the best of what is left around a random mapping', { timeout: timeoutOf(30) }, () => {
    checkInstances(30, machineInstances, (instance) => complaintsAbout(instance, boundComplaints));
  });

  it('counts cycles below none where first touches are taken off before anything is charged', () => {
    const decisions = [
      0, 0, 0, 0, 124691756, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 665804390, 0, 0, 633349212, 0, 652650650, 0, 316820090, 0,
      0, 1049514862, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 357301566, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 117907950, 0, 0, 0, 0, 0, 0, 0, 5048893, 0, 0, 0, 767209210, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19951171,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1398640942, 0, 102998209,
    ];
    const drawn = randomInstance(listedChoices(decisions), { ...windowInstances, machines: true });
    const instance = fittedInstance(drawn, most);
    expect(instance?.machine?.schedule.floor.composition).toBe('serial');
    expect(boundComplaints(instance!)).toEqual([]);
  });

  it('never cuts off what sliding windows make cheap', { timeout: timeoutOf(30) }, () => {
    const windows = { ...windowInstances, machines: true };
    checkInstances(30, windows, (instance) => complaintsAbout(instance, boundComplaints));
  });
});
