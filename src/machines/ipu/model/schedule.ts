// Cycles of a counted nest as a program of supersteps (sections 2.1, 2.5): the kernel's, those of its tiles among each other, and what leaves
// the chip, one after the other.

import type { CountedNest, Price, Schedule } from '../../../model/seams.js';
import { computeCount } from '../../../workload/workload.js';
import { partialBytesMoved, programCycles } from '../compute/program-cycles.js';
import type { IpuProblem } from './problem.js';
import { hostCycles } from './rooflines.js';
import { type Supersteps, superstepsOf } from './supersteps.js';

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
      const links = linkCycles(problem, program);
      const chipsTalking = links > 0 ? program.chipsUsed : 1;
      const { operands, partials, reduce, cast, copy, sync } = programCycles(problem, program, chipsTalking);
      const compute = steps * problem.kernel.cycles.of(program.work) - loading;
      out.set([compute, loading, operands, partials, reduce, cast + copy, sync, links, streamingCycles(problem, nest)]);
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
    extras: [
      {
        name: 'partial_sums',
        pj: (nest) => {
          const program = superstepsOf(problem, nest);
          const perByte = problem.architecture.levels[problem.places.memory]!.energy.readPj;
          return program.tilesUsed * partialBytesMoved(problem.types, program) * perByte;
        },
      },
      // The compute's energy is that of a product of halves.
      { name: 'wide_products', pj: (nest) => nest.computes * macFloatExtraPj },
    ],
  };
}

function linkCycles({ architecture, places }: IpuProblem, { activations, weights }: Supersteps): number {
  const bytes = activations.linkBytes + weights.linkBytes;
  return bytes === 0 ? 0 : Math.ceil(bytes / architecture.levels[places.links]!.writeBandwidth!);
}

function streamingCycles({ architecture, places, workload }: IpuProblem, nest: CountedNest): number {
  if (places.streaming < 0) return 0;
  let bytes = 0;
  for (let t = 0; t < workload.dataspaces.length; t += 1) {
    const at = t * nest.levels + places.streaming;
    bytes += nest.reads[at]! + nest.updates[at]!;
  }
  return Math.ceil(
    (bytes * nest.instances[places.streaming]!) / architecture.levels[places.streaming]!.sharedBandwidth!,
  );
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
