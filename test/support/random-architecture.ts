// Random accelerators: one to five storage levels, fan-outs between them and above the compute, nested or not, and
// every attribute that the model reads.

import type { Architecture, StorageLevel } from '../../src/arch/architecture.js';
import { type Choices, chance, pick } from './choices.js';
import { plainArchitecture, type Stage } from './plain-architecture.js';

export interface ArchitectureOptions {
  /** Bandwidths, block sizes, latencies, networks, ...; without them only the tree is random. */
  readonly attributes: 'plain' | 'random';
  readonly maxStorageLevels: number;
  /** Most children of one fan-out along one axis. */
  readonly maxMesh: number;
}

/** Words of a block, and whether the network below adds up: one draw for both, as lists of choices count them. */
const blocks: readonly (readonly [number, boolean])[] = [
  [1, true],
  [1, false],
  [2, true],
  [4, true],
  [8, true],
];

export function randomArchitecture(
  choices: Choices,
  { dataspaces, ...options }: ArchitectureOptions & { readonly dataspaces: readonly string[] },
): Architecture {
  const plain = plainArchitecture(randomStages(choices, options));
  if (options.attributes === 'plain') return plain;
  const energy = (): number => choices.below(2000) / 8;
  const levels = plain.levels.map((plainLevel, index): StorageLevel => {
    const divisors = [1, 2, 4].filter((size) => plainLevel.instances % size === 0);
    const gates = plain.levels.flatMap(({ instances }, at) =>
      at >= index && plainLevel.instances % instances === 0 ? [at] : [],
    );
    const bandwidth = (): number | null => pick(choices, [null, null, null, 4, 2.5, 2, 1, 0.75, 0.25, 0.1]);
    const common: Partial<StorageLevel> = {
      networkFillLatencyCycles: pick(choices, [0, 0, 0, 7]),
      networkDrainLatencyCycles: pick(choices, [0, 0, 0, 11]),
      network: {
        wordBits: pick(choices, [8, 16, 1]),
        energyPerHopPj: pick(choices, [null, null, 0, 0.37]),
        wireEnergyPjPerBitMm: pick(choices, [0, 0.05]),
        tileWidthMm: pick(choices, [null, null, 0.2]),
        routerEnergyPj: pick(choices, [0, 0.13]),
        ingressEnergyPj: pick(choices, [0, 0.29]),
      },
    };
    if (plainLevel.kind === 'fanout') return { ...plainLevel, ...common };
    const capacityWords = pick(choices, [null, null, null, 1 << 20, 1 << 16, 4096, 64]);
    const multipleBuffering = pick(choices, [1, 1, 2, 1.5]);
    const [blockSize, reductionSupported] = pick(choices, blocks);
    return {
      ...plainLevel,
      ...common,
      reductionSupported,
      blockSize,
      clusterSize: pick(choices, divisors),
      capacityWords,
      multipleBuffering,
      effectiveCapacityWords: capacityWords === null ? null : Math.floor(capacityWords / multipleBuffering),
      minUtilization: chance(choices, 3) ? 0.05 : 0,
      readBandwidth: bandwidth(),
      writeBandwidth: bandwidth(),
      sharedBandwidth: bandwidth(),
      bandwidthScale: new Map(chance(choices, 20) ? [[pick(choices, dataspaces), pick(choices, [0.5, 2, 0])]] : []),
      energy: {
        readPj: energy(),
        fillPj: energy(),
        updatePj: energy(),
        leakPj: pick(choices, [0, 0, 0.03125]),
        addressGenerationPj: pick(choices, [0, 0, 0.21]),
        temporalReductionPj: pick(choices, [0, 0, 0.11]),
        source: 'ERT',
      },
      areaUm2: pick(choices, [null, 1000, 12500.5]),
      powerGatedAt: pick(choices, gates),
    };
  });
  return {
    ...plain,
    levels,
    compute: { ...plain.compute, energyPj: energy(), areaUm2: pick(choices, [null, 250]) },
  };
}

/** Innermost first. Sometimes a storage level carries its fan-out itself, as levels built by hand may. */
function randomStages(choices: Choices, { maxStorageLevels, maxMesh }: ArchitectureOptions): Stage[] {
  const mesh = (): number => 1 + choices.below(maxMesh);
  const fanout = (kind: Stage['kind']): Stage => ({
    kind,
    fanoutX: mesh(),
    fanoutY: chance(choices, 50) ? mesh() : 1,
  });
  return Array.from({ length: 1 + choices.below(maxStorageLevels) }, () => {
    const between = Array.from({ length: pick(choices, [0, 0, 1, 1, 2]) }, () => fanout('fanout'));
    const storage: Stage = chance(choices, 10) ? fanout('storage') : { kind: 'storage', fanoutX: 1, fanoutY: 1 };
    return [...between, storage];
  }).flat();
}
