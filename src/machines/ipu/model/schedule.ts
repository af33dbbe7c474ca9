// Cycles of a program of supersteps (sections 2.1, 2.5): compute, barriers and exchange one after the other, nothing overlapped. Of each
// tile's share a part is there already; partial sums are received first and then added up by compute.

import type { CountedNest, Price, Schedule } from '../../../model/seams.js';
import { computeCount } from '../../../workload/workload.js';
import type { FloatType } from '../compute/reduction.js';
import { reductionCycles, stageDepths } from '../compute/reduction.js';
import { activationsReceived, trafficCycles } from '../exchange/exchange.js';
import { syncCycles } from '../exchange/superstep.js';
import { workerCount } from '../workers/work-split.js';
import { vectorBytes } from './footprint.js';
import type { IpuProblem } from './problem.js';
import { hostCycles } from './rooflines.js';
import type { Supersteps } from './supersteps.js';
import { superstepsOf } from './supersteps.js';

const parts = [
  'compute',
  'coefficient load',
  'exchange in',
  'exchange partials',
  'reduce',
  'cast and copy',
  'sync',
  'links',
  'streaming',
] as const;

export function scheduleOf(problem: IpuProblem, macFloatExtraPj: number): Schedule {
  const host = hostCycles(problem);
  return {
    parts: host === null ? parts : [...parts, 'host'],
    cycles: (nest, out) => {
      const program = superstepsOf(problem, nest);
      const { steps } = program;
      const loading = steps * problem.kernel.cycles.loading(program.work);
      const operands = operandCycles(problem, program);
      const reduced = reduction(problem, program);
      const links = linkCycles(problem, program);
      out[0] = steps * problem.kernel.cycles.of(program.work) - loading;
      out[1] = loading;
      out[2] = operands;
      out[3] = steps * reduced.exchange;
      out[4] = steps * reduced.compute;
      out[5] = copyCycles(problem, program);
      out[6] = barrierCycles(problem, program, { receives: operands > 0, stages: reduced.stages, links: links > 0 });
      out[7] = links;
      out[8] = streamingCycles(problem, nest);
      if (host !== null) out[parts.length] = host;
      let cycles = host ?? 0;
      for (let at = 0; at < parts.length; at += 1) cycles += out[at]!;
      return cycles;
    },
    floor: {
      composition: 'serial',
      work: computeCount(problem.workload),
      idleCycles: problem.settings.syncCycles + (host ?? 0),
      prices: pricesOf(problem),
    },
    extraPj: (nest) => {
      const program = superstepsOf(problem, nest);
      const perByte = problem.architecture.levels[problem.places.memory]!.energy.readPj;
      return partialBytesMoved(problem, program) * perByte + nest.computes * macFloatExtraPj;
    },
  };
}

/** Inputs whose pair of tiles wants the same come at twice the rate; shared and unshared data one after the other. */
function operandCycles({ settings }: IpuProblem, { activations, weights, columnSplit, steps }: Supersteps): number {
  const { generation, exchangeLatencyCycles } = settings;
  const paired = activationsReceived(columnSplit);
  const [first, second] = [activations, weights].map((one) => one.takenInBytes * one.awayShare) as [number, number];
  if (first + second === 0) return 0;
  const received =
    trafficCycles(generation, { receiveBytes: first, sendBytes: 0, receives: paired }) +
    trafficCycles(generation, { receiveBytes: second, sendBytes: 0, receives: 'alone' });
  const sendBytes = activations.sentBytes + weights.sentBytes;
  const sent = trafficCycles(generation, { receiveBytes: 0, sendBytes, receives: 'alone' });
  return Math.max(received, sent) + steps * exchangeLatencyCycles;
}

interface Reduced {
  readonly exchange: number;
  readonly compute: number;
  readonly stages: number;
}

/** In one superstep: each tile of a set adds up its own part of the outputs. */
function reduction({ settings, types }: IpuProblem, { outputs, reductionSplit }: Supersteps): Reduced {
  if (reductionSplit === 1) return { exchange: 0, compute: 0, stages: 0 };
  const { generation, exchangeLatencyCycles } = settings;
  const from = floatOf(types.partialBytes);
  const depths = stageDepths(reductionSplit);
  let rest = outputs;
  let [exchange, compute] = [0, 0];
  depths.forEach((depth, stage) => {
    rest = Math.ceil(rest / depth);
    const bytes = rest * (depth - 1) * types.partialBytes;
    exchange += trafficCycles(generation, { receiveBytes: bytes, sendBytes: bytes, receives: 'alone' });
    exchange += exchangeLatencyCycles;
    const to = stage === depths.length - 1 ? floatOf(types.resultBytes) : from;
    compute += reductionCycles({ outputs: rest, depth: depth - 1, from, to, placement: 'interleaved' });
  });
  return { exchange, compute, stages: depths.length };
}

function floatOf(bytes: 2 | 4): FloatType {
  return bytes === 4 ? 'float' : 'half';
}

/**
 * Wider sums to results, a load and a store for four elements; and in programs of several steps, what is cut out of its home and put back
 * there, a vector a cycle.
 */
function copyCycles({ types }: IpuProblem, program: Supersteps): number {
  const { steps, outputs, reductionSplit, activations, weights, putBackBytes, fetchedBytes } = program;
  const casts = reductionSplit === 1 && types.partialBytes > types.resultBytes;
  const cast = casts ? 2 * workerCount * Math.ceil(outputs / (4 * workerCount)) : 0;
  if (steps === 1) return cast;
  const cutOut = [activations, weights].reduce((sum, one) => sum + (one.changes ? one.takenInBytes : 0), 0);
  return steps * cast + Math.ceil((cutOut + putBackBytes + fetchedBytes) / vectorBytes);
}

interface Barriers {
  readonly receives: boolean;
  readonly stages: number;
  readonly links: boolean;
}

/** One before each exchange, and one after the compute that ends a step; chips that exchange wait for each other once more. */
function barrierCycles({ settings }: IpuProblem, program: Supersteps, { receives, stages, links }: Barriers): number {
  const { steps, chipsUsed } = program;
  const within = (1 + stages + (receives ? 1 : 0)) * settings.syncCycles;
  return steps * (within + (links ? syncCycles(settings.generation, chipsUsed) : 0));
}

function linkCycles({ architecture, places }: IpuProblem, { activations, weights }: Supersteps): number {
  const bytes = activations.linkBytes + weights.linkBytes;
  return bytes === 0 ? 0 : Math.ceil(bytes / architecture.levels[places.links]!.writeBandwidth!);
}

function streamingCycles({ architecture, places, workload }: IpuProblem, nest: CountedNest): number {
  if (places.streaming < 0 || nest.keep[places.streaming] === 0) return 0;
  let bytes = 0;
  for (let t = 0; t < workload.dataspaces.length; t += 1) {
    const at = t * nest.levels + places.streaming;
    bytes += nest.reads[at]! + nest.updates[at]!;
  }
  return Math.ceil(
    (bytes * nest.instances[places.streaming]!) / architecture.levels[places.streaming]!.sharedBandwidth!,
  );
}

/** Of all tiles over the whole program. */
function partialBytesMoved({ types }: IpuProblem, { steps, tilesUsed, outputs, reductionSplit }: Supersteps): number {
  if (reductionSplit === 1) return 0;
  let [rest, sum] = [outputs, 0];
  for (const depth of stageDepths(reductionSplit)) {
    rest = Math.ceil(rest / depth);
    sum += rest * (depth - 1);
  }
  return steps * tilesUsed * sum * types.partialBytes;
}

/**
 * A tile reads the weights of a group from its memory no more often than the unit loads them, and every load has its least cycles; so has
 * every sum that a vector kernel writes. Streaming memory is one for all. The exchange has no price of its own: what is at home where it is needed does not travel.
 */
function pricesOf({ architecture, workload, places, operands, kernel }: IpuProblem): Price[][] {
  const free: Price = { read: 0, fill: 0, update: 0 };
  const prices = architecture.levels.map(() => workload.dataspaces.map(() => free));
  prices[places.tile]![operands.weights] = { ...free, read: kernel.weightByteCycles / places.tiles };
  prices[places.tile]![operands.outputs] = { ...free, update: kernel.sumByteCycles / places.tiles };
  if (places.streaming >= 0) {
    const each = 1 / architecture.levels[places.streaming]!.sharedBandwidth!;
    prices[places.streaming] = workload.dataspaces.map(() => ({ read: each, fill: 0, update: each }));
  }
  return prices;
}
