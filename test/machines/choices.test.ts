// What a machine leaves open is searched: the proof goes over all of it, and no choice that somebody states does better.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineModel } from '../../src/machines/models.js';
import { alternativesOf, searchedChoices } from '../../src/mapping/alternatives.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { isBeaten, promisingFirst } from '../../src/parallel/promising.js';
import { alternativeInputs, proveAlternative, searchAlternatives } from '../../src/parallel/run-alternatives.js';
import { emptyResult } from '../../src/search/assemble-result.js';
import { boundOf } from '../../src/search/bounds.js';
import { metricValue } from '../../src/search/objective.js';
import type { Metric, SearchResult, StopReason } from '../../src/search/result.js';
import { usualOptions } from '../search/random-search.js';
import { convolutionOf, problemOf, productOf, searched } from './searched.js';

const strided = convolutionOf('C: 8, M: 16, R: 3, S: 3, N: 1, P: 7, Q: 5, Wstride: 2, Hstride: 2');
const few = convolutionOf('C: 3, M: 4, R: 3, S: 1, N: 1, P: 8, Q: 1, Wstride: 2, Hstride: 2');
const pointwise = convolutionOf('C: 64, M: 64, R: 1, S: 1, N: 1, P: 7, Q: 7');

interface Case {
  readonly machine: string;
  readonly name: string;
  readonly workload: string;
}

const cases: readonly Case[] = [
  { machine: 'epu-q8', name: 'strided convolution', workload: strided },
  { machine: 'epu-q16', name: 'pointwise convolution', workload: pointwise },
  { machine: 'epu-q8', name: 'matrix product', workload: productOf(12, 40, 96) },
  { machine: 'ipu-mk2', name: 'one row', workload: productOf(1, 256, 512) },
  { machine: 'tpu-v5e', name: 'strided convolution', workload: few },
  {
    machine: 'tpu-v2',
    name: 'groups',
    workload: convolutionOf('G: 32, C: 1, M: 1, R: 3, S: 3, N: 1, P: 8, Q: 8', 'grouped_cnn_layer'),
  },
];

describe.each(cases)('$machine, $name', ({ machine, workload }) => {
  it.each<Metric>(['cycles', 'edp'])('%s: the least of all fixed choices, and proven', async (metric) => {
    const alternatives = alternativesOf(problemOf({ machine, workload }, metric === 'cycles'));
    expect(alternatives.length).toBeGreaterThan(1);
    const options = { objective: [metric], top: 3 };
    const open = await searched({ machine, workload }, options);
    expect(open.optimal).toBe(true);
    const fixed = await Promise.all(
      alternatives.map(({ choices }) => searched({ machine, workload, set: stated(choices!) }, options)),
    );
    const figures = fixed.flatMap(({ mappings }) => mappings.map((one) => figureOf(metric, one))).sort((a, b) => a - b);
    expect(open.mappings.map((one) => figureOf(metric, one))).toEqual(figures.slice(0, 3));
  });

  it('a frontier over all choices', async () => {
    const alternatives = alternativesOf(problemOf({ machine, workload }));
    const open = await searched({ machine, workload }, { frontier: true });
    const fixed = await Promise.all(
      alternatives.map(({ choices }) => searched({ machine, workload, set: stated(choices!) }, { frontier: true })),
    );
    for (const { cycles, energyPj } of fixed.flatMap(({ frontier }) => frontier))
      expect(open.frontier.some((one) => one.cycles <= cycles && one.energyPj <= energyPj)).toBe(true);
  });
});

it('a proof on a TPU names the layouts that it is for', () => {
  const model = machineModel(problemOf({ machine: 'tpu-v5e', workload: pointwise }));
  expect(model!.assumptions).toContain('layouts that a compiler may choose, where the file states no others');
});

it('a stated choice is not searched', () => {
  const problem = problemOf({ machine: 'epu-q8', workload: strided, set: { on_cores: 'rows' } });
  expect(searchedChoices(problem)).toEqual({ strided_fetch: ['rau', 'flow'] });
  const both = problemOf({ machine: 'epu-q8', workload: strided, set: { on_cores: 'rows', strided_fetch: 'flow' } });
  expect(both.others).toBeUndefined();
});

it('what is stated and without effect leaves the rest open', () => {
  const problem = problemOf({ machine: 'epu-q8', workload: pointwise, set: { strided_fetch: 'flow' } });
  expect(searchedChoices(problem)).toEqual({ on_cores: ['rows', 'columns'] });
});

it('operands change places but where groups of what a window steps along would be loaded', () => {
  const stepping = (n: number) =>
    convolutionOf(`C: 64, M: 64, R: 1, S: 1, N: ${n}, P: 14, Q: 14, Wstride: 2, Hstride: 2`);
  const searchedFor = (n: number) =>
    searchedChoices(problemOf({ machine: 'ipu-mk2', workload: stepping(n), set: { kernel: 'amp' } }))?.swapped;
  expect([searchedFor(1), searchedFor(16)]).toEqual([[false], [false, true]]);
});

/** A search that proves the least cycles of a layer on a machine, at a clock that stands still unless it is told. */
function askedFor(machine: string, instance: string, limit: number | null = null) {
  const problem = problemOf({ machine, workload: convolutionOf(instance, 'grouped_cnn_layer') });
  const { workload, architecture, constraints } = problem;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const options = { ...usualOptions, objective: ['cycles'], algorithm: 'optimal', top: 1, frontier: false } as const;
  const limited = { ...options, timeLimitSeconds: limit };
  const alternatives = alternativeInputs(problem, plan, limited);
  const clock = { seconds: 0 };
  const asked = { alternatives, options: limited, elapsedSeconds: () => clock.seconds, stopRequested: () => false };
  return { asked, clock, choices: (at: number) => alternatives[at]!.problem.choices! };
}

const depthwise = 'G: 240, C: 1, M: 1, R: 5, S: 5, N: 1, P: 14, Q: 14, Wstride: 2, Hstride: 2';

it('a search begins with the choice whose samples come to clearly less, whatever the bounds of others promise', async () => {
  const { asked, choices } = askedFor('tpu-v4i', depthwise);
  const order = (await promisingFirst(asked)).map(({ alternative }) => alternative);
  expect(choices(order[0]!).unit).toBe('vector');
  expect(order.toSorted((a, b) => a - b)).toEqual(asked.alternatives.map((_, at) => at));
});

it('the choice that promises the most is sampled before another is called better', async () => {
  const { asked, choices } = askedFor('epu-q16', 'G: 144, C: 1, M: 1, R: 3, S: 3, N: 1, P: 56, Q: 56');
  const [first, second] = await promisingFirst(asked);
  expect(choices(first!.alternative)).toEqual({ on_cores: 'rows' });
  expect(isBeaten(second!.context!, first!.best)).toBe(true);
});

it('under a time limit the most promising choice has the most of it, and something is left for all that are open', async () => {
  const { asked, clock } = askedFor('tpu-v4i', depthwise, 10);
  const turns: number[] = [];
  const result = await searchAlternatives(asked, async ({ options, sample, known }) => {
    if (isBeaten(sample.context!, known)) return emptyResult([]);
    turns.push(options.timeLimitSeconds!);
    clock.seconds += options.timeLimitSeconds!;
    return { ...emptyResult([]), stopReason: 'TimeLimit' };
  });
  expect(turns.length).toBeGreaterThan(1);
  expect(turns[0]).toBe(Math.max(...turns));
  expect(turns[0]).toBeGreaterThanOrEqual(5);
  expect(Math.min(...turns)).toBeGreaterThan(0.3);
  expect(clock.seconds).toBeLessThanOrEqual(10 + 1e-9);
  expect(result!.stopReason).toBe('TimeLimit');
});

it('a choice that is beaten by samples of another has no share of a time limit', async () => {
  const { asked } = askedFor('epu-q16', 'G: 144, C: 1, M: 1, R: 3, S: 3, N: 1, P: 56, Q: 56', 10);
  const turns: number[] = [];
  await searchAlternatives(asked, async ({ options }) => {
    turns.push(options.timeLimitSeconds!);
    return emptyResult([]);
  });
  expect(turns[0]).toBe(10);
});

it('when time is up, what was sampled stands, with what any mapping costs at least', async () => {
  const { asked, clock } = askedFor('tpu-v4i', depthwise, 10);
  const [first] = await promisingFirst(asked);
  let searches = 0;
  const result = await searchAlternatives(asked, async () => {
    searches += 1;
    clock.seconds = 11;
    return { ...emptyResult([]), stopReason: 'TimeLimit' };
  });
  expect(searches).toBe(1);
  expect(result!.mappings[0]!.cycles).toBeGreaterThan(first!.best[0]!.cycles);
  expect(result!.optimal).toBe(false);
});

describe('bounds of tiles that are padded', () => {
  const paddings = ['edp', 'false'];

  it.each<[Metric, string]>([
    ['energy', productOf(3, 293, 61)],
    ['edp', productOf(49, 261, 193)],
    ['edp', convolutionOf('C: 44, M: 15, R: 3, S: 3, N: 1, P: 17, Q: 17')],
  ])('are those that suit %s, and no stated ones do better', async (metric, workload) => {
    const of = async (set: Readonly<Record<string, string>>) =>
      searched({ machine: 'ipu-mk2', workload, set: { kernel: 'amp', ...set } }, { objective: [metric] });
    const [open, ...fixed] = await Promise.all([of({}), ...paddings.map((way) => of({ ragged_splits: way }))]);
    const figures = fixed.map(({ mappings }) => metricValue(metric, mappings[0]!));
    expect(metricValue(metric, open!.mappings[0]!)).toBeLessThanOrEqual(Math.min(...figures));
  });

  it('are searched where energy counts, and by cycles only where something is constrained', () => {
    const values = [true, false].map(
      (fastest) => searchedChoices(problemOf({ machine: 'ipu-mk2', workload: productOf(49, 261, 193) }, fastest))!,
    );
    expect(values.map(({ ragged_splits }) => ragged_splits)).toEqual([undefined, [true, 'edp', false]]);
  });

  it('leave all kernels to a search with a stated padding', async () => {
    const of = (padding: string) =>
      problemOf({ machine: 'ipu-mk2', workload: productOf(2, 106, 46), set: { ragged_splits: padding } });
    expect(['false', 'edp'].map((padding) => searchedChoices(of(padding))!.kernel!.toSorted())).toEqual(
      Array.from({ length: 2 }, () => ['amp', 'hmac']),
    );
  });
});

/** Everything that `--set` takes for what is searched. */
const values: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'tpu-v1': { windows_on_rows: ['true', 'false'], space_to_depth: ['true', 'false'], unit: ['arrays', 'vector'] },
  'tpu-v5e': { windows_on_rows: ['true', 'false'], space_to_depth: ['true', 'false'], unit: ['arrays', 'vector'] },
  'ipu-mk2': {
    kernel: ['amp', 'hmac', 'vmac', 'outer_product'],
    swapped: ['true', 'false'],
    partials: ['half', 'float'], // ragged_splits is stated in the file
  },
  'epu-q8': { on_cores: ['rows', 'columns'], strided_fetch: ['rau', 'flow'] },
};

/** What shipped files state although it could be searched. */
const opened: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tpu-v1': { windows_on_rows: 'auto', space_to_depth: 'auto' },
};

it.each([
  ['ipu-mk2', 'swapped', 'true', convolutionOf('C: 1, M: 1, R: 5, S: 5, N: 1, P: 1, Q: 1')],
  ['epu-q8', 'on_cores', 'rows', convolutionOf('C: 3, M: 3, R: 3, S: 3, N: 1, P: 1, Q: 1')],
])('%s: one pixel of a window is searched with %s=%s, too', async (machine, key, value, workload) => {
  const [open, fixed] = await Promise.all(
    [{}, { [key]: value }].map((set) => searched({ machine, workload, set }, { objective: ['cycles'] })),
  );
  expect(open!.mappings[0]!.cycles).toBeLessThanOrEqual(fixed!.mappings[0]!.cycles);
});

const numberUpTo = (max: number) => fc.integer({ min: 1, max });

const layers = fc.oneof(
  fc.tuple(numberUpTo(40), numberUpTo(700), numberUpTo(300)).map((mkn) => productOf(...mkn)),
  fc
    .record({
      ...{ c: numberUpTo(40), m: numberUpTo(40), p: numberUpTo(14), n: fc.constantFrom(1, 4) },
      ...{ r: fc.constantFrom(1, 3, 5), stride: fc.constantFrom(1, 2), dilation: fc.constantFrom(1, 3) },
    })
    .map(({ c, m, p, n, r, stride, dilation }) =>
      convolutionOf(
        `C: ${c}, M: ${m}, R: ${r}, S: ${r}, N: ${n}, P: ${p}, Q: ${p}, Wstride: ${stride}, Hstride: ${stride}, Wdilation: ${dilation}, Hdilation: ${dilation}`,
      ),
    ),
  fc
    .record({ g: numberUpTo(40), c: fc.constantFrom(1, 1, 3), p: numberUpTo(14) })
    .map(({ g, c, p }) =>
      convolutionOf(`G: ${g}, C: ${c}, M: ${c}, R: 3, S: 3, N: 1, P: ${p}, Q: ${p}`, 'grouped_cnn_layer'),
    ),
);

it.each(Object.entries(values))(
  '%s: no value that may be stated does better on random layers',
  async (machine, keys) => {
    await fc.assert(
      fc.asyncProperty(layers, async (workload) => {
        const cyclesOf = async (set: Readonly<Record<string, string>>): Promise<number> => {
          const { mappings, optimal } = await searched({ machine, workload, set }, { objective: ['cycles'] });
          expect(optimal || mappings.length === 0).toBe(true);
          return mappings[0]?.cycles ?? Number.POSITIVE_INFINITY;
        };
        const searchedAll = opened[machine] ?? {};
        const open = await cyclesOf(searchedAll);
        for (const [key, stated] of Object.entries(keys))
          for (const value of stated) {
            const fixed = await cyclesOf({ ...searchedAll, [key]: value }).catch(onlyRefusals);
            expect(open, `${key}=${value}`).toBeLessThanOrEqual(fixed * (1 + 1e-9));
          }
      }),
      { numRuns: Number(process.env.MAPPER_PROPERTY_RUNS ?? 3), seed: Number(process.env.MAPPER_PROPERTY_SEED ?? 1) },
    );
  },
);

/** The machine has no use for that value here. */
function onlyRefusals(thrown: unknown): number {
  if (thrown instanceof Error && /kernel|machine\.|takes|changed/.test(thrown.message)) return Number.POSITIVE_INFINITY;
  throw thrown;
}

describe('layouts that mirror each other', () => {
  const square = convolutionOf('C: 3, M: 4, R: 3, S: 3, N: 1, P: 6, Q: 6');
  const oblong = convolutionOf('C: 3, M: 4, R: 3, S: 3, N: 1, P: 6, Q: 7');
  const layoutsOf = (workload: string): readonly string[] =>
    searchedChoices(problemOf({ machine: 'tpu-v5e', workload }))!.layouts!.map((one) => JSON.stringify(one));

  it('are searched once where rows and columns are alike', () => {
    expect(layoutsOf(square).length).toBeLessThan(layoutsOf(oblong).length);
  });

  it('none that is left out does better', async () => {
    const options = { objective: ['cycles', 'energy'] as const };
    const open = await searched({ machine: 'tpu-v5e', workload: square }, options);
    const searchedOnes = layoutsOf(square);
    const others = layoutsOf(oblong).filter((layouts) => !searchedOnes.includes(layouts));
    expect(others.length).toBeGreaterThan(0);
    const [best] = open.mappings;
    for (const layouts of others) {
      const fixed = await searched({ machine: 'tpu-v5e', workload: square, set: { layouts } }, options);
      expect(fixed.mappings[0]!.cycles).toBeGreaterThanOrEqual(best!.cycles);
    }
  });
});

function figureOf(metric: Metric, { cycles, edpPjCycles }: { cycles: number; edpPjCycles: number }): number {
  return metric === 'cycles' ? cycles : edpPjCycles;
}

function stated(choices: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(choices).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

it('a signal gets in while choices are sampled, and what was sampled has a gap', async () => {
  const { asked } = askedFor('tpu-v4i', depthwise);
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const early = await promisingFirst({ ...asked, stopRequested: () => stop.signal.aborted });
  expect(early.every(({ evaluations }) => evaluations === 0)).toBe(true);
  let searches = 0;
  const stopped = { ...asked, stopRequested: () => searches > 0 };
  const result = await searchAlternatives(stopped, async () => {
    searches += 1;
    return { ...emptyResult([]), stopReason: 'Interrupted' };
  });
  expect(searches).toBe(1);
  expect(result).toMatchObject({ stopReason: 'Interrupted', optimal: false });
  expect(result!.mappings).toHaveLength(1);
  expect(result!.gap).toBeGreaterThan(0);
});

it.each<Metric>(['cycles', 'edp', 'utilization'])(
  '%s: a signal leaves a mapping, a gap, and word of the signal, while choices are bounded',
  async (metric) => {
    const { asked } = askedFor('tpu-v4i', depthwise);
    const options = { ...asked.options, objective: [metric] };
    const alternatives = asked.alternatives.map((one) => ({ ...one, options }));
    for (const patience of [0, 3]) {
      let questions = 0;
      const stopRequested = (): boolean => {
        questions += 1;
        return questions > patience;
      };
      const stopped = { ...asked, options, alternatives, stopRequested };
      hasGap(metric, (await searchAlternatives(stopped, (turn) => proveAlternative(turn, { stopRequested })))!);
    }
  },
);

it.each<Metric>(['cycles', 'edp', 'utilization'])('%s: and once all are', async (metric) => {
  const asked = { machine: 'tpu-v4i', workload: convolutionOf(depthwise, 'grouped_cnn_layer') };
  const choices = alternativesOf(problemOf(asked)).length;
  const stop = new AbortController();
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns > choices) stop.abort();
    else setImmediate(count);
  };
  setImmediate(count);
  hasGap(metric, await searched(asked, { objective: [metric] }, { signal: stop.signal }));
});

function hasGap(metric: Metric, result: SearchResult): void {
  expect(result).toMatchObject({ stopReason: 'Interrupted', optimal: false });
  expect(result.mappings).toHaveLength(1);
  expect(result.gap).toBeGreaterThan(0);
  const best = boundOf(metric, result.mappings[0]!);
  expect(metric === 'utilization' ? result.lowerBound! > best : result.lowerBound! < best).toBe(true);
}

it('a signal is told where the choice before it ended with its share of the time', async () => {
  const { asked } = askedFor('tpu-v4i', depthwise);
  const reasons: StopReason[] = ['TimeLimit', 'Interrupted'];
  const stopped = { ...asked, stopRequested: () => reasons.length === 0 };
  const result = await searchAlternatives(stopped, async () => ({ ...emptyResult([]), stopReason: reasons.shift()! }));
  expect(result).toMatchObject({ stopReason: 'Interrupted', optimal: false });
});
