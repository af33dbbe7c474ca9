// Addresses of Redis servers: what is one, and what is told before anything is asked of a server.

import { expect, it } from 'vitest';
import { addressProblem, withoutSecrets } from '../../src/sweep/redis-url.js';
import { mapperHere } from '../cli/run-mapper.js';

it.each(['redis://host', 'rediss://user:p%20w@host:6380/3', 'redis://host/', 'redis://'])('takes %s', (address) => {
  expect(addressProblem(address)).toBeUndefined();
});

it.each([
  ['http://host', 'is no address of a Redis server'],
  ['host:6379', 'is no address of a Redis server'],
  ['redis://host/cache', 'names a database that is no number'],
  ['redis://user:%zz@host', 'has a % in its user or password that begins no escape: % itself is %25'],
])('says what is wrong with %s', async (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
  const { status, stderr } = await mapperHere(['worker', '--redis', address]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`error[E-OPTION]: --redis ${problem}\n`)]);
  expect(stderr).not.toContain('zz');
});

it('takes the password out of whatever is said', () => {
  expect(withoutSecrets('AUTH p w, or p%20w', 'redis://:p%20w@host')).toBe('AUTH ***, or ***');
});
