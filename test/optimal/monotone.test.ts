// The optimum never gets worse when a problem gets easier.

import { describe, it } from 'vitest';
import { timeoutOf } from '../support/properties.js';
import { checkInstances, smallInstances } from './instance.js';
import { monotoneComplaints, ways } from './monotone-checks.js';

const most = 200_000n;

describe('the optimum is never worse with', () => {
  it.each(ways)('%s', { timeout: timeoutOf(20) }, (_, way) => {
    checkInstances(20, smallInstances, (instance) => monotoneComplaints(instance, way, most));
  });
});
