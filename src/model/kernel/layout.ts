// The constant part of a plan as flat typed arrays: what the hot path reads instead of objects.
// Index conventions: level `i` 0 = innermost; per-dataspace-and-level arrays use `t * levels + i`.

import { type Dataspace, stepOf, type Workload } from '../../workload/workload.js';
import { isLimited } from '../charge/bandwidth.js';
import { networkLatencyCycles } from '../charge/latency.js';
import type { EvalPlan } from '../plan.js';

export interface KernelLayout {
  readonly levels: number;
  readonly dataspaces: number;
  readonly dimensions: number;
  /** Most ranks any dataspace has. */
  readonly maxRanks: number;

  /** 1 = read-write dataspace. */
  readonly readWrite: Uint8Array;
  /** 1 = every rank is stepped by one dimension only, so tiles never overlap partly (F.13). */
  readonly simple: Uint8Array;
  /** 1 = moreover every coefficient is 1 or -1: tiles leave no holes and divide the dataspace evenly. */
  readonly even: Uint8Array;
  /**
   * 1 = a sliding window whose dimensions each step one rank, with a positive coefficient: the usual convolution. Then
   * `stepRank` and `stepCoefficient` at `stepStart[t * dimensions + d]` are all there is to a dimension.
   */
  readonly plainWindow: Uint8Array;
  /** `[t * dimensions + d]`: 1 when dimension d appears in the projection of t with a non-zero coefficient. */
  readonly relevant: Uint8Array;
  /** The same per dimension: a mask of the dataspaces it steps. */
  readonly stepped: Int32Array;
  /** Ranks of dataspace t: `rankStart[t]` to `rankStart[t + 1] - 1`; their terms: `termStart[rank]` … */
  readonly rankStart: Int32Array;
  readonly termStart: Int32Array;
  readonly termDimension: Int32Array;
  readonly termCoefficient: Float64Array;
  /** Transposed: where dimension d steps dataspace t, `stepStart[t * dimensions + d]` …, rank relative to the dataspace. */
  readonly stepStart: Int32Array;
  readonly stepRank: Int32Array;
  readonly stepCoefficient: Float64Array;

  /** The even dataspaces whose tiles dimension d multiplies: `timesStart[d]` … */
  readonly timesStart: Int32Array;
  readonly timesDataspace: Int32Array;
  /** All ranks that dimension d steps, of the other dataspaces: `growStart[d]` …, rank ids as in `rankStart`. */
  readonly growStart: Int32Array;
  readonly growRank: Int32Array;
  readonly growWidening: Float64Array;
  /** The ranks of those other dataspaces. */
  readonly unevenRank: Int32Array;

  readonly instances: Float64Array;
  readonly clusters: Float64Array;
  readonly meshX: Float64Array;
  readonly meshY: Float64Array;
  readonly fanoutX: Float64Array;
  readonly fanoutY: Float64Array;
  readonly computeInstances: number;
  readonly computeMeshX: number;
  readonly computeMeshY: number;

  /** Words; Infinity where unbounded, also for fan-out levels, which hold nothing. */
  readonly capacity: Float64Array;
  readonly leastOccupancy: Float64Array;
  readonly blockSize: Float64Array;
  readonly readPj: Float64Array;
  readonly fillPj: Float64Array;
  readonly updatePj: Float64Array;
  readonly leakPj: Float64Array;
  readonly reductionPj: Float64Array;
  readonly addressPj: Float64Array;
  readonly computePj: number;
  /** Words a cycle of one instance, Infinity where unlimited. */
  readonly ports: readonly { readonly read: number; readonly write: number; readonly shared: number }[];
  readonly hasBandwidth: Uint8Array;
  /** `[t * levels + i]` demand multiplier. */
  readonly bandwidthScale: Float64Array;
  /** Sum of all network fill and drain latencies (F.9). */
  readonly networkLatencyCycles: number;
  readonly powerGatedAt: Int32Array;

  /** pJ per hop and word, per router traversal and per ingress, of the network below level i (F.10). */
  readonly hopPj: Float64Array;
  readonly routerPj: Float64Array;
  readonly ingressPj: Float64Array;
  readonly hasNetworkEnergy: Uint8Array;
  /** 1 where words cost network energy without a hop, too: routers and ingress. */
  readonly hasEndpointEnergy: Uint8Array;
  readonly reductionSupported: Uint8Array;
}

export function layOut(plan: EvalPlan): KernelLayout {
  const { workload, architecture } = plan;
  const levels = architecture.levels;
  const per = (of: (level: (typeof levels)[number]) => number): Float64Array => Float64Array.from(levels, of);
  const unlimited = (value: number | null): number => value ?? Number.POSITIVE_INFINITY;
  const hop = hopEnergies(plan);
  return {
    levels: levels.length,
    dataspaces: workload.dataspaces.length,
    dimensions: workload.dimensions.length,
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
    capacity: per((level) =>
      level.kind === 'fanout' ? Number.POSITIVE_INFINITY : unlimited(level.effectiveCapacityWords),
    ),
    leastOccupancy: per((level) =>
      level.kind === 'fanout' || level.effectiveCapacityWords === null
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
    ports: levels.map(({ readBandwidth, writeBandwidth, sharedBandwidth }) => ({
      read: unlimited(readBandwidth),
      write: unlimited(writeBandwidth),
      shared: unlimited(sharedBandwidth),
    })),
    hasBandwidth: Uint8Array.from(levels, (level) => (isLimited(level) ? 1 : 0)),
    bandwidthScale: Float64Array.from(
      workload.dataspaces.flatMap(({ name }) => levels.map((level) => level.bandwidthScale.get(name) ?? 1)),
    ),
    networkLatencyCycles: networkLatencyCycles(levels),
    powerGatedAt: Int32Array.from(levels, (level) => level.powerGatedAt),
    hopPj: hop,
    routerPj: per((level) => level.network.routerEnergyPj),
    ingressPj: per((level) => level.network.ingressEnergyPj),
    hasNetworkEnergy: Uint8Array.from(levels, (level, i) =>
      hop[i]! !== 0 || level.network.routerEnergyPj !== 0 || level.network.ingressEnergyPj !== 0 ? 1 : 0,
    ),
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
    timesStart: Int32Array.from(timesStart),
    timesDataspace: Int32Array.from(timesDataspace),
    growStart: Int32Array.from(growStart),
    growRank: Int32Array.from(growRank),
    growWidening: Float64Array.from(growWidening),
    unevenRank: Int32Array.from(
      even.flatMap((is, t) => (is ? [] : dataspaces[t]!.projection.map((_, rank) => rankStart[t]! + rank))),
    ),
    maxRanks: Math.max(1, ...dataspaces.map((dataspace) => dataspace.projection.length)),
    readWrite: Uint8Array.from(dataspaces, (dataspace) => (dataspace.readWrite ? 1 : 0)),
    simple: Uint8Array.from(simple, (is) => (is ? 1 : 0)),
    even: Uint8Array.from(even, (is) => (is ? 1 : 0)),
    plainWindow: Uint8Array.from(dataspaces, (dataspace) => (!isSimple(dataspace) && isPlain(dataspace) ? 1 : 0)),
    relevant,
    stepped: Int32Array.from(workload.dimensions, (_, d) =>
      dataspaces.reduce((mask, _one, t) => mask | (relevant[t * dimensions + d]! << t), 0),
    ),
    rankStart: Int32Array.from(rankStart),
    termStart: Int32Array.from(termStart),
    termDimension: Int32Array.from(termDimension),
    termCoefficient: Float64Array.from(termCoefficient),
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
