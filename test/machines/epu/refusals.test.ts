// What the machine refuses, and what it says then; and that its own files are read without a word.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coreNames } from '../../../src/machines/epu/parameters.js';
import { root } from '../../shipped/shipped-files.js';
import { architecture, build, buildWith, evaluate, problem } from './problems.js';

const small = `
problem:
  shape: cnn_layer
  instance: {C: 8, M: 8, R: 3, S: 3, N: 1, P: 16, Q: 16}`;

describe.each(coreNames)('arch/epu-%s.yaml', (core) => {
  it('is read without a word', () => {
    expect(problem(core, small).architecture.machine).toBe('epu');
  });

  it('states every parameter, each with its source or as an estimate', () => {
    const lines = architecture(core).source.text.split('\n');
    const section = lines.slice(lines.indexOf('machine:') + 1, lines.indexOf('', lines.indexOf('machine:')));
    const stated = section.map((line) => /^ {2}(\w+):/.exec(line)?.[1]);
    const schema = JSON.parse(readFileSync(join(root, 'schemas/machine.schema.json'), 'utf8'));
    expect(stated.toSorted()).toEqual(Object.keys(schema.definitions.epu.properties).toSorted());
    for (const line of section.slice(2)) expect(line).toMatch(/estimate|\[[ACD]\]|searched/);
  });
});

describe('refused', () => {
  const three = `
problem:
  shape:
    name: mttkrp
    dimensions: [I, J, K, L]
    data_spaces:
      - {name: A, projection: [[[I]], [[K]], [[L]]]}
      - {name: B, projection: [[[K]], [[J]]]}
      - {name: D, projection: [[[L]], [[J]]]}
      - {name: Z, projection: [[[I]], [[J]]], read_write: true}
  instance: {I: 4, J: 4, K: 4, L: 4}`;
  const typed = (type: string): string => `${small}\n  types: {Inputs: ${type}}`;
  const set = (key: string, value: string) => ({ [key]: value });
  it.each([
    [
      'three inputs',
      three,
      {},
      'E-MACHINE: epu multiplies two inputs into one output, and mttkrp has other dataspaces',
    ],
    ['floating point', typed('bf16'), {}, 'E-UNSUPPORTED: epu does not compute with bf16'],
    ['nibbles', typed('int4'), {}, 'E-UNSUPPORTED: epu does not compute with int4'],
    [
      'another core than the tree has',
      small,
      set('machine.core', 'q16'),
      "E-MACHINE: column is not as large as the machine's",
    ],
    ['a larger pop', small, set('broadcast.entries', '16'), "E-MACHINE: broadcast is not as large as the machine's"],
    ['words of two bytes', small, set('OCM.datawidth', '16'), /^E-/],
    ['no rate', small, set('machine.ddr_bytes_per_cycle', '0'), /^E-TYPE: .*ddr_bytes_per_cycle/],
    ['half a lane', small, set('machine.mac_lanes_int8', '0.5'), /^E-TYPE: .*mac_lanes_int8/],
    ['an unknown composition', small, set('machine.composition', 'lazy'), /^E-TYPE: .*composition/],
  ] as const)('%s', (_, workload, settings, message) => {
    const built = build('q8', workload, settings);
    expect(built.problem).toBeUndefined();
    expect(built.said[0]).toMatch(typeof message === 'string' ? literally(message) : message);
  });

  it('a parameter that is misspelt', () => {
    const { text } = architecture('q8').source;
    const misspelt = text.replace('flow_setup_cycles:', 'flow_setup_cycle:');
    expect(buildWith(misspelt, small).said).toEqual(['E-KEY: unknown key flow_setup_cycle in machine']);
  });

  it('a tree without a broadcast register', () => {
    const { text } = architecture('q8').source;
    const without = text.replace('name: broadcast\n', 'name: broadcast\n      enabled: false\n');
    expect(buildWith(without, small).said).toContain('E-MACHINE: the epu needs a storage called broadcast');
  });

  it.each([
    [
      'a copy of half the width (L2)',
      'Q',
      { DDR: 'Q2', OCM: 'P2', column: 'Q8', row: 'P8', MAC: 'C8', localMem: 'M8 R3 S3' },
    ],
    [
      'filters on the columns of the array',
      'M',
      { OCM: 'Q16 P2', column: 'M8', row: 'P8', MAC: 'C8', localMem: 'R3 S3' },
    ],
    ['sums across cores', 'C', { OCM: 'Q16 P2', column: 'C8', row: 'P8', localMem: 'M8 R3 S3' }],
    ['taps from OCM, one by one', 'R', { OCM: 'Q2 P2 R3', column: 'Q8', row: 'P8', MAC: 'C8', localMem: 'M8 S3' }],
    ['pixels on the lanes', 'Q', { OCM: 'Q2 P2', row: 'P8', MAC: 'Q8', localMem: 'M8 R3 S3 C8' }],
  ])('%s', (_, dimension, factors) => {
    const spatial = ['column', 'row', 'MAC'];
    const mapping = Object.entries(factors)
      .map(
        ([target, text]) =>
          `  - {target: ${target}, type: ${spatial.includes(target) ? 'spatial' : 'temporal'}, factors: ${text}}`,
      )
      .join('\n');
    const { evaluation, said } = evaluate({ core: 'q8', workload: small, mapping });
    expect(evaluation).toBeUndefined();
    expect(said[0]).toMatch(new RegExp(`^E-CONFLICT: .*\\b${dimension}\\b`));
  });
});

function literally(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
