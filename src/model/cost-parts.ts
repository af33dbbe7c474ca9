// A costed mapping taken apart along the lines that people ask about: which level and dataspace its energy goes to, and
// where it stands under the roofline. Only sums and ratios of what the evaluation counted.

import { type Architecture, outermostStorage } from '../arch/architecture.js';
import type { DataspaceCounts, Evaluation, LevelEvaluation } from './evaluation.js';

export interface EnergyPart {
  /** A storage level, the compute, `networkPart`, or what a machine adds. */
  readonly part: string;
  /** null: of no dataspace in particular, such as leakage or the operations themselves. */
  readonly dataspace: string | null;
  readonly energyPj: number;
}

/** Outermost level first, then the compute, the networks and what a machine adds; adds up to the energy of the mapping. */
export function energyParts(evaluation: Evaluation): readonly EnergyPart[] {
  const { levels, compute, networks } = evaluation;
  const stored = levels.flatMap(({ name, kind, dataspaces, leakageEnergyPj }): EnergyPart[] => {
    if (kind !== 'storage') return [];
    const parts = Object.entries(dataspaces).map(([dataspace, counts]) => {
      return { part: name, dataspace, energyPj: dataspaceEnergyPj(counts) };
    });
    return leakageEnergyPj > 0 ? [...parts, { part: name, dataspace: null, energyPj: leakageEnergyPj }] : parts;
  });
  const moved = new Map<string, number>();
  for (const { dataspaces } of networks)
    for (const [name, { energyPj }] of Object.entries(dataspaces)) moved.set(name, (moved.get(name) ?? 0) + energyPj);
  const part = networkPart(evaluation);
  const network = [...moved].flatMap(([dataspace, energyPj]) => (energyPj > 0 ? [{ part, dataspace, energyPj }] : []));
  return [
    ...stored,
    { part: compute.name, dataspace: null, energyPj: compute.energyPj },
    ...network,
    ...machineParts(evaluation),
  ];
}

/** What all networks together are called: `network`, with as many s as no component has. */
export function networkPart({ levels, compute }: Pick<Evaluation, 'levels' | 'compute'>): string {
  const taken = new Set([...levels, compute].map(({ name }) => name));
  let part = 'network';
  while (taken.has(part)) part += 's';
  return part;
}

/** What levels, networks and computes do not account for. */
export function machineParts({ machine }: Evaluation): readonly EnergyPart[] {
  const spent = machine?.energies.filter(({ energyPj }) => energyPj > 0) ?? [];
  return spent.map(({ name, energyPj }) => ({ part: name, dataspace: null, energyPj }));
}

/** Accesses, temporal reductions and address generations of all instances. */
export function dataspaceEnergyPj(counts: DataspaceCounts): number {
  return counts.energyPj + counts.temporalReductionEnergyPj + counts.addressGenerationEnergyPj;
}

/** Sums of `energyParts` by part, in the order of first appearance. */
export function energyByPart(evaluation: Evaluation): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { part, energyPj } of energyParts(evaluation)) sums.set(part, (sums.get(part) ?? 0) + energyPj);
  return Object.fromEntries(sums);
}

/** `[part, dataspace or null, words of its tile or null, pJ]`, as `energyParts`: what a report draws of a mapping. */
export type PartJson = readonly [string, string | null, number | null, number];

export function partsJson(evaluation: Evaluation): readonly PartJson[] {
  const level = new Map(evaluation.levels.map((one) => [one.name, one]));
  return energyParts(evaluation).map(({ part, dataspace, energyPj }) => {
    const tile = dataspace === null ? undefined : level.get(part)?.dataspaces[dataspace];
    return [part, dataspace, tile?.utilizedCapacity ?? null, energyPj];
  });
}

/** What became of computes and of words read, filled and updated at all levels and instances, on average; null where nothing is sparse. */
export function zerosOf({ levels, compute }: Evaluation) {
  if (compute.sparse === undefined) return null;
  const { actual, gated, skipped } = compute.sparse;
  const held = levels.flatMap(({ dataspaces }) => Object.values(dataspaces).flatMap(({ sparse }) => sparse ?? []));
  const words = (kind: 'actual' | 'gated' | 'skipped'): number =>
    held.reduce((sum, { averageInstances, [kind]: split }) => {
      return sum + averageInstances * (split.scalarReads + split.scalarFills + split.scalarUpdates);
    }, 0);
  return {
    actualComputes: actual,
    gatedComputes: gated,
    skippedComputes: skipped,
    actualWords: words('actual'),
    gatedWords: words('gated'),
    skippedWords: words('skipped'),
    metadataPj: held.reduce((sum, { metadata }) => sum + (metadata?.energyPj ?? 0), 0),
  };
}

export type Zeros = NonNullable<ReturnType<typeof zerosOf>>;

export function roofline(evaluation: Evaluation, architecture: Architecture) {
  const outermost = outermostStorage(architecture);
  const bytesPerWord = outermost.wordBits / 8;
  const { operations } = evaluation.operationalIntensity;
  const moved = evaluation.levels.find(({ name }) => name === outermost.name);
  const { readBandwidth, writeBandwidth, sharedBandwidth } = outermost;
  const wordsPerCycle =
    sharedBandwidth ?? (readBandwidth === null || writeBandwidth === null ? null : readBandwidth + writeBandwidth);
  return {
    opsPerCycle: operations / evaluation.cycles,
    /** Of the bytes that the outermost level really moves. */
    opsPerByte: operations / (wordsMoved(moved) * bytesPerWord),
    /** Two operations per compute instance and cycle. */
    peakOpsPerCycle: 2 * architecture.compute.instances,
    /** Of all instances of the outermost level, both directions; null = unlimited. */
    outerBytesPerCycle: wordsPerCycle === null ? null : wordsPerCycle * bytesPerWord * outermost.instances,
  };
}

export type Roofline = ReturnType<typeof roofline>;

/** All instances; a level that holds nothing moves nothing. */
function wordsMoved(level: LevelEvaluation | undefined): number {
  if (!level) return 0;
  const perInstance = Object.values(level.dataspaces).reduce((sum, counts) => {
    const { scalarReads, scalarFills, scalarUpdates } = counts.sparse?.actual ?? counts;
    return sum + scalarReads + scalarFills + scalarUpdates;
  }, 0);
  return perInstance * level.utilizedInstances;
}
