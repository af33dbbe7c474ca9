// The constant part of a plan as flat typed arrays: what the hot path reads instead of objects.
// Index conventions: level `i` 0 = innermost; per-dataspace-and-level arrays use `t * levels + i`.

import { computeCount, type Dataspace, stepOf, type Workload } from '../../workload/workload.js';
import { isLimited } from '../charge/bandwidth.js';
import { networkLatencyCycles } from '../charge/latency.js';
import type { EvalPlan } from '../plan.js';

export function layOut(plan: EvalPlan) {
  const { workload, architecture } = plan;
  const levels = architecture.levels;
  const per = (of: (level: (typeof levels)[number]) => number): Float64Array => Float64Array.from(levels, of);
  const unlimited = (value: number | null): number => value ?? Number.POSITIVE_INFINITY;
  const hop = hopEnergies(plan);
  return {
    levels: levels.length,
    dataspaces: workload.dataspaces.length,
    dimensions: workload.dimensions.length,
    points: computeCount(workload),
    ...projections(workload),
    instances: per((level) => level.instances),
    clusters: per((level) => level.instances / level.clusterSize),
    meshX: per((level) => level.meshX),
    meshY: per((level) => level.meshY),
    fanoutX: per((level) => level.fanoutX),
    fanoutY: per((level) => level.fanoutY),
    computeInstances: architecture.compute.instances,
    computeMeshX: architecture.compute.meshX,
    computeMeshY: architecture.compute.meshY,
    /** Words; Infinity where unbounded, also for fan-out levels, which hold nothing. */
    capacity: per((level) =>
      level.kind === 'fanout' ? Number.POSITIVE_INFINITY : unlimited(level.effectiveCapacityWords),
    ),
    // What tiles that may overflow take is known later (G.8).
    leastOccupancy: per((level) =>
      level.kind === 'fanout' || level.effectiveCapacityWords === null || level.sparsity?.allowsOverbooking
        ? 0
        : level.minUtilization * level.effectiveCapacityWords,
    ),
    blockSize: per((level) => level.blockSize),
    readPj: per((level) => level.energy.readPj),
    fillPj: per((level) => level.energy.fillPj),
    updatePj: per((level) => level.energy.updatePj),
    leakPj: per((level) => level.energy.leakPj),
    reductionPj: per((level) => level.energy.temporalReductionPj),
    addressPj: per((level) => level.energy.addressGenerationPj),
    computePj: architecture.compute.energyPj,
    /** Words a cycle of one instance, Infinity where unlimited. */
    ports: levels.map(({ readBandwidth, writeBandwidth, sharedBandwidth }) => ({
      read: unlimited(readBandwidth),
      write: unlimited(writeBandwidth),
      shared: unlimited(sharedBandwidth),
    })),
    hasBandwidth: Uint8Array.from(levels, (level) => (isLimited(level) ? 1 : 0)),
    /** `[t * levels + i]` demand multiplier. */
    bandwidthScale: Float64Array.from(
      workload.dataspaces.flatMap(({ name }) => levels.map((level) => level.bandwidthScale.get(name) ?? 1)),
    ),
    /** Sum of all network fill and drain latencies (F.9). */
    networkLatencyCycles: networkLatencyCycles(levels),
    powerGatedAt: Int32Array.from(levels, (level) => level.powerGatedAt),
    /** pJ per hop and word, per router traversal and per ingress, of the network below level i (F.10). */
    hopPj: hop,
    routerPj: per((level) => level.network.routerEnergyPj),
    ingressPj: per((level) => level.network.ingressEnergyPj),
    hasNetworkEnergy: Uint8Array.from(levels, (level, i) =>
      hop[i]! !== 0 || level.network.routerEnergyPj !== 0 || level.network.ingressEnergyPj !== 0 ? 1 : 0,
    ),
    /** 1 where words cost network energy without a hop, too: routers and ingress. */
    hasEndpointEnergy: Uint8Array.from(levels, ({ network }) =>
      network.routerEnergyPj !== 0 || network.ingressEnergyPj !== 0 ? 1 : 0,
    ),
    reductionSupported: Uint8Array.from(levels, (level) => (level.reductionSupported ? 1 : 0)),
  };
}

/** F.10: `energy_per_hop`, else word bits x tile width (mm) x wire energy (pJ per bit and mm). */
function hopEnergies(plan: EvalPlan): Float64Array {
  const { levels, compute } = plan.architecture;
  // Unless a tile width is given, the tiles of a network are squares of the area of everything below it.
  let areaBelowUm2 = compute.areaUm2 ?? 0;
  return Float64Array.from(levels, ({ network, areaUm2, fanoutX, fanoutY }) => {
    const widthMm = network.tileWidthMm ?? Math.sqrt(areaBelowUm2) / 1000;
    areaBelowUm2 = (areaUm2 ?? 0) + areaBelowUm2 * fanoutX * fanoutY;
    return network.energyPerHopPj ?? network.wordBits * widthMm * network.wireEnergyPjPerBitMm;
  });
}

function projections(workload: Workload) {
  const { dataspaces } = workload;
  const dimensions = workload.dimensions.length;
  const relevant = new Uint8Array(dataspaces.length * dimensions);
  const rankStart = [0];
  const termStart = [0];
  const termDimension: number[] = [];
  const termCoefficient: number[] = [];
  const stepStart: number[] = [];
  const stepRank: number[] = [];
  const stepCoefficient: number[] = [];
  /** How much one more iteration widens the tile; differs from |coefficient| only where a rank names a dimension twice. */
  const stepWidening: number[] = [];
  dataspaces.forEach((dataspace, t) => {
    for (const rank of dataspace.projection) {
      for (const term of rank) {
        if (term.coefficient === 0) continue;
        relevant[t * dimensions + term.dimension] = 1;
        termDimension.push(term.dimension);
        termCoefficient.push(term.coefficient);
      }
      termStart.push(termDimension.length);
    }
    rankStart.push(termStart.length - 1);
    for (let d = 0; d < dimensions; d += 1) {
      stepStart.push(stepRank.length);
      dataspace.projection.forEach((rank, index) => {
        const coefficient = stepOf(rank, d);
        const widening = rank.reduce((sum, term) => (term.dimension === d ? sum + Math.abs(term.coefficient) : sum), 0);
        if (widening === 0) return;
        stepRank.push(index);
        stepCoefficient.push(coefficient);
        stepWidening.push(widening);
      });
    }
  });
  stepStart.push(stepRank.length);
  const simple = dataspaces.map(isSimple);
  const even = dataspaces.map((dataspace, t) => simple[t]! && isEven(dataspace));
  const timesStart = [0];
  const timesDataspace: number[] = [];
  const growStart = [0];
  const growRank: number[] = [];
  const growWidening: number[] = [];
  for (let d = 0; d < dimensions; d += 1) {
    for (let t = 0; t < dataspaces.length; t += 1) {
      if (even[t]!) {
        if (relevant[t * dimensions + d] !== 0) timesDataspace.push(t);
        continue;
      }
      for (let at = stepStart[t * dimensions + d]!; at < stepStart[t * dimensions + d + 1]!; at += 1) {
        growRank.push(rankStart[t]! + stepRank[at]!);
        growWidening.push(stepWidening[at]!);
      }
    }
    timesStart.push(timesDataspace.length);
    growStart.push(growRank.length);
  }
  return {
    /** The even dataspaces whose tiles dimension d multiplies: `timesStart[d]` … */
    timesStart: Int32Array.from(timesStart),
    timesDataspace: Int32Array.from(timesDataspace),
    /** All ranks that dimension d steps, of the other dataspaces: `growStart[d]` …, rank ids as in `rankStart`. */
    growStart: Int32Array.from(growStart),
    growRank: Int32Array.from(growRank),
    growWidening: Float64Array.from(growWidening),
    /** The ranks of those other dataspaces. */
    unevenRank: Int32Array.from(
      even.flatMap((is, t) => (is ? [] : dataspaces[t]!.projection.map((_, rank) => rankStart[t]! + rank))),
    ),
    /** Most ranks any dataspace has. */
    maxRanks: Math.max(1, ...dataspaces.map((dataspace) => dataspace.projection.length)),
    /** 1 = read-write dataspace. */
    readWrite: Uint8Array.from(dataspaces, (dataspace) => (dataspace.readWrite ? 1 : 0)),
    /** 1 = every rank is stepped by one dimension only, so tiles never overlap partly (F.13). */
    simple: Uint8Array.from(simple, (is) => (is ? 1 : 0)),
    /** 1 = moreover every coefficient is 1 or -1: tiles leave no holes and divide the dataspace evenly. */
    even: Uint8Array.from(even, (is) => (is ? 1 : 0)),
    /**
     * 1 = a sliding window whose dimensions each step one rank, with a positive coefficient: the usual convolution. Then
     * `stepRank` and `stepCoefficient` at `stepStart[t * dimensions + d]` are all there is to a dimension.
     */
    plainWindow: Uint8Array.from(dataspaces, (dataspace) => (!isSimple(dataspace) && isPlain(dataspace) ? 1 : 0)),
    /** `[t * dimensions + d]`: 1 when dimension d appears in the projection of t with a non-zero coefficient. */
    relevant,
    /** The same per dimension: a mask of the dataspaces it steps. */
    stepped: Int32Array.from(workload.dimensions, (_, d) =>
      dataspaces.reduce((mask, _one, t) => mask | (relevant[t * dimensions + d]! << t), 0),
    ),
    /** Ranks of dataspace t: `rankStart[t]` to `rankStart[t + 1] - 1`; their terms: `termStart[rank]` … */
    rankStart: Int32Array.from(rankStart),
    termStart: Int32Array.from(termStart),
    termDimension: Int32Array.from(termDimension),
    termCoefficient: Float64Array.from(termCoefficient),
    /** Transposed: where dimension d steps dataspace t, `stepStart[t * dimensions + d]` …, rank relative to the dataspace. */
    stepStart: Int32Array.from(stepStart),
    stepRank: Int32Array.from(stepRank),
    stepCoefficient: Float64Array.from(stepCoefficient),
  };
}

function isSimple(dataspace: Dataspace): boolean {
  return dataspace.projection.every((rank) => rank.filter((term) => term.coefficient !== 0).length <= 1);
}

function isEven(dataspace: Dataspace): boolean {
  return eachOnce(dataspace, (coefficient) => Math.abs(coefficient) === 1);
}

function isPlain(dataspace: Dataspace): boolean {
  return eachOnce(dataspace, (coefficient) => coefficient > 0);
}

function eachOnce({ projection }: Dataspace, holds: (coefficient: number) => boolean): boolean {
  const terms = projection.flat().filter((term) => term.coefficient !== 0);
  const dimensions = new Set(terms.map((term) => term.dimension));
  return dimensions.size === terms.length && terms.every((term) => holds(term.coefficient));
}

export type KernelLayout = Readonly<ReturnType<typeof layOut>>;
