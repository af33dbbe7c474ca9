import { describe, expect, it } from 'vitest';
import { build, saidBesidesEnergy } from './build.js';

const tree = (branch: string): string => `
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8}}
  - !${branch}
    nodes:
    - !Component {name: Buf, class: storage, attributes: {datawidth: 8, depth: 4}, spatial: {meshX: 2}}
  - !Component {name: mac, class: intmac}`;

describe('a Pipelined branch', () => {
  it('may not fan out', () => {
    expect(saidBesidesEnergy(build(tree('Pipelined')))).toEqual(['E-PARALLEL Buf fans out inside a Pipelined branch']);
    expect(saidBesidesEnergy(build(tree('Hierarchical')))).toEqual([]);
  });

  it('is read as a hierarchy under --compat, with a warning', () => {
    const built = build(tree('Pipelined'), { compat: 'timeloop-v4' });
    expect(saidBesidesEnergy(built)).toEqual(['W-COMPAT Buf fans out inside a Pipelined branch']);
    expect(built.architecture!.compute.instances).toBe(2);
  });
});

it('depth: null is a storage without a limit, no depth at all a storage without a size', () => {
  const storage = (depth: string): string => `
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8}}
  - !Component {name: Buf, class: storage, attributes: {datawidth: 8${depth}}}
  - !Component {name: mac, class: intmac}`;
  const built = build(storage(', depth: null'));
  expect(saidBesidesEnergy(built)).toEqual([]);
  expect(built.architecture!.levels[0]!.capacityWords).toBeNull();
  expect(saidBesidesEnergy(build(storage('')))).toEqual(['E-ATTRIBUTE storage Buf has no size']);
});
