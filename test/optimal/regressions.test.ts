// Bounds that once were above the truth, each with the smallest problem that showed it.

import { expect, it } from 'vitest';
import { boundComplaints } from './bound-checks.js';
import { frontierComplaints } from './exact-checks.js';
import { writtenInstance } from './written-instance.js';

const cases: Readonly<Record<string, string>> = {
  'an order that is too slow stands in the tables of a region as long as a dearer one does': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, shared_bandwidth: 4}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 4, width: 8, datawidth: 8}}
    - !Component {name: Inner, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 1, meshY: 2}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: convolution
    dimensions: [C, M, R, S, P, Q]
    coefficients: [{name: Stride, default: 3}]
    data_spaces:
      - {name: W, projection: [[[C]], [[M]], [[R]], [[S]]]}
      - {name: I, projection: [[[C]], [[P], [R]], [[Q, Stride], [S]]]}
      - {name: O, projection: [[[M]], [[P]], [[Q]]], read_write: true}
  instance: {C: 1, M: 2, R: 2, S: 1, P: 7, Q: 8}
constraints:
  targets:
    - {target: Outer, type: temporal, factors: [C=1, M=2, R=2, S=1, P=7, Q=4]}
    - {target: Middle, type: dataspace, keep: [I], bypass: [W, O]}
    - {target: Middle, type: temporal, factors: [M=1], permutation: [Q, C, M, R, S, P]}
    - {target: Inner, type: dataspace, keep: [I, O], bypass: [W]}
    - {target: Inner, type: temporal, factors: [C=1, M=1, R=1, S=1, P=1, Q=1]}
`,

  'a storage is only filled where another one outside surely keeps the dataspace': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, energy_per_access: 0}}
    - !Container {name: row, spatial: {meshX: 2, meshY: 2}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 2, width: 8, datawidth: 8, energy_per_access: 0}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8}
    - !Container {name: cell, spatial: {meshX: 2, meshY: 2}}
    - !Component {name: Register, class: regfile, attributes: {depth: 64, width: 8, datawidth: 8, energy_per_access: 0}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8, energy: 0.125}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: fill, energy: 2}, {name: update, energy: 14}]}
    - {name: Register, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0.125}]}
problem:
  shape:
    name: elementwise
    dimensions: [M]
    data_spaces:
      - {name: A, projection: [[[M]]]}
      - {name: B, projection: [[[M]]]}
      - {name: Z, projection: [[[M]]], read_write: true}
  instance: {M: 4}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A], bypass: [B, Z]}
    - {target: Outer, type: temporal, factors: [M=2]}
    - {target: Inner, type: dataspace, keep: [B], bypass: [A, Z]}
    - {target: Register, type: temporal, factors: [M=1]}
`,

  'passes of outputs that are instances side by side refill nothing: each touches a copy of its own first': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 2}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: fill, energy: 6.625}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: three-inputs
    dimensions: [M, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: S, projection: [[[K]]]}
      - {name: Z, projection: [[[M]]], read_write: true}
  instance: {M: 8, K: 4}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, S, Z]}
    - {target: Outer, type: temporal, factors: [M=1, K=1]}
    - {target: row, type: spatial, factors: [M=1, K=2]}
    - {target: Middle, type: dataspace, keep: [S, Z], bypass: [A]}
    - {target: Middle, type: temporal, factors: [M=2, K=2], permutation: [K, M]}
    - {target: Inner, type: dataspace, keep: [A, S, Z]}
    - {target: Inner, type: temporal, factors: [M=4, K=1]}
`,

  'neighbours may forward words at several fan-outs between a storage and compute': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, write_bandwidth: 0.75}}
    - !Component
      name: Middle
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8}
      constraints: {dataspace: {bypass: [O]}}
    - !Container {name: row, spatial: {meshY: 3}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8}
      constraints: {dataspace: {bypass: [O]}}
    - !Container {name: cell, spatial: {meshY: 2}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 3}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0.125}]}
problem:
  shape:
    name: sums
    dimensions: [A, B, C]
    data_spaces:
      - {name: O, projection: [[[B], [C]]], read_write: true}
  instance: {A: 5, B: 2, C: 6}
constraints:
  targets:
    - {target: Outer, type: temporal, factors: [A=5, B=2, C=1], permutation: [B, A]}
    - {target: Middle, type: temporal, factors: [A=1, B=1, C=1]}
    - {target: row, type: spatial, factors: [A=1, B=1, C=3]}
    - {target: Inner, type: temporal, factors: [A=1, B=1, C=1]}
    - {target: cell, type: spatial, factors: [A=1, B=1, C=2]}
`,

  'what fan-outs multicast less than the most is not charged beside every word once': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 4}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: cell, spatial: {meshX: 2}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: fill, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: outer
    dimensions: [M, N]
    data_spaces:
      - {name: A, projection: [[[M]]]}
      - {name: B, projection: [[[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 4, N: 4}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, B, Z]}
    - {target: Inner, type: dataspace, keep: [B], bypass: [A, Z]}
`,

  'what outputs are read back beyond the least may all be first touches': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Container {name: far, spatial: {meshX: 3}}
    - !Container {name: near, spatial: {meshX: 2}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8}
    - !Container {name: cell, spatial: {meshX: 3}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [M, R, P]
    data_spaces:
      - {name: O, projection: [[[M]], [[P]]], read_write: true}
      - {name: I, projection: [[[R], [P]]]}
      - {name: W, projection: [[[M]], [[R]]]}
  instance: {M: 8, R: 3, P: 3}
constraints:
  targets:
    - {target: far, type: spatial, factors: [M=1, R=3, P=1]}
    - {target: Inner, type: dataspace, keep: [W], bypass: [I, O]}
    - {target: Inner, type: temporal, permutation: [M, R, P]}
`,

  'part of the way the loop that a neighbour forwards after may be inside already': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8, shared_bandwidth: 4}}
    - !Container {name: far, spatial: {meshX: 2}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: column, spatial: {meshY: 2}}
    - !Container {name: cell, spatial: {meshX: 2}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [C, M, R, S, P, Q]
    data_spaces:
      - {name: W, projection: [[[C]], [[M]], [[R]], [[S]]]}
      - {name: I, projection: [[[C]], [[P], [R]], [[Q], [S]]]}
      - {name: O, projection: [[[M]], [[P]], [[Q]]], read_write: true}
  instance: {C: 2, M: 2, R: 4, S: 1, P: 4, Q: 2}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [W, I, O]}
    - {target: Outer, type: temporal, factors: [C=1, M=1, R=1, P=2, Q=1]}
    - {target: far, type: spatial, factors: [C=1, M=1, R=1, P=1, Q=2]}
    - {target: Inner, type: dataspace, keep: [W], bypass: [I, O]}
    - {target: Inner, type: temporal, factors: [C=2, M=2, R=2, P=1, Q=1], permutation: [R, M, C]}
    - {target: column, type: spatial, factors: [C=1, M=1, R=1, P=2, Q=1]}
    - {target: cell, type: spatial, factors: [C=1, M=1, R=2, P=1, Q=1]}
`,

  'what choices are sure to ask for is not charged beside what all of them ask for': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 64, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 2}}
    - !Container {name: cell, spatial: {meshX: 4}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 8.25}, {name: fill, energy: 0}, {name: update, energy: 27.5}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [M, R, P]
    data_spaces:
      - {name: W, projection: [[[M]], [[R]]]}
      - {name: I, projection: [[[P], [R]]]}
      - {name: O, projection: [[[M]], [[P]]], read_write: true}
  instance: {M: 8, R: 9, P: 6}
constraints:
  targets:
    - {target: Inner, type: temporal, factors: [M=4, R=1, P=6]}
    - {target: Outer, type: temporal, permutation: [R, M, P]}
`,

  'holes that a stride leaves in a tile are not passed on': `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 2}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [S, P]
    coefficients: [{name: Stride, default: 2}]
    data_spaces:
      - {name: W, projection: [[[S]]]}
      - {name: I, projection: [[[P]], [[S, Stride]]]}
      - {name: O, projection: [[[P]]], read_write: true}
  instance: {S: 8, P: 2}
constraints:
  targets:
    - {target: Outer, type: temporal, factors: [S=2, P=2]}
    - {target: Middle, type: dataspace, keep: [I], bypass: [W, O]}
    - {target: row, type: spatial, factors: [S=2, P=1]}
    - {target: Inner, type: dataspace, keep: [W, I]}
    - {target: Inner, type: temporal, factors: [S=2, P=1]}
`,
};

it.each(Object.entries(cases))('%s', (_, text) => {
  expect(boundComplaints(writtenInstance(text))).toEqual([]);
});

/** Cycles of a frontier have no limit, and nobody outside serves what the outermost storage lacks: that is of no use, and no reason to drop others. */
const unserved = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Inner, class: DRAM, attributes: {width: 8, datawidth: 8, shared_bandwidth: 0.75}}
    - !Container {name: row, spatial: {meshX: 1, meshY: 2}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: convolution
    dimensions: [S, Q]
    data_spaces:
      - {name: W, projection: [[[S]]]}
      - {name: I, projection: [[[Q], [S]]]}
      - {name: O, projection: [[[Q]]], read_write: true}
  instance: {S: 4, Q: 2}
constraints:
  targets:
    - {target: Outer, type: dataspace, bypass: [I]}
`;

it('a frontier is whole where the outermost storage does not keep everything', () => {
  expect(frontierComplaints(writtenInstance(unserved))).toEqual([]);
});
