// Neighbours above compute may leave more of a window while nothing moves than as it steps: then the order in which a loop that
// does not move it stands outside the first one that does is the cheap one, and no order with a longer run stands for it.

import { expect, it } from 'vitest';
import { boundComplaints } from './bound-checks.js';
import { writtenInstance } from './written-instance.js';

it('a window that neighbours forward is not charged for standing still where it steps first', () => {
  const instance = writtenInstance(`
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {width: 8, datawidth: 8, depth: 3}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: 2, meshY: 1}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: convolution
    dimensions: [P, R, K]
    data_spaces:
      - {name: I, projection: [[[P], [R]]]}
      - {name: W, projection: [[[R]], [[K]]]}
      - {name: O, projection: [[[P]], [[K]]], read_write: true}
  instance: {P: 4, R: 3, K: 3}
constraints:
  targets:
    - {target: Outer, type: temporal, factors: [P=1, R=1, K=1]}
    - {target: Inner, type: temporal, permutation: [R, K, P]}
    - {target: Inner, type: dataspace, bypass: [I, W, O]}
`);
  expect(boundComplaints(instance)).toEqual([]);
});
