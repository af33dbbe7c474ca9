// Which of the mappings of a file is meant.

import { expect, it } from 'vitest';
import { pickMapping, type StoredMapping } from '../../src/results/stored-mapping.js';

const stored = (workload: string, architecture: string): StoredMapping => {
  return { architecture, workload, rank: 1, mapping: '[]', choices: '' };
};
const wanted = { architecture: 'a', workload: 'w', rank: 1 };

it('is the one of its workload and architecture', () => {
  const meant = stored('w', 'a');
  expect(pickMapping([stored('w', 'b'), meant, stored('v', 'a')], wanted, 'x.csv')).toBe(meant);
});

it('is none where a sweep has several, and the message says how many', () => {
  const several = [stored('w', 'a'), stored('w', 'a'), stored('v', 'a')];
  expect(pickMapping(several, wanted, 'x.csv')).toMatchObject({
    message: 'x.csv has 2 mappings of rank 1 for w on a',
    expected: 'one',
    hint: expect.stringContaining('leave in the file the row that is meant'),
  });
  expect(pickMapping([stored('v', 'a'), stored('u', 'a')], wanted, 'x.csv')).toMatchObject({
    message: 'x.csv has 2 mappings of rank 1, none for w on a',
    found: 'v on a, u on a',
  });
});
