// Tiles rounded up: whatever real tiles do, their rounded ones do as well, are no smaller where charges fall with size, and hold
// no more where storages are full. Walked tile by tile, through every fan-out and every loop.

import { describe, expect, it } from 'vitest';
import { createChain } from '../../src/search/optimal/space/chain.js';
import { FittingSpreads } from '../../src/search/optimal/space/fitting-spreads.js';
import { Footprints } from '../../src/search/optimal/space/footprints.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import { Rerounding, roundingOf, unrounded } from '../../src/search/optimal/space/rounding.js';
import { TileSets } from '../../src/search/optimal/space/tile-sets.js';
import { contextOf } from './instance.js';
import { writtenInstance, writtenProduct } from './written-instance.js';

const { problem, model } = writtenInstance(`architecture:
  nodes:
    - !Component { name: Main, class: DRAM, attributes: { width: 16, vector_access_energy: 100 } }
    - !Component { name: Global, class: SRAM, attributes: { depth: 512, width: 16, vector_access_energy: 6 } }
    - !Container { name: Rows, spatial: { meshX: 6 } }
    - !Component { name: Local, class: SRAM, attributes: { depth: 32, width: 16, vector_access_energy: 1 } }
    - !Container { name: Columns, spatial: { meshX: 4 } }
    - !Component { name: mac, class: intmac, attributes: { energy: 1 } }
${writtenProduct(24, 36, 30)}`);

const { mapspace, inputs } = contextOf({ problem, model }, {});
const lattice = createLattice(problem.workload.bounds);
const chain = createChain(mapspace, lattice, { plan: inputs.plan, mostSpreads: 10_000 })!;

type Tiles = ReadonlySet<string>;

/** A real tile and the rounded one that has come to stand for it. */
const pair = (node: number, rounded: number): string => `${node} ${rounded}`;
const ofPair = (text: string): [number, number] => text.split(' ').map(Number) as [number, number];

describe.each([8, 60, 200])('tiles rounded to %d', (most) => {
  const rounding = roundingOf(chain, most);
  const rounded = rounding.chain.lattice;

  it('are as few as asked, and among them are the point and the whole', () => {
    expect(rounded.size).toBeLessThanOrEqual(most);
    expect(rounded.value.map((own) => [own[0], own[rounded.top]])).toEqual(lattice.bounds.map((bound) => [1, bound]));
  });

  it('stand for every real tile wherever it comes to', () => {
    let at: Tiles = new Set([pair(0, 0)]);
    for (let k = chain.links.length - 1; k >= 0; k -= 1) {
      const { spreads } = chain.links[k]!;
      const all = [...spreads.keys()];
      const real = new FittingSpreads(lattice, 'product', { ...chain.links[k]!, among: all });
      const coarse = new FittingSpreads(rounded, 'product', { ...rounding.chain.links[k]!, among: all });
      const above = new Set<string>();
      for (const [node, standing] of [...at].map(ofPair)) {
        const made = new Map(Array.from(coarse.found.slice(0, coarse.of(standing)), (s, i) => [s, coarse.made[i]!]));
        const count = real.of(node);
        for (let i = 0; i < count; i += 1) {
          const landed = made.get(real.found[i]!);
          expect(landed, `choice ${real.found[i]} of tile ${node} as ${standing}`).toBeDefined();
          above.add(pair(real.made[i]!, landed!));
        }
      }
      const outside = new Set<string>();
      for (const [node, standing] of [...above].map(ofPair)) {
        for (let next = 0; next < lattice.size; next += 1) {
          if (!lattice.value.every((own) => own[next]! % own[node]! === 0)) continue;
          // The least rounded tile that holds both.
          const digits = rounded.value.map((_, d) =>
            Math.max(
              rounded.digit[d]![standing]!,
              rounded.divisors[d]!.findIndex((row) => row >= lattice.value[d]![next]!),
            ),
          );
          const to = digits.reduce((id, digit, d) => id + rounded.offset[d]![digit]!, 0);
          outside.add(pair(next, to));
        }
      }
      for (const [where, tiles] of [
        ['inside', above],
        ['outside', outside],
      ] as const) {
        for (const [node, standing] of [...tiles].map(ofPair)) {
          for (let d = 0; d < lattice.dimensions; d += 1) {
            expect(rounded.value[d]![standing]).toBeGreaterThanOrEqual(lattice.value[d]![node]!);
            const places = rounding[where][k]![d]![rounded.digit[d]![standing]!]!;
            expect(places).toContain(lattice.digit[d]![node]);
          }
        }
      }
      for (const [node, standing] of [...outside].map(ofPair)) {
        for (let d = 0; d < lattice.dimensions; d += 1)
          expect(rounding.least[k]![d]![standing]).toBeLessThanOrEqual(lattice.value[d]![node]!);
      }
      at = outside;
    }
    // Whatever it came through, the whole is the whole.
    const last = [...at].map(ofPair).filter(([node]) => node === lattice.top);
    expect(new Set(last.map(([, standing]) => standing))).toEqual(new Set([rounded.top]));
  });

  it('tell the tiles that they stand for, each with the greatest figure', () => {
    const members = rounding.inside[1]!;
    const to = unrounded(chain);
    const rerounding = new Rerounding({ lattice: rounded, members }, { lattice, members: to.inside[1]! });
    const nodes = Int32Array.from({ length: rounded.size }, (_, node) => node);
    const figures = Float64Array.from(nodes, (node) => (node * 7) % 11);
    const wanted = new Map<number, number>();
    for (const node of nodes) {
      for (let tile = 0; tile < lattice.size; tile += 1) {
        const stands = members.every((own, d) => own[rounded.digit[d]![node]!]!.includes(lattice.digit[d]![tile]!));
        if (stands) wanted.set(tile, Math.max(wanted.get(tile) ?? 0, figures[node]!));
      }
    }
    const found = rerounding.of({ nodes, figures });
    expect([...found.nodes].map((tile, at) => [tile, found.figures[at]])).toEqual(
      [...wanted].sort(([a], [b]) => a - b),
    );
  });
});

it('are admitted above fan-outs also where there are too many choices to try each', () => {
  const rounding = roundingOf(chain, 8);
  const { lattice: rounded, links } = rounding.chain;
  const k = 1;
  const { spreads } = links[k]!;
  // As many tiles as it takes, all of them the point.
  const nodes = new Int32Array(Math.ceil(20_000_000 / spreads.length) + 1);
  const footprints = new Footprints(rounding.chain, [], { machine: null, room: null, met: [] });
  const { place } = new TileSets(rounding.chain, footprints).admitInside(k, nodes);
  const fitting = new FittingSpreads(rounded, 'product', { ...links[k]!, among: [...spreads.keys()] });
  const made = [...fitting.made.slice(0, fitting.of(0))];
  expect(new Set(made).size).toBeGreaterThan(1);
  expect(made.filter((node) => place[node]! < 0)).toEqual([]);
});
