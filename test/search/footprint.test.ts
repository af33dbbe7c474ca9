import { expect, it } from 'vitest';
import { Footprint } from '../../src/search/footprint.js';
import { boxWords } from '../../src/workload/workload.js';
import { checkTight, tightProblems } from './infeasible/tight-problem.js';

it('counts the words of a box as the plain function does', () => {
  checkTight(100, tightProblems, ({ workload }) => {
    const footprint = new Footprint(workload);
    const boxes = [7, ...workload.bounds];
    for (const [t, dataspace] of workload.dataspaces.entries())
      expect(footprint.words(t, boxes, 1)).toBe(boxWords(dataspace, boxes, 1));
  });
});
