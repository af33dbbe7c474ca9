import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Architecture, StorageLevel } from '../../src/arch/architecture.js';
import { freeForm, genericArchitectures, nameOf, readProblem, root, shippedWorkloads } from './shipped-files.js';

const architectures = genericArchitectures();

/** MACs, and bytes of every storage level but the outermost: what the papers say. */
const facts: Readonly<Record<string, { macs: number; bytes: Readonly<Record<string, number>> }>> = {
  'eyeriss-like': {
    macs: 168,
    bytes: { shared_glb: 108 * 1024, ifmap_spad: 24, weights_spad: 448, psum_spad: 48 },
  },
  'eyeriss-256': { macs: 256, bytes: { shared_glb: 128 * 1024, register_file: 512 } },
  'simple-weight-stationary': { macs: 256, bytes: { shared_glb: 128 * 1024, weight_spad: 384, weight_reg: 2 } },
  'simple-output-stationary': { macs: 256, bytes: { shared_glb: 128 * 1024, psum_spad: 64 } },
  'simba-like': {
    macs: 1024,
    bytes: {
      global_buffer: 64 * 1024,
      weight_buffer: 32 * 1024,
      input_buffer: 8 * 1024,
      accumulation_buffer: 3 * 1024,
      weight_reg: 1,
    },
  },
  'nvdla-like': { macs: 2048, bytes: { conv_buffer: 512 * 1024, accumulator: 34 * 1024, weight_reg: 1 } },
  'gemmini-16x16': { macs: 256, bytes: { scratchpad: 256 * 1024, accumulator: 64 * 1024, weight_reg: 1 } },
  'tpu-v1-like': {
    macs: 65_536,
    bytes: { unified_buffer: 24 * 2 ** 20, accumulators: 4 * 2 ** 20, weight_fifo: 4 * 65_536, weight_reg: 1 },
  },
  'eyeriss-like-gating': {
    macs: 168,
    bytes: { shared_glb: 108 * 1024, ifmap_spad: 24, weights_spad: 448, psum_spad: 48 },
  },
  'eyeriss-like-rle': {
    macs: 168,
    bytes: { shared_glb: 108 * 1024, ifmap_spad: 24, weights_spad: 448, psum_spad: 48 },
  },
  'scnn-like': { macs: 1024, bytes: { weight_fifo: 512, activation_ram: 10 * 1024, accumulators: 3 * 1024 } },
  'sparse-tensor-core-like': { macs: 1024, bytes: { shared_memory: 164 * 1024, register_file: 256 * 1024 } },
  'extensor-like': { macs: 128, bytes: { last_level_buffer: 30 * 2 ** 20, pe_buffer: 64 * 1024 } },
  'outer-product-like': { macs: 256, bytes: { tile_cache: 16 * 1024 } },
  'teaching-two-level': { macs: 1, bytes: { Buf: 64 } },
  'teaching-three-level': { macs: 8, bytes: { GLB: 1024, RF: 16 } },
};

function built(path: string): Architecture {
  const { value, said } = readProblem(path, 'workloads/conv/conv2d-small.yaml');
  expect(value, said.join('\n')).toBeDefined();
  return value!.architecture;
}

function storageLevels(architecture: Architecture): StorageLevel[] {
  return architecture.levels.filter((level) => level.kind === 'storage');
}

it('the facts below cover all architectures', () => {
  expect(Object.keys(facts).toSorted()).toEqual(architectures.map(nameOf).toSorted());
});

describe.each(architectures)('%s', (path) => {
  it('has the sizes of its paper', () => {
    const architecture = built(path);
    const [backing, ...inner] = storageLevels(architecture).toReversed();
    expect(backing!.capacityWords).toBeNull();
    expect(architecture.compute.instances).toBe(facts[nameOf(path)]!.macs);
    const bytes = inner.map((level) => [level.name, (level.capacityWords! * level.wordBits) / 8]);
    expect(Object.fromEntries(bytes)).toEqual(facts[nameOf(path)]!.bytes);
  });

  it('takes every energy from its own table, and accesses further out never cost less per word', () => {
    const architecture = built(path);
    expect(architecture.compute.energySource).toBe('ERT');
    const perWord = storageLevels(architecture).map((level) => {
      expect(level.energy.source, level.name).toBe('ERT');
      expect(level.energy.readPj).toBeGreaterThan(0);
      return level.energy.readPj / level.blockSize;
    });
    expect(Math.max(...perWord)).toBe(perWord.at(-1));
  });

  it('says where each of its numbers comes from', () => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    expect(lines.slice(1, 15).some((line) => /\b20\d\d\b|public/.test(line))).toBe(true);
    const bandwidths = lines.filter((line) => /^ +\w+_bandwidth:/.test(line));
    const bare = bandwidths.filter((line) => !line.includes('#'));
    // A bare one repeats the line above it.
    for (const line of bare) {
      const above = lines[lines.indexOf(line) - 1]!;
      expect(above, line).toMatch(/_bandwidth: .*#/);
    }
  });
});

const unconstrained = architectures.filter((path) => nameOf(path).startsWith('teaching'));

it.each(unconstrained)('%s takes workloads with dimensions of their own', (path) => {
  for (const workload of shippedWorkloads().filter((one) => freeForm.includes(nameOf(one)))) {
    expect(readProblem(path, workload).said, workload).toEqual([]);
  }
});

it('the others say which name they miss, instead of dropping the constraint', () => {
  for (const path of architectures.filter((one) => !unconstrained.includes(one))) {
    const { value, said } = readProblem(path, 'workloads/gemm/gemm-example.yaml');
    expect(value, path).toBeUndefined();
    expect(
      said.some((sentence) => sentence.startsWith('E-NAME')),
      path,
    ).toBe(true);
  }
});
