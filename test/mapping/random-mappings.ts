// Random problems with constraints, and random mappings that keep to them.

import * as fc from 'fast-check';
import type { FactorConstraint, LoopConstraints } from '../../src/mapping/constraints.js';
import type { Mapping, TemporalLoop } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { Compat } from '../../src/spec/compat.js';
import type { Texts } from './build.js';

const names = [
  ['A', 'B', 'C', 'D'],
  ['in', 'out', 'px', 'P1'],
  ['K', 'KQ', 'Q', 'out_ch'],
];

interface LoopText {
  readonly order: readonly number[];
  readonly prefix: number;
  readonly suffix: number;
  readonly split: number | null;
  readonly factors: readonly ('' | '=1' | '<=2' | '>=1' | '<=1')[];
}

const factorText = fc.constantFrom<LoopText['factors'][number]>('', '', '', '=1', '<=2', '>=1', '<=1');

const loopText: fc.Arbitrary<LoopText> = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  prefix: fc.nat({ max: 4 }),
  suffix: fc.nat({ max: 2 }),
  split: fc.option(fc.nat({ max: 5 })),
  factors: fc.array(factorText, { minLength: 4, maxLength: 4 }),
});

const keepText = fc.array(fc.constantFrom('keep', 'bypass', 'free'), { minLength: 3, maxLength: 3 });

const dataspaces = ['X', 'Y', 'Out'];

/** Three storage levels and three fan-outs at most, up to four dimensions, constraints everywhere but at the outermost level. */
export const anyProblem: fc.Arbitrary<Texts> = fc
  .record({
    dimensions: fc.constantFrom(...names),
    bounds: fc.array(fc.constantFrom(1, 2, 3, 4, 6, 8, 12), { minLength: 1, maxLength: 4 }),
    loops: fc.array(loopText, { minLength: 5, maxLength: 5 }),
    keeps: fc.array(keepText, { minLength: 2, maxLength: 2 }),
    meshes: fc.array(fc.tuple(fc.constantFrom(1, 2, 4), fc.constantFrom(1, 3)), { minLength: 3, maxLength: 3 }),
    compat: fc.constantFrom<Compat>('none', 'timeloop-v4', 'timeloop-2024'),
  })
  .map(({ dimensions, bounds, loops, keeps, meshes, compat }) => {
    const used = dimensions.slice(0, bounds.length);
    const temporal = (at: number) => `temporal: ${loopYaml(loops[at]!, used)}`;
    const spatial = (at: number) => `spatial: ${loopYaml(loops[at]!, used, loops[at]!.split)}`;
    const mesh = (at: number) => `spatial: {meshX: ${meshes[at]![0]}, meshY: ${meshes[at]![1]}}`;
    const isFlat = (at: number) => meshes[at]![0] * meshes[at]![1] === 1;
    const group = (at: number, ...parts: string[]) =>
      `constraints: {${[...parts, ...(isFlat(at) ? [] : [spatial(at + 2)])].join(', ')}}`;
    const buffer = 'attributes: {datawidth: 8, depth: 9999, vector_access_energy: 1}';
    return {
      compat,
      architecture: `
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {datawidth: 8, vector_access_energy: 1}}
  - !Component {name: GLB, class: storage, ${mesh(0)}, ${buffer}, ${group(0, temporal(0), keepYaml(keeps[0]!))}}
  - !Container {name: PE, ${mesh(1)}, ${group(1)}}
  - !Component {name: RF, class: storage, ${buffer}, constraints: {${temporal(1)}, ${keepYaml(keeps[1]!)}}}
  - !Component {name: mac, class: intmac, attributes: {energy: 1}, ${mesh(2)}, ${group(2)}}
`,
      problem: `
problem:
  shape:
    name: random
    dimensions: [${used.join(', ')}]
    data_spaces:
    - {name: X, projection: [[[${used[0]}]]]}
    - {name: Y, projection: [[[${used.at(-1)}]]]}
    - {name: Out, projection: [${used.map((name) => `[[${name}]]`).join(', ')}], read_write: true}
  instance: {${used.map((name, id) => `${name}: ${bounds[id]}`).join(', ')}}
`,
    };
  });

function loopYaml(text: LoopText, dimensions: readonly string[], split: number | null = null): string {
  const order = text.order.filter((id) => id < dimensions.length).map((id) => dimensions[id]!);
  const prefix = order.slice(0, text.prefix);
  const suffix = order.slice(Math.max(text.prefix, order.length - text.suffix));
  const permutation = suffix.length > 0 ? [...prefix, '_', ...suffix] : prefix;
  const factors = dimensions.flatMap((name, id) => (text.factors[id] ? [`"${name}${text.factors[id]}"`] : []));
  const parts = [`permutation: [${permutation.join(', ')}]`, `factors: [${factors.join(', ')}]`];
  return `{${split === null ? parts.join(', ') : [...parts, `split: ${split}`].join(', ')}}`;
}

function keepYaml(states: readonly string[]): string {
  const listed = (state: string) => dataspaces.filter((_, id) => states[id] === state).join(', ');
  return `dataspace: {keep: [${listed('keep')}], bypass: [${listed('bypass')}]}`;
}

/** A mapping that keeps to the problem's constraints; the outermost level, which has none, takes what is left over. */
export function mappingWithin(problem: Problem, choices: Iterator<number>): Mapping {
  const pick = (count: number): number => (choices.next().value as number) % count;
  const left = [...problem.workload.bounds];
  const outermost = problem.architecture.levels.length - 1;
  const levels = problem.constraints.levels.map((level, index) => {
    const { fanoutX, fanoutY, kind } = problem.architecture.levels[index]!;
    const order = level.spatial ? completion(level.spatial, left.length, pick) : [];
    const spatial = order.flatMap((dimension, position) => {
      const bound = pickFactor(left[dimension]!, level.spatial!.factors[dimension]!, pick);
      left[dimension]! /= bound;
      const split = level.spatial!.split ?? fanoutX + fanoutY;
      return bound === 1
        ? []
        : [{ dimension, bound, residual: bound, axis: position < split ? ('x' as const) : ('y' as const) }];
    });
    const temporal = completion(level.temporal, left.length, pick).flatMap((dimension): TemporalLoop[] => {
      const constraint = level.temporal.factors[dimension]!;
      const bound = index === outermost ? left[dimension]! : pickFactor(left[dimension]!, constraint, pick);
      left[dimension]! /= bound;
      return bound === 1 ? [] : [{ dimension, bound, residual: bound }];
    });
    const keep = problem.workload.dataspaces.map((_, id) => {
      if ((level.keep >> id) & 1) return true;
      return ((level.bypass >> id) & 1) === 0 && pick(2) === 0;
    });
    return { spatial, temporal, keep: kind === 'fanout' ? keep.map(() => false) : keep };
  });
  return shortenLast(problem, { levels }, pick);
}

function completion(loops: LoopConstraints, dimensions: number, pick: (count: number) => number): number[] {
  const fixed = [...loops.innermost, ...loops.outermost];
  const free = Array.from({ length: dimensions }, (_, id) => id).filter((id) => !fixed.includes(id));
  const shuffled: number[] = [];
  while (free.length > 0) shuffled.push(...free.splice(pick(free.length), 1));
  return [...loops.innermost, ...shuffled, ...loops.outermost];
}

function pickFactor(left: number, constraint: FactorConstraint, pick: (count: number) => number): number {
  const { exact, min = 1, max = Number.POSITIVE_INFINITY } = constraint;
  const factors = Array.from({ length: left }, (_, at) => at + 1).filter(
    (factor) => left % factor === 0 && factor >= min && factor <= max && (exact === undefined || factor === exact),
  );
  return factors[pick(factors.length)]!;
}

/** Sometimes an inner temporal loop is exchanged for one more trip with a short last iteration, where nothing fixes it. */
function shortenLast(problem: Problem, mapping: Mapping, pick: (count: number) => number): Mapping {
  const outermost = mapping.levels.length - 1;
  const dimension = pick(problem.workload.dimensions.length);
  const loops = mapping.levels.flatMap((level) => [...level.spatial, ...level.temporal]);
  const only = loops.filter((loop) => loop.dimension === dimension);
  const inner = mapping.levels[0]!.temporal.find((loop) => loop.dimension === dimension);
  const free = Object.keys(problem.constraints.levels[0]!.temporal.factors[dimension]!).length === 0;
  const bound = problem.workload.bounds[dimension]!;
  if (!inner || !free || only.length !== 1 || bound < 4 || pick(3) > 0) return mapping;
  const trips = bound - 1;
  const outer = { dimension, bound: 2, residual: 2 };
  const replaced = { dimension, bound: trips, residual: 1 };
  return {
    levels: mapping.levels.map((level, index) => {
      if (index === 0) return { ...level, temporal: level.temporal.map((loop) => (loop === inner ? replaced : loop)) };
      return index === outermost ? { ...level, temporal: [...level.temporal, outer] } : level;
    }),
  };
}
