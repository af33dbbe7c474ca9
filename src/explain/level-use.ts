// How near every level is to its limits: capacity, bandwidth, instances and latency (F.9).

import type { Architecture, StorageLevel } from '../arch/architecture.js';
import { isLimited, transferCycles } from '../model/charge/bandwidth.js';
import { networkLatencyCycles } from '../model/charge/latency.js';
import type { Evaluation, LevelEvaluation } from '../model/evaluation.js';

export interface LevelUse {
  readonly level: string;
  /** Part of the capacity; null where there is no limit. */
  readonly capacity: number | null;
  /** Part of the words that the busiest port could move in all cycles; null where there is no limit. */
  readonly bandwidth: number | null;
  readonly usedInstances: number;
  readonly instances: number;
  /** Of the networks around the level, once per run. */
  readonly latencyCycles: number;
}

/** Outermost first, the compute last. A machine with a schedule of its own has no bandwidths here: its parts say more. */
export function levelUse(evaluation: Evaluation, architecture: Architecture): readonly LevelUse[] {
  const byName = new Map(architecture.levels.map((level) => [level.name, level]));
  const storage = evaluation.levels.filter(({ kind }) => kind === 'storage');
  const { name, utilizedInstances, instances } = evaluation.compute;
  return [
    ...storage.map((one): LevelUse => {
      const level = byName.get(one.name)!;
      return {
        level: one.name,
        capacity: one.bufferUtilization,
        bandwidth: evaluation.machine === null ? busiestPort(one, level, evaluation.cycles) : null,
        usedInstances: one.utilizedInstances,
        instances: one.instances,
        latencyCycles: networkLatencyCycles([level]),
      };
    }),
    { level: name, capacity: null, bandwidth: null, usedInstances: utilizedInstances, instances, latencyCycles: 0 },
  ];
}

function busiestPort({ dataspaces, cycles }: LevelEvaluation, level: StorageLevel, allCycles: number): number | null {
  const counts = Object.values(dataspaces);
  const read = counts.reduce((sum, one) => sum + one.readBandwidthWordsPerCycle, 0);
  const write = counts.reduce((sum, one) => sum + one.writeBandwidthWordsPerCycle, 0);
  return isLimited(level) ? transferCycles(level, read, write) * (cycles / allCycles) : null;
}
