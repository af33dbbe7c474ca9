// Dimensions that nothing tells apart: mappings and their images cost the same, and a search that leaves one of the two out
// finds what a walk over all mappings finds, ties included.

import { describe, expect, it } from 'vitest';
import { VALID } from '../../src/model/kernel/verdict.js';
import { NestWriter } from '../../src/search/nest-writer.js';
import { Images } from '../../src/search/optimal/descent/images.js';
import { createChain, type Mirror } from '../../src/search/optimal/space/chain.js';
import { createLattice } from '../../src/search/optimal/space/lattice.js';
import { halvedBy, mirrorOf } from '../../src/search/optimal/space/mirror.js';
import { allCandidates } from '../search/random-search.js';
import { timeoutOf } from '../support/properties.js';
import { bestComplaints, frontierComplaints, topComplaints } from './exact-checks.js';
import { checkInstances, contextOf, type Instance, type InstanceOptions, smallInstances } from './instance.js';
import { writtenInstance } from './written-instance.js';

const most = 6_000;

const options: InstanceOptions = {
  ...smallInstances,
  maxBound: 6,
  maxStorageLevels: 3,
  constraints: 'none',
  flags: 'random',
  families: ['conv2d', 'elementwise', 'attention', 'wild'],
};

/** With equal bounds wherever dimensions are then alike; undefined where none are, or there are many mappings. */
function symmetric(instance: Instance): { readonly instance: Instance; readonly mirror: Mirror } | undefined {
  const withBounds = (bounds: readonly number[]): Instance => ({
    ...instance,
    problem: { ...instance.problem, workload: { ...instance.problem.workload, bounds } },
  });
  const { bounds } = instance.problem.workload;
  const mirror = mirrorOf(contextOf(withBounds(bounds.map(() => 2)), {}));
  if (mirror === null) return undefined;
  const square = withBounds(bounds.map((bound, d) => Math.min(bound, bounds[mirror[d]!]!)));
  const context = contextOf(square, {});
  const found = mirrorOf(context);
  if (found === null || !context.mapspace.sizeIsExact || context.mapspace.size > BigInt(most)) return undefined;
  return { instance: square, mirror: found };
}

function whereSymmetric(runs: number, complaints: (instance: Instance, mirror: Mirror) => string[]): void {
  checkInstances(runs, options, (drawn) => {
    const found = symmetric(drawn);
    return found && complaints(found.instance, found.mirror);
  });
}

describe('a mapspace with dimensions that nothing tells apart', () => {
  it('has an image of each mapping that costs the same', { timeout: timeoutOf(40) }, () => {
    whereSymmetric(40, (instance, mirror) => {
      const context = contextOf(instance, {});
      const { mapspace, evaluator } = context;
      const image = new Images(context, mirror);
      const point = mapspace.createPoint();
      const all = allCandidates(context);
      const step = Math.ceil(all.length / 500);
      return all
        .filter((_, at) => at % step === 0)
        .flatMap(({ key, cycles, energyPj, utilization }) => {
          mapspace.readKey(key, point);
          new NestWriter(mapspace, evaluator.nest, image.of(point, mirror)).write();
          const verdict = evaluator.evaluate();
          const found = [evaluator.cycles, evaluator.energyPj, evaluator.utilization].join();
          const wanted = [cycles, energyPj, utilization].join();
          return verdict === VALID && found === wanted ? [] : [`${key}: image ${verdict} ${found}, not ${wanted}`];
        });
    });
  });

  it('is halved and has the best, the frontier and the five best of all', { timeout: 4 * timeoutOf(80) }, () => {
    const halved = { spreads: 0, tiles: 0 };
    whereSymmetric(80, (instance, mirror) => {
      const { mapspace, inputs } = contextOf(instance, {});
      const lattice = createLattice(mapspace.problem.workload.bounds);
      const chain = halvedBy(mirror, createChain(mapspace, lattice, { plan: inputs.plan, mostSpreads: 1000 })!);
      halved[chain.halved?.elsewhere === null ? 'spreads' : 'tiles'] += 1;
      return [...bestComplaints(instance), ...frontierComplaints(instance), ...topComplaints(instance)];
    });
    if (process.env.MAPPER_OPTIMAL_CASE !== undefined) return;
    expect(halved.spreads).toBeGreaterThan(0);
    expect(halved.tiles).toBeGreaterThan(0);
  });
});

/** Dimensions with one bound, all of them told apart: each dataspace has one more of them than the one before. */
function nested(dimensions: number): Instance {
  const names = Array.from({ length: dimensions }, (_, d) => `D${d}`);
  const spaces = names.map((_, d) => `{ name: S${d}, projection: [${ranks(names.slice(0, d + 1))}] }`);
  return writtenInstance(`
architecture:
  nodes:
    - !Component { name: Main, class: DRAM, attributes: { vector_access_energy: 100 } }
    - !Component { name: mac, class: intmac, attributes: { energy: 1 } }
problem:
  shape:
    name: nested
    dimensions: [${names}]
    data_spaces: [${spaces}, { name: Out, projection: [${ranks(names)}], read_write: true }]
  instance: { ${names.map((name) => `${name}: 2`)} }
`);
}

const ranks = (names: readonly string[]): string[] => names.map((name) => `[[${name}]]`);

it('looks for an image no further than a thousand ways of swapping', () => {
  // Of 29 dimensions there are more ways to swap pairs than there is time for.
  for (const dimensions of [2, 5, 29]) expect(mirrorOf(contextOf(nested(dimensions), {}))).toBeNull();
});
