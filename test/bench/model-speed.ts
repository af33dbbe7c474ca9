// Evaluations per second on one core: a 3x3 convolution of ResNet-50, seven dimensions, on the Eyeriss-like tree, eight
// levels with the fan-outs. Random valid mappings drawn from the whole mapspace with a fixed seed.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { NestBuffer } from '../../src/model/nest-buffer.js';
import type { EvalPlan } from '../../src/model/plan.js';
import {
  type Evaluators,
  loadBuilt,
  type NestBuffers,
  type Plans,
  type Problems,
  type Readers,
  root,
} from './built.js';
import { openDraws } from './drawn.js';
import { itemsPerSecond, type Measurement } from './measurement.js';

export const files = ['arch/eyeriss-like.yaml', 'workloads/nets/resnet50/17-conv4_x-3x3.yaml'];

const repeats = 5;
const seconds = 1;
const validMappings = 500;
const stretch = 50;

export async function measureModel(): Promise<Measurement[]> {
  const { Evaluator } = await loadBuilt<Evaluators>('model/kernel/evaluator.js');
  const { createNestBuffer, fillNest } = await loadBuilt<NestBuffers>('model/nest-buffer.js');
  const { problem, plan } = await readProblem();
  const evaluator = new Evaluator(plan);
  const levels = problem.architecture.levels.length;
  const loops = evaluator.nest.bound.length;
  const nestOf = (mapping: Mapping): NestBuffer => {
    const nest = createNestBuffer(levels, loops);
    fillNest(nest, mapping);
    return nest;
  };

  const { draw, next } = await openDraws({ problem, plan }, 'bench');
  // A search sees stretches of neighbours, which differ in few loops.
  const neighbours: NestBuffer[] = [];
  while (neighbours.length < validMappings) {
    for (let step = 0; step < stretch; step++) {
      const mapping = step === 0 ? draw() : next();
      fillNest(evaluator.nest, mapping);
      if (evaluator.evaluate() === 0) neighbours.push(nestOf(mapping));
    }
  }
  const valid: NestBuffer[] = [];
  const rejected: NestBuffer[] = [];
  while (valid.length < validMappings) {
    const mapping = draw();
    fillNest(evaluator.nest, mapping);
    const accepted = evaluator.evaluate() === 0;
    if (accepted) valid.push(nestOf(mapping));
    else if (rejected.length < validMappings) rejected.push(nestOf(mapping));
  }

  const evaluateAll = (nests: readonly NestBuffer[]) => (): number => {
    for (const nest of nests) {
      copyNest(nest, evaluator.nest);
      evaluator.evaluate();
    }
    return nests.length;
  };
  const generateAndEvaluate = (): number => {
    for (let n = 0; n < 100; n++) {
      fillNest(evaluator.nest, draw());
      evaluator.evaluate();
    }
    return 100;
  };

  const where = files.join(' + ');
  const measured = (name: string, detail: string, work: () => number): Measurement => ({
    name,
    unit: '1/s',
    detail: `${detail}; ${where}`,
    values: Array.from({ length: repeats }, () => itemsPerSecond(work, seconds)),
  });
  return [
    measured('evaluations', `kernel only, ${valid.length} random valid nests`, evaluateAll(valid)),
    measured(
      'neighbour-evaluations',
      `kernel only, ${neighbours.length} valid nests in stretches that differ in the order of one level's loops`,
      evaluateAll(neighbours),
    ),
    measured('rejections', `kernel only, ${rejected.length} random nests that do not fit`, evaluateAll(rejected)),
    measured('drawn-evaluations', 'random draw from the mapspace, mapping, nest, kernel', generateAndEvaluate),
  ];
}

export async function readProblem(from: URL = root): Promise<{ problem: Problem; plan: EvalPlan }> {
  const { readSpec } = await loadBuilt<Readers>('spec/read-spec.js', from);
  const { buildProblem } = await loadBuilt<Problems>('mapping/problem.js', from);
  const { compilePlan, defaultModelOptions } = await loadBuilt<Plans>('model/plan.js', from);
  const inputs = files.map((name) => {
    const path = fileURLToPath(new URL(name, root));
    return { source: { name, text: readFileSync(path, 'utf8') }, directory: null, role: 'any' as const };
  });
  const spec = readSpec(inputs, { compat: 'none', overrides: [] });
  const problem = spec.value && buildProblem(spec.value, { compat: 'none' }).value;
  if (!problem) throw new Error(`${files.join(', ')} cannot be read`);
  const { workload, architecture, constraints } = problem;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  return { problem, plan };
}

/** As a search would write it: the loops in use, nothing else; they are all perfect. */
export function copyNest(from: NestBuffer, to: NestBuffer): void {
  const levels = from.levelCount;
  const loops = from.levelStart[levels]!;
  for (let l = 0; l < loops; l++) {
    to.dimension[l] = from.dimension[l]!;
    to.bound[l] = from.bound[l]!;
    to.kind[l] = from.kind[l]!;
  }
  for (let level = 0; level < levels; level++) {
    to.levelStart[level] = from.levelStart[level]!;
    to.temporalStart[level] = from.temporalStart[level]!;
    to.keep[level] = from.keep[level]!;
  }
  to.levelStart[levels] = loops;
  to.imperfect = from.imperfect;
}
