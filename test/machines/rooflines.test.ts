// No schedule beats the hardware: what a few hundred tries find for every layer that ships is not below the machine's rooflines, which know
// peaks and bytes and nothing of the schedule. Every third layer meets one machine
// of each family; `MAPPER_ALL_MACHINES=1` has every layer meet every machine.

import { describe, expect, it } from 'vitest';
import { machineModel } from '../../src/machines/models.js';
import { alternativesOf } from '../../src/mapping/alternatives.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { noHooks } from '../../src/search/chunk.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { usualOptions } from '../search/random-search.js';
import { readProblem, shippedWorkloads } from '../shipped/shipped-files.js';

const families = {
  tpu: ['v1', 'v2', 'v3', 'v4', 'v4i', 'v5e', 'v5p', 'v6e'],
  ipu: ['mk1', 'mk2', 'bow', 'pod4-mk2'],
  epu: ['q8', 'q16', 'q32'],
} as const;

const everything = process.env.MAPPER_ALL_MACHINES === '1';
const options = { ...usualOptions, objective: ['cycles'], top: 1, frontier: false } as const;

/** Fewest cycles per roofline's of what a few tries find, over what the machine may choose; undefined where it runs none. */
function closest(machine: string, layer: string): number | undefined {
  const { value: problem } = readProblem(`arch/${machine}.yaml`, layer);
  const ratios = (problem ? alternativesOf(problem) : []).slice(0, everything ? undefined : 2).flatMap((one) => {
    const { workload, architecture, constraints } = one;
    const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
    const context = createSearchContext({ plan, constraints, options });
    const order = { chunk: 0, of: null, maxEvaluations: 150, maxValid: null, scheduled: 150, known: [] };
    const [best] = searchChunk(context, 'hybrid', { order, hooks: noHooks }).best;
    if (best === undefined) return [];
    const model = machineModel(one)!;
    const highest = Math.max(...model.rooflines.map(({ cycles }) => cycles));
    const point = context.mapspace.createPoint();
    context.mapspace.readKey(best.key, point);
    evaluateMapping(plan, context.mapspace.toMapping(point), model); // throws below a roofline
    return [best.cycles / highest];
  });
  return ratios.length === 0 ? undefined : Math.min(...ratios);
}

describe.each(Object.entries(families))('%s', (family, members) => {
  it('is never faster than its rooflines', () => {
    const layers = shippedWorkloads().filter((_, at) => everything || at % 3 === 0);
    let met = 0;
    const crossed = layers.flatMap((layer, at) =>
      (everything ? members : [members[Math.floor(at / 2) % members.length]!]).flatMap((member) => {
        const ratio = closest(`${family}-${member}`, layer);
        if (ratio === undefined) return [];
        met += 1;
        return ratio >= 1 - 1e-9 ? [] : [`${layer} on ${member}: ${ratio}`];
      }),
    );
    expect(crossed).toEqual([]);
    expect(met).toBeGreaterThan(layers.length / 3);
  });
});

it('a schedule that is faster is a mistake of ours, and no result', () => {
  const { value } = readProblem('arch/tpu-v1.yaml', 'workloads/gemm/gemv.yaml');
  const [one] = alternativesOf(value!);
  const { workload, architecture, constraints } = one!;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  const context = createSearchContext({ plan, constraints, options });
  const order = { chunk: 0, of: null, maxEvaluations: 150, maxValid: null, scheduled: 150, known: [] };
  const [best] = searchChunk(context, 'hybrid', { order, hooks: noHooks }).best;
  const point = context.mapspace.createPoint();
  context.mapspace.readKey(best!.key, point);
  const model = machineModel(one!)!;
  const impossible = { ...model, rooflines: [{ name: 'the speed of light', cycles: 1e12 }] };
  const fresh = { ...plan };
  expect(() => evaluateMapping(fresh, context.mapspace.toMapping(point), impossible)).toThrow(
    /fewer than.*speed of light/,
  );
});
