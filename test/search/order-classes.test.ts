import { describe, expect, it } from 'vitest';
import { tilingOf } from '../../src/mapspace/tiling.js';
import { orderClasses } from '../../src/search/order-classes.js';
import type { Dataspace } from '../../src/workload/workload.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { timeoutOf } from '../support/properties.js';
import { allCandidates, checkSearches, contextOf, smallSearches } from './random-search.js';

/** `I C P+R` is dataspace I with ranks C and P+R; dimension ids in order of appearance. */
function shapeOf(lines: readonly string[]): { dimensions: string[]; dataspaces: Dataspace[] } {
  const dimensions: string[] = [];
  const idOf = (name: string): number => {
    if (!dimensions.includes(name)) dimensions.push(name);
    return dimensions.indexOf(name);
  };
  const dataspaces = lines.map((line, at): Dataspace => {
    const [name, ...ranks] = line.split(' ');
    const projection = ranks.map((rank) => rank.split('+').map((d) => ({ dimension: idOf(d), coefficient: 1 })));
    return { name: name!, projection, readWrite: at === lines.length - 1 };
  });
  return { dimensions, dataspaces };
}

const conv = shapeOf(['W C M R S', 'I N C P+R Q+S', 'O N M P Q']);

function classesFor(lines: ReturnType<typeof shapeOf>) {
  const bounds = lines.dimensions.map(() => 4);
  const workload = { name: 'w', ...lines, bounds, count: 1, types: new Map() };
  const position = {
    kind: 'temporal' as const,
    level: 1,
    depth: 1,
    factors: [],
    innermost: [],
    outermost: [],
    free: bounds.map((_, d) => d),
    freeMask: 2 ** bounds.length - 1,
    canonical: false,
  };
  return { classes: orderClasses(workload, [position]), all: 2 ** bounds.length - 1 };
}

describe('order classes', () => {
  it('of a matrix product: which dimension is innermost decides', () => {
    const { classes, all } = classesFor(shapeOf(['A M K', 'B K N', 'Z M N']));
    const { count, dimensions } = classes.representatives(0, all)!;
    expect(count).toBe(3);
    expect([...dimensions]).toEqual([0, 1, 2, 1, 0, 2, 2, 0, 1]);
  });

  it('of a convolution are few, and every order belongs to one', () => {
    const { classes, all } = classesFor(conv);
    const { count, dimensions } = classes.representatives(0, all)!;
    expect(count).toBeLessThan(400);
    const orders = Array.from({ length: count }, (_, at) => dimensions.subarray(at * 7, at * 7 + 7).join());
    expect(orders).toEqual([...new Set(orders)].sort());
    const order = Uint8Array.from([6, 2, 4, 0, 5, 3, 1]);
    classes.normalize(0, { order, at: 0, count: 7 });
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('contain only orders that cost the same, digit for digit', { timeout: timeoutOf(60) }, () => {
    let merged = 0;
    checkSearches(60, { problems: { ...smallSearches, maxDimensions: 4, maxBound: 6 }, most: 6000 }, (problem) => {
      const context = contextOf(problem);
      const { mapspace, classes } = context;
      const { spatial, temporal, dimensions } = mapspace.tiling;
      const figures = new Map<string, string>();
      for (const { key, cycles, energyPj, utilization } of allCandidates(context)) {
        const point = mapspace.createPoint();
        mapspace.readKey(key, point);
        temporal.forEach((_, t) => {
          const p = spatial.length + t;
          classes!.normalize(t, { order: point.order, at: p * dimensions, count: point.loops[p]! });
        });
        const normal = mapspace.createKey();
        mapspace.writeKey(point, normal);
        const name = normal.join();
        const cost = `${cycles} ${energyPj} ${utilization}`;
        if (figures.has(name)) merged += 1;
        expect(figures.get(name) ?? cost).toBe(cost);
        figures.set(name, cost);
      }
    });
    expect(merged).toBeGreaterThan(500);
  });
});

describe('tiling', () => {
  it('permutes no loops directly above the compute, nor under --compat along a single axis', () => {
    const { dataspaces, dimensions } = conv;
    const workload = { name: 'w', dimensions, dataspaces, bounds: dimensions.map(() => 2), count: 1, types: new Map() };
    const level = (kind: 'storage' | 'fanout', fanoutX: number, fanoutY: number) => ({ kind, fanoutX, fanoutY });
    const levels = [level('storage', 1, 1), level('fanout', 4, 1), level('fanout', 2, 2), level('storage', 1, 1)];
    const architecture = { levels } as never;
    const given = freeConstraints(workload, architecture);
    const declared = given.levels.map((one) => ({
      ...one,
      spatial: one.spatial && { ...one.spatial, declaredOrder: true },
    }));
    const free = { ...given, levels: declared };
    const tiling = tilingOf(architecture, free, workload.bounds);
    expect(tiling.temporal.map(({ canonical }) => canonical)).toEqual([true, false]);
    expect(tiling.spatial.map(({ canonical }) => canonical)).toEqual([true, false]);
    expect(tilingOf(architecture, given, workload.bounds).spatial.map(({ canonical }) => canonical)).toEqual([
      false,
      false,
    ]);
  });
});
