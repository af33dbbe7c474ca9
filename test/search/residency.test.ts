// What stays on chip between layers, held against the counts of the layers themselves.

import { describe, expect, it } from 'vitest';
import { buildProblem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import { keepResident, type MappedLayer, outerWords } from '../../src/search/residency.js';
import type { SearchOptions } from '../../src/search/result.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { readEinsum } from '../../src/workload/import/einsum.js';
import type { NetworkStep } from '../../src/workload/import/network.js';
import { workloadText } from '../../src/workload/import/workload-text.js';

const architecture = (depth: number, bandwidth: number, further = ''): string => `
architecture:
  version: 0.4
  nodes:
    - !Component {name: DRAM, class: DRAM, attributes: {width: 64, datawidth: 8, shared_bandwidth: ${bandwidth}}}
${further}
    - !Component {name: GLB, class: SRAM, constraints: {dataspace: {keep: [A, Z]}}, attributes: {depth: ${depth}, width: 8, datawidth: 8, vector_access_energy: 3}}
    - !Component {name: RF, class: regfile, attributes: {depth: 16, width: 8, datawidth: 8, vector_access_energy: 1}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8, energy: 1}}
`;

const options: SearchOptions = {
  ...{
    objective: ['energy'],
    algorithm: 'optimal',
    top: 1,
    frontier: false,
    threads: 1,
    seed: '0',
    timeLimitSeconds: null,
  },
  ...{ maxEvaluations: null, victoryCondition: null, imperfect: false, memoryLimitBytes: 2 ** 31 },
};

async function mapped(line: string, depth: number, bandwidth = 4, further = ''): Promise<MappedLayer> {
  const problemText = workloadText({ comment: [], count: 1, problem: readEinsum({ name: 'x', text: line }).value! });
  const files = [architecture(depth, bandwidth, further), problemText].map((text, at) => ({
    source: { name: `${at}.yaml`, text },
    directory: null,
    role: 'any' as const,
  }));
  const spec = readSpec(files, { compat: 'none', overrides: [] }).value!;
  const problem = buildProblem(spec, { compat: 'none' }).value!;
  const plan = compilePlan(problem.workload, problem.architecture, problem.constraints, {
    ...defaultModelOptions,
    cumulativeFanout: false,
  });
  const { mappings } = await runSearch(problem, plan, options, { signal: new AbortController().signal });
  const { mapping } = mappings[0]!;
  return {
    workload: problem.workload,
    levels: problem.architecture.levels,
    mapping,
    constraints: problem.constraints,
    evaluation: evaluateMapping(plan, mapping),
    evaluate: (one) => evaluateMapping(plan, one),
    wholeBytes: null,
  };
}

/** A chain: each takes all that the one before has made as its operand A. */
function chain(
  words: readonly number[],
  neededUntil: readonly number[] = words.map((_, at) => Math.min(at + 1, words.length - 1)),
): NetworkStep[] {
  return words.map((produces, at) => ({
    ...{
      name: `step${at}`,
      layer: at,
      times: 1,
      produces,
      isOutput: at === words.length - 1,
      neededUntil: neededUntil[at]!,
    },
    consumes: at === 0 ? [] : [{ dataspace: 'A', words: words[at - 1]!, from: at - 1, through: [], whole: true }],
  }));
}

const counts = (evaluation: Evaluation, level: string, dataspace: string) =>
  evaluation.levels.find(({ name }) => name === level)!.dataspaces[dataspace]!;

const first = 'Z[m,n]=A[m,k]*B[k,n]; m=16,n=24,k=32';
const second = 'Z[m,n]=A[m,k]*B[k,n]; m=16,n=8,k=24';

describe('a tensor that stays on chip', () => {
  it('saves what the outermost level moved of it, and nothing else changes inside', async () => {
    const layers = [await mapped(first, 4096), await mapped(second, 4096)];
    const { tensors, steps } = keepResident(chain([16 * 24, 16 * 8]), layers);
    expect(tensors).toMatchObject([
      { producer: 0, consumers: [1], until: 1, level: 'GLB', words: 384, relayout: null },
    ]);
    // Room is taken by what the layer makes, whatever the network says of it.
    expect(keepResident(chain([0, 0]), layers).tensors).toEqual(tensors);
    const [produced, consumed] = layers.map(({ evaluation }) => evaluation);
    const moved = (evaluation: Evaluation, dataspace: string): number => {
      const { scalarReads, scalarFills, scalarUpdates } = counts(evaluation, 'DRAM', dataspace);
      return scalarReads + scalarFills + scalarUpdates;
    };
    const outer = moved(produced!, 'Z') + moved(consumed!, 'A');
    expect(outer).toBeGreaterThan(0);
    expect(tensors[0]!.savedOuterWords).toBe(outer);
    expect(outerWords(steps[0]!)).toBe(outerWords(produced!) - moved(produced!, 'Z'));
    expect(outerWords(steps[1]!)).toBe(outerWords(consumed!) - moved(consumed!, 'A'));
    // The operand is there already: what the buffer took in is saved, what it gives out is not.
    expect(counts(steps[1]!, 'GLB', 'A')).toMatchObject({
      scalarFills: 0,
      scalarReads: counts(consumed!, 'GLB', 'A').scalarReads,
    });
    for (const dataspace of ['A', 'B', 'Z']) {
      const inside = Object.keys(steps[1]!.levels.find(({ name }) => name === 'RF')!.dataspaces).includes(dataspace);
      if (inside) expect(counts(steps[1]!, 'RF', dataspace)).toEqual(counts(consumed!, 'RF', dataspace));
    }
    const energy = produced!.energyPj + consumed!.energyPj - steps[0]!.energyPj - steps[1]!.energyPj;
    expect(tensors[0]!.savedEnergyPj).toBeCloseTo(energy, 6);
    const { fillPj } = layers[0]!.levels.find(({ name }) => name === 'GLB')!.energy;
    const parts =
      counts(produced!, 'DRAM', 'Z').energyPj +
      counts(consumed!, 'DRAM', 'A').energyPj +
      counts(consumed!, 'GLB', 'A').scalarFills * fillPj +
      counts(produced!, 'GLB', 'Z').scalarFills * fillPj;
    expect(energy).toBeCloseTo(parts, 6);
    expect(steps[0]!.cycles).toBeLessThanOrEqual(produced!.cycles);
  });

  it('does not where the buffer is too small for it beside the tiles, or where it has to leave', async () => {
    const small = [await mapped(first, 300), await mapped(second, 300)];
    expect(keepResident(chain([16 * 24, 16 * 8]), small).tensors).toEqual([]);
    const large = [await mapped(first, 4096), await mapped(second, 4096)];
    const [head, tail] = chain([16 * 24, 16 * 8]) as [NetworkStep, NetworkStep];
    expect(keepResident([{ ...head, isOutput: true }, tail], large).tensors).toEqual([]);
    expect(keepResident([{ ...head, times: 2 }, tail], large).tensors).toEqual([]);
    const partly = { ...tail, consumes: tail.consumes.map((one) => ({ ...one, whole: false })) };
    const unchanged = keepResident([head, partly], large);
    expect(unchanged.tensors).toEqual([]);
    expect(unchanged.steps).toEqual(large.map(({ evaluation }) => evaluation));
  });

  it('stays further out where the buffer in which it would save more has no room', async () => {
    const middle =
      '    - !Component {name: L2, class: SRAM, attributes: {depth: 4096, width: 8, datawidth: 8, vector_access_energy: 6}}';
    const place = async (depth: number) => {
      const layers = [await mapped(first, depth, 4, middle), await mapped(second, depth, 4, middle)];
      return keepResident(chain([16 * 24, 16 * 8]), layers).tensors.map(({ level }) => level);
    };
    expect(await place(4096)).toEqual(['GLB']);
    expect(await place(300)).toEqual(['L2']);
    expect(await place(400)).toEqual(['L2']);
  });

  it('counts as held by every step until its last reader, and never overfills the buffer', async () => {
    const lines = [first, second, 'Z[m,n]=A[m,k]*B[k,n]; m=16,n=40,k=8', 'Z[m,n]=A[m,k]*B[k,n]; m=16,n=4,k=40'];
    const words = [384, 128, 640, 64];
    for (const depth of [4096, 900, 500]) {
      const layers = await Promise.all(lines.map((line) => mapped(line, depth)));
      for (const until of [
        [1, 2, 3, 3],
        [3, 2, 3, 3],
      ]) {
        const { tensors, peakUtilization } = keepResident(chain(words, until), layers);
        expect(peakUtilization.GLB).toBeLessThanOrEqual(1);
        for (const step of lines.keys()) {
          const live = tensors.filter((one) => one.producer <= step && step <= one.until);
          expect(live.reduce((sum, one) => sum + one.words, 0)).toBeLessThanOrEqual(depth);
        }
        for (const { producer, until: last } of tensors) expect(last).toBe(until[producer]);
      }
    }
  });

  it('leaves beside it what a machine keeps for a tile that is worked on', async () => {
    const layers = [await mapped(first, 4096), await mapped(second, 4096)];
    const peak = (share: number) =>
      keepResident(
        chain([16 * 24, 16 * 8]),
        layers.map((layer) => ({ ...layer, wholeBytes: () => 2048, replacedShare: () => share })),
      ).peakUtilization.GLB!;
    const tiles = layers.map(({ evaluation }, at) => counts(evaluation, 'GLB', at === 0 ? 'Z' : 'A').utilizedCapacity);
    const [before, after] = [peak(1), peak(0.5)].map((share) => Math.round(share * 4096)) as [number, number];
    expect(tiles.map((tile) => tile / 2)).toContain(after - before);
  });

  it('changes its layout on a machine that has layouts, where that takes no longer than what is saved', async () => {
    const plain = [await mapped(first, 4096, 0.05), await mapped(second, 4096, 0.05)];
    const steps = chain([16 * 24, 16 * 8]);
    const cyclesOf = (list: readonly Evaluation[]): number => list.reduce((sum, { cycles }) => sum + cycles, 0);
    const without = keepResident(steps, plain);
    const savedCycles = cyclesOf(plain.map(({ evaluation }) => evaluation)) - cyclesOf(without.steps);
    expect(savedCycles).toBeGreaterThan(0);
    const relaid = (cycles: number) =>
      keepResident(
        steps,
        plain.map((layer) => ({ ...layer, wholeBytes: () => 400, relayoutCycles: () => cycles })),
      ).tensors;
    const { readPj, fillPj } = plain[0]!.levels.find(({ name }) => name === 'GLB')!.energy;
    const relayout = { cycles: savedCycles, energyPj: 400 * (readPj + fillPj) };
    expect(relaid(savedCycles)).toMatchObject([{ words: 400, relayout }]);
    expect(relaid(savedCycles)[0]!.savedEnergyPj).toBeCloseTo(without.tensors[0]!.savedEnergyPj - relayout.energyPj, 6);
    expect(relaid(savedCycles + 1)).toEqual([]);
  });
});
