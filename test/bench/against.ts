// `npm run bench -- against <folder>`: dense evaluations a second of this build and of another one, built in a checkout of its own, in
// turns and in one process, as ratios of processor time. Both count the same mappings, and have to agree on every figure.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NestBuffer } from '../../src/model/nest-buffer.js';
import { type Evaluators, loadBuilt, type NestBuffers, root } from './built.js';
import { openDraws } from './drawn.js';
import { median } from './measurement.js';
import { copyNest, files, readProblem } from './model-speed.js';

const turns = 15;
const seconds = 0.7;
const mappings = 500;

export async function benchAgainst(folder: string): Promise<void> {
  const other = pathToFileURL(`${resolve(folder)}/`);
  const { nests, evaluate: own } = await build(root, await drawn());
  const { evaluate: theirs } = await build(other, nests);
  const differing = nests.filter((nest) => own(nest) !== theirs(nest)).length;
  if (differing > 0) throw new Error(`${differing} of ${nests.length} mappings cost something else in ${folder}`);
  const rate = (evaluate: (nest: NestBuffer) => number): number => {
    let evaluations = 0;
    const start = process.cpuUsage();
    const end = performance.now() + seconds * 1e3;
    for (; performance.now() < end; evaluations += nests.length) for (const nest of nests) evaluate(nest);
    return evaluations / (process.cpuUsage(start).user / 1e6);
  };
  for (const evaluate of [own, theirs]) rate(evaluate);
  const ratios: number[] = [];
  const rates = { own: [] as number[], theirs: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    // Whoever comes first may find another clock of the processor.
    const pair = turn % 2 === 0 ? [own, theirs] : [theirs, own];
    const measured = pair.map(rate);
    const [ours, before] = turn % 2 === 0 ? [measured[0]!, measured[1]!] : [measured[1]!, measured[0]!];
    rates.own.push(ours);
    rates.theirs.push(before);
    ratios.push(ours / before);
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  const thousands = (values: readonly number[]): string => Math.round(median(values) / 1e3).toLocaleString('en-US');
  const lines = [
    `${nests.length} random valid mappings (${files.join(' + ')}), the same figures in both builds.`,
    `${turns} turns of ${seconds} s each, evaluations per second of processor time: this build over the other one`,
    `median ${median(ratios).toFixed(3)}, from ${sorted[0]!.toFixed(3)} to ${sorted.at(-1)!.toFixed(3)}, middle half ${sorted[Math.floor(turns / 4)]!.toFixed(3)} to ${sorted[Math.ceil((turns * 3) / 4) - 1]!.toFixed(3)}`,
    `(${thousands(rates.own)} and ${thousands(rates.theirs)} thousand a second)`,
  ];
  console.log(lines.join('\n'));
}

interface Built {
  readonly nests: readonly NestBuffer[];
  /** A figure that tells mappings apart: pJ and cycles. */
  readonly evaluate: (nest: NestBuffer) => number;
}

async function build(from: URL, nests: readonly NestBuffer[]): Promise<Built> {
  const { Evaluator } = await loadBuilt<Evaluators>('model/kernel/evaluator.js', from);
  const { plan } = await readProblem(from);
  const evaluator = new Evaluator(plan);
  const evaluate = (nest: NestBuffer): number => {
    copyNest(nest, evaluator.nest);
    return evaluator.evaluate() === 0 ? evaluator.energyPj + evaluator.cycles : Number.NaN;
  };
  return { nests, evaluate };
}

/** Random valid mappings of this build's mapspace. */
async function drawn(): Promise<readonly NestBuffer[]> {
  const { createNestBuffer, fillNest } = await loadBuilt<NestBuffers>('model/nest-buffer.js');
  const { problem, plan } = await readProblem();
  const { draw } = await openDraws({ problem, plan }, 'against');
  const levels = problem.architecture.levels.length;
  const nests: NestBuffer[] = [];
  const { evaluate } = await build(root, []);
  while (nests.length < mappings) {
    const nest = createNestBuffer(levels, levels * 2 * problem.workload.bounds.length * 2);
    fillNest(nest, draw());
    if (!Number.isNaN(evaluate(nest))) nests.push(nest);
  }
  return nests;
}
