import { describe, expect, it } from 'vitest';
import { build, saidBesidesEnergy } from './build.js';

const nodes = `
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8}}
  - !Component {name: mac, class: intmac}`;

describe('machine', () => {
  it('is generic unless the file names one', () => {
    expect(build(nodes).architecture).toMatchObject({ machine: 'generic', machineParameters: {} });
    const named = build(nodes, { more: 'machine: {name: systolic, rows: 8, modes: [a, b]}' });
    expect(named.architecture).toMatchObject({
      machine: 'systolic',
      machineParameters: { rows: 8, modes: ['a', 'b'] },
    });
  });

  it('must have a name', () => {
    expect(saidBesidesEnergy(build(nodes, { more: 'machine: {name: 3}' }))[0]).toMatch(/^E-/);
  });
});
