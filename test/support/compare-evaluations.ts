// Where the evaluator and the judge disagree, in words. Counts and cycles must be equal, energies and ratios to 1e-12.

import type { Evaluation } from '../../src/model/evaluation.js';
import type { Judgement } from '../judges/walk.js';
import type { RandomCase } from './random-case.js';

const relativeTolerance = 1e-12;

export function differences(
  { plan, mapping }: Pick<RandomCase, 'plan' | 'mapping'>,
  judgement: Judgement,
  evaluation: Evaluation,
): readonly string[] {
  if (judgement.valid !== evaluation.valid) {
    const codes = evaluation.diagnostics.map(({ code, message }) => `${code} ${message}`).join('; ');
    return [`valid: ${evaluation.valid} (${codes}), judge ${judgement.valid} ${JSON.stringify(judgement.rejections)}`];
  }
  if (!judgement.valid) return rejectionDifferences(judgement, evaluation);
  const found: string[] = [];
  const exact = (what: string, got: number | undefined, want: number): void => {
    if (got !== want && !(got === 0 && want === 0)) found.push(`${what}: ${got}, judge ${want}`);
  };
  const near = (what: string, got: number | undefined, want: number): void => {
    const scale = Math.max(Math.abs(got ?? Number.NaN), Math.abs(want));
    if (!(Math.abs(got! - want) <= relativeTolerance * scale)) found.push(`${what}: ${got}, judge ${want}`);
  };

  exact('cycles', evaluation.cycles, judgement.cycles);
  exact('computes', evaluation.computes, judgement.computes);
  exact('compute.computes', evaluation.compute.computes, judgement.computes);
  exact('compute.cycles', evaluation.compute.cycles, judgement.computeCycles);
  exact('compute.utilizedInstances', evaluation.compute.utilizedInstances, judgement.computeInstances);
  near('compute.energyPj', evaluation.compute.energyPj, judgement.computeEnergyPj);
  near('energyPj', evaluation.energyPj, judgement.energyPj);
  near('edpPjCycles', evaluation.edpPjCycles, judgement.edpPjCycles);
  near('utilization', evaluation.utilization, judgement.utilization);

  judgement.levels.forEach((want, level) => {
    const got = evaluation.levels.find(({ name }) => name === want.name);
    if (!got) {
      const idle = want.energyPj === 0 && want.dataspaces.every(({ kept }) => !kept);
      if (!(plan.architecture.levels[level]!.kind === 'fanout' && idle)) found.push(`${want.name}: missing`);
      return;
    }
    exact(`${want.name}.utilizedInstances`, got.utilizedInstances, want.utilizedInstances);
    exact(`${want.name}.cycles`, got.cycles, want.cycles);
    exact(`${want.name}.utilizedCapacityWords`, got.utilizedCapacityWords, want.utilizedCapacityWords);
    near(`${want.name}.slowdown`, got.slowdown, want.slowdown);
    near(`${want.name}.leakageEnergyPj`, got.leakageEnergyPj, want.leakageEnergyPj);
    near(`${want.name}.energyPj`, got.energyPj, want.energyPj);
    plan.workload.dataspaces.forEach(({ name }, d) => {
      const one = want.dataspaces[d]!;
      const counts = got.dataspaces[name];
      const at = `${want.name}.${name}`;
      if ((counts !== undefined) !== mapping.levels[level]!.keep[d]!) found.push(`${at}: kept or not`);
      if (!counts) return;
      exact(`${at}.scalarReads`, counts.scalarReads, one.reads);
      exact(`${at}.scalarFills`, counts.scalarFills, one.fills);
      exact(`${at}.scalarUpdates`, counts.scalarUpdates, one.updates);
      exact(`${at}.temporalReductions`, counts.temporalReductions, one.temporalReductions);
      exact(`${at}.addressGenerations`, counts.addressGenerations, one.addressGenerations);
      exact(`${at}.partitionSize`, counts.partitionSize, one.partitionSize);
      exact(`${at}.utilizedCapacity`, counts.utilizedCapacity, one.utilizedCapacity);
      near(`${at}.energyPj`, counts.energyPj, one.energyPj);
      near(`${at}.temporalReductionEnergyPj`, counts.temporalReductionEnergyPj, one.temporalReductionEnergyPj);
      near(`${at}.addressGenerationEnergyPj`, counts.addressGenerationEnergyPj, one.addressGenerationEnergyPj);
      near(`${at}.readBandwidth`, counts.readBandwidthWordsPerCycle, one.readBandwidthWordsPerCycle);
      near(`${at}.writeBandwidth`, counts.writeBandwidthWordsPerCycle, one.writeBandwidthWordsPerCycle);
    });
  });

  for (const want of judgement.networks) {
    const got = evaluation.networks.find(({ name }) => name === want.name);
    if (!got) {
      if (want.energyPj !== 0) found.push(`${want.name}: missing, judge ${want.energyPj} pJ`);
      continue;
    }
    near(`${want.name}.energyPj`, got.energyPj, want.energyPj);
    plan.workload.dataspaces.forEach(({ name }, d) => {
      const one = want.dataspaces[d]!;
      const traffic = got.dataspaces[name];
      const at = `${want.name}.${name}`;
      if (!traffic) {
        if (one.ingresses !== 0 || one.linkTransfers !== 0) found.push(`${at}: missing`);
        return;
      }
      exact(`${at}.fanout`, traffic.fanout, one.fanout);
      near(`${at}.ingresses`, traffic.ingresses, one.ingresses);
      exact(`${at}.linkTransfers`, traffic.linkTransfers, one.linkTransfers);
      near(`${at}.spatialReductions`, traffic.spatialReductions, one.spatialReductions);
      near(`${at}.averageHops`, traffic.averageHops, one.averageHops);
      near(`${at}.energyPj`, traffic.energyPj, one.energyPj);
      exact(`${at}.signatures`, traffic.accesses.length, one.accesses.length);
      for (const record of one.accesses) {
        const same = traffic.accesses.find(
          ({ multicast, scatter }) => multicast === record.multicast && scatter === record.scatter,
        );
        near(`${at}@${record.multicast}/${record.scatter}.accesses`, same?.accesses, record.accesses);
        near(`${at}@${record.multicast}/${record.scatter}.hops`, same?.hops, record.hops);
      }
    });
  }
  return found;
}

const codes = {
  fanout: 'E-FANOUT',
  instances: 'E-INSTANCES',
  capacity: 'E-CAPACITY',
  utilization: 'E-UTILIZATION',
  bypassed: 'E-BYPASS',
} as const;

/** Which of several reasons is reported is free, but it must be one of them. */
function rejectionDifferences(judgement: Judgement, evaluation: Evaluation): readonly string[] {
  const reasons = new Set<string>(judgement.rejections.map(({ reason }) => codes[reason]));
  const errors = evaluation.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return ['rejected without an error'];
  return errors
    .filter(({ code }) => !reasons.has(code))
    .map(({ code, message }) => `${code} ${message}, judge ${JSON.stringify(judgement.rejections)}`);
}
