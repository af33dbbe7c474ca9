// The judge of the model kernel: one mapping evaluated by the book (F.1 to F.11), from the literal two-visit walk to
// energies, cycles and area. Written from the semantics alone and sharing no code with `src/model/kernel`.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { walkLoops } from './loop-walk.js';
import { type AccessCounts, countAccesses, type StorageTile, type TiledNest, tileStorage } from './storage-tiles.js';

export interface Rejection {
  readonly reason: 'fanout' | 'instances' | 'capacity' | 'utilization' | 'bypassed';
  /** Level, compute or dataspace. */
  readonly name: string;
  readonly need: number;
  readonly limit: number;
}

export interface DataspaceJudgement extends AccessCounts {
  readonly kept: boolean;
  readonly utilizedCapacity: number;
  readonly partitionSize: number;
  readonly addressGenerations: number;
  readonly energyPj: number;
  readonly temporalReductionEnergyPj: number;
  readonly addressGenerationEnergyPj: number;
  readonly readBandwidthWordsPerCycle: number;
  readonly writeBandwidthWordsPerCycle: number;
}

export interface LevelJudgement {
  readonly name: string;
  readonly utilizedInstances: number;
  readonly utilizedClusters: number;
  readonly cycles: number;
  readonly slowdown: number;
  readonly energyPj: number;
  readonly leakageEnergyPj: number;
  readonly utilizedCapacityWords: number;
  readonly dataspaces: readonly DataspaceJudgement[];
}

export interface NetworkDataspaceJudgement {
  readonly fanout: number;
  readonly ingresses: number;
  readonly accesses: readonly { multicast: number; scatter: number; accesses: number; hops: number }[];
  readonly linkTransfers: number;
  readonly spatialReductions: number;
  readonly averageHops: number;
  readonly energyPj: number;
}

export interface NetworkJudgement {
  readonly name: string;
  readonly energyPj: number;
  readonly dataspaces: readonly NetworkDataspaceJudgement[];
}

/** Levels, dataspaces and networks by id, innermost level first; scalar counts per instance, energies of all. */
export interface Judgement {
  readonly valid: boolean;
  readonly rejections: readonly Rejection[];
  readonly cycles: number;
  readonly computeCycles: number;
  readonly computes: number;
  readonly computeInstances: number;
  readonly computeEnergyPj: number;
  readonly energyPj: number;
  readonly edpPjCycles: number;
  readonly utilization: number;
  readonly areaUm2: number;
  readonly levels: readonly LevelJudgement[];
  readonly networks: readonly NetworkJudgement[];
}

export interface WalkOptions {
  readonly extrapolation?: boolean;
}

export function walk(plan: EvalPlan, mapping: Mapping, options: WalkOptions = {}): Judgement {
  const { architecture, workload } = plan;
  const walked = walkLoops(plan, mapping, { extrapolation: options.extrapolation ?? true });
  const tiled = tileStorage(plan, mapping, walked);
  const { loops, boundaries } = walked;

  const expansionAbove = (position: number, axis: 'x' | 'y'): number =>
    loops.slice(position + 1).reduce((product, loop) => (loop.kind === axis ? product * loop.end : product), 1);

  const rejections = rejectionsOf(plan, tiled, {
    x: [...boundaries.map((boundary) => expansionAbove(boundary, 'x')), expansionAbove(-1, 'x')],
    y: [...boundaries.map((boundary) => expansionAbove(boundary, 'y')), expansionAbove(-1, 'y')],
  });

  const computeCycles = walked.imperfect
    ? loops.reduce((product, loop) => (loop.kind === 't' ? product * loop.end : product), 1)
    : Math.ceil(tiled.computes / tiled.computeInstances);

  const timed = architecture.levels.map((_, level) =>
    timeLevel(plan, tiled, {
      level,
      computeCycles,
      expansion: expansionAbove(boundaries[level]!, 'x') * expansionAbove(boundaries[level]!, 'y'),
    }),
  );
  const throttledCycles = timed.reduce((most, level) => Math.max(most, level.cycles), computeCycles);
  const cycles = architecture.levels.reduce(
    (sum, level) => sum + level.networkFillLatencyCycles + level.networkDrainLatencyCycles,
    throttledCycles,
  );

  const levels = timed.map((level, i) => {
    const leakageEnergyPj = leakage(plan, tiled, i) * throttledCycles;
    const energyPj = level.dataspaces.reduce(
      (sum, one) => sum + one.energyPj + one.temporalReductionEnergyPj + one.addressGenerationEnergyPj,
      leakageEnergyPj,
    );
    return { ...level, leakageEnergyPj, energyPj };
  });
  const networks = architecture.levels.map((_, level) => networkOf(plan, tiled, level));
  const computeEnergyPj = tiled.computes * architecture.compute.energyPj;
  const energyPj = [...levels, ...networks].reduce((sum, one) => sum + one.energyPj, computeEnergyPj);

  return {
    valid: rejections.length === 0,
    rejections,
    cycles,
    computeCycles,
    computes: tiled.computes,
    computeInstances: tiled.computeInstances,
    computeEnergyPj,
    energyPj,
    edpPjCycles: energyPj * cycles,
    utilization: tiled.computes / (architecture.compute.instances * cycles),
    areaUm2: [...architecture.levels, architecture.compute].reduce(
      (sum, { areaUm2, instances }) => sum + (areaUm2 ?? 0) * instances,
      0,
    ),
    levels,
    networks,
  };

  /** F.9 and F.10 of one storage level, leakage aside. */
  function timeLevel(
    { architecture: arch, workload: { dataspaces } }: EvalPlan,
    { tiles, instances }: TiledNest,
    { level: i, computeCycles: cc, expansion }: { level: number; computeCycles: number; expansion: number },
  ): Omit<LevelJudgement, 'energyPj' | 'leakageEnergyPj'> {
    const level = arch.levels[i]!;
    const clusters = Math.min(expansion, level.instances / level.clusterSize);
    const q = expansion / instances[i]!;
    const counts = dataspaces.map((_, dataspace) => countAccesses(plan, tiled, { level: i, dataspace }));
    const demand = counts.map(({ reads, fills, updates }, d) => {
      const scale = level.bandwidthScale.get(dataspaces[d]!.name) ?? 1;
      return {
        read: (Math.ceil(reads / q) / cc) * scale,
        write: (Math.ceil((fills + updates) / q) / cc) * scale,
      };
    });
    const reading = demand.reduce((sum, { read }) => sum + read, 0);
    const writing = demand.reduce((sum, { write }) => sum + write, 0);
    let slowdown = 1;
    if (level.readBandwidth !== null && level.readBandwidth < reading) {
      slowdown = Math.min(slowdown, level.readBandwidth / reading);
    }
    if (level.writeBandwidth !== null && level.writeBandwidth < writing) {
      slowdown = Math.min(slowdown, level.writeBandwidth / writing);
    }
    if (level.sharedBandwidth !== null && level.sharedBandwidth < reading + writing) {
      slowdown = Math.min(slowdown, level.sharedBandwidth / (reading + writing));
    }
    const vectors = (count: number): number => Math.ceil(count / level.blockSize);
    const perCluster = expansion / clusters;

    return {
      name: level.name,
      utilizedInstances: instances[i]!,
      utilizedClusters: clusters,
      cycles: Math.ceil(cc / slowdown),
      slowdown,
      utilizedCapacityWords: tiles[i]!.reduce((sum, tile) => sum + (tile.kept ? tile.size : 0), 0),
      dataspaces: counts.map((count, d) => {
        const tile = tiles[i]![d]!;
        const { reads, fills, updates, temporalReductions } = count;
        const addressGenerations = (dataspaces[d]!.readWrite ? updates : reads) + fills;
        const clusterEnergy =
          vectors(reads) * level.energy.readPj +
          vectors(fills) * level.energy.fillPj +
          vectors(updates) * level.energy.updatePj;
        return {
          ...count,
          kept: tile.kept,
          utilizedCapacity: tile.kept ? tile.size : 0,
          partitionSize: tile.partition,
          addressGenerations,
          energyPj: (clusterEnergy / perCluster) * instances[i]!,
          temporalReductionEnergyPj: temporalReductions * level.energy.temporalReductionPj * instances[i]!,
          addressGenerationEnergyPj: addressGenerations * level.energy.addressGenerationPj * clusters,
          readBandwidthWordsPerCycle: slowdown * demand[d]!.read,
          writeBandwidthWordsPerCycle: slowdown * demand[d]!.write,
        };
      }),
    };
  }

  /** F.9: every reason there is, from the innermost level outwards. `expansions` end with those of the compute. */
  function rejectionsOf(
    { architecture: arch, cumulativeFanout }: EvalPlan,
    { tiles, instances, computeInstances }: TiledNest,
    expansions: { readonly x: readonly number[]; readonly y: readonly number[] },
  ): Rejection[] {
    const found: Rejection[] = [];
    const check = (reason: Rejection['reason'], name: string, [need, limit]: readonly [number, number]): void => {
      if (need > limit) found.push({ reason, name, need, limit });
    };
    const used = (level: number, axis: 'x' | 'y'): number =>
      mapping.levels[level]!.spatial.reduce(
        (product, loop) => (loop.axis === axis ? product * loop.bound : product),
        1,
      );
    const { compute } = arch;
    check('instances', compute.name, [expansions.x.at(-1)! * expansions.y.at(-1)!, compute.instances]);
    check('instances', compute.name, [computeInstances, compute.instances]);
    check('instances', compute.name, [expansions.x.at(-1)!, compute.meshX]);
    check('instances', compute.name, [expansions.y.at(-1)!, compute.meshY]);
    arch.levels.forEach((level, i) => {
      if (!cumulativeFanout) {
        check('fanout', level.name, [used(i, 'x'), level.fanoutX]);
        check('fanout', level.name, [used(i, 'y'), level.fanoutY]);
      }
      check('instances', level.name, [instances[i]!, level.instances]);
      check('instances', level.name, [expansions.x[i]!, level.meshX]);
      check('instances', level.name, [expansions.y[i]!, level.meshY]);
      const capacity = level.effectiveCapacityWords;
      if (capacity === null) return;
      const occupied = tiles[i]!.reduce((sum, tile) => sum + (tile.kept ? tile.size : 0), 0);
      check('capacity', level.name, [occupied, capacity]);
      if (occupied < level.minUtilization * capacity) {
        found.push({ reason: 'utilization', name: level.name, need: level.minUtilization * capacity, limit: occupied });
      }
    });
    workload.dataspaces.forEach(({ name }, d) => {
      if (tiles.every((level) => !level[d]!.kept)) found.push({ reason: 'bypassed', name, need: 1, limit: 0 });
    });
    return found;
  }
}

/** F.11: energy per cycle of all instances that are not power gated. */
function leakage({ architecture }: EvalPlan, { instances }: TiledNest, level: number): number {
  const { energy, powerGatedAt, instances: own } = architecture.levels[level]!;
  const share = own / architecture.levels[powerGatedAt]!.instances;
  const awake = share > 1 ? share * Math.max(1, instances[powerGatedAt]!) : Math.max(1, instances[level]!);
  return energy.leakPj * awake;
}

/** F.10: energy per hop of the network below `level`. */
function hopEnergy({ architecture }: EvalPlan, level: number): number {
  const { network } = architecture.levels[level]!;
  if (network.energyPerHopPj !== null) return network.energyPerHopPj;
  let area = architecture.compute.areaUm2 ?? 0;
  for (let i = 0; i < level; i++) {
    const inner = architecture.levels[i]!;
    area = (inner.areaUm2 ?? 0) + area * inner.fanoutX * inner.fanoutY;
  }
  const tileWidthMm = network.tileWidthMm ?? Math.sqrt(area) / 1000;
  return network.wordBits * tileWidthMm * network.wireEnergyPjPerBitMm;
}

/** F.10: the inferred network between `level` and its inner neighbour. */
function networkOf(plan: EvalPlan, { tiles, instances, averaging }: TiledNest, level: number): NetworkJudgement {
  const { levels, compute } = plan.architecture;
  const { network, reductionSupported, name } = levels[level]!;
  const perHop = hopEnergy(plan, level);
  const dataspaces = tiles[level]!.map((tile: StorageTile, d): NetworkDataspaceJudgement => {
    const { readWrite } = plan.workload.dataspaces[d]!;
    const accesses = tile.accesses.map((one) => {
      if (!readWrite || reductionSupported || one.accesses === 0) return one;
      const both = Math.max(0, 2 * one.accesses - tile.partition);
      return { ...one, accesses: both, hops: (one.hops / one.accesses) * both };
    });
    const ingresses = accesses.reduce((sum, one) => sum + one.accesses, 0);
    const hops = accesses.reduce((sum, one) => sum + one.hops, 0);
    // Where counts are a mean over instances (F.7.2), a whole number of hops may have lost its last digit.
    const slack = averaging ? 1e-12 : 0;
    const routers = accesses.reduce(
      (sum, one) =>
        sum + (one.accesses === 0 ? 0 : (1 + Math.floor((one.hops / one.accesses) * (1 + slack))) * one.accesses),
      0,
    );
    const perInstance =
      hops * perHop +
      routers * network.routerEnergyPj +
      ingresses * network.ingressEnergyPj +
      tile.links * (perHop + 2 * network.routerEnergyPj);
    return {
      fanout: tile.fanout,
      ingresses,
      accesses,
      linkTransfers: tile.links,
      spatialReductions: readWrite ? accesses.reduce((sum, one) => sum + (one.multicast - 1) * one.accesses, 0) : 0,
      averageHops: ingresses === 0 ? 0 : hops / ingresses,
      energyPj: perInstance * instances[level]!,
    };
  });
  return {
    name: `${name} <==> ${level === 0 ? compute.name : levels[level - 1]!.name}`,
    energyPj: dataspaces.reduce((sum, one) => sum + one.energyPj, 0),
    dataspaces,
  };
}
