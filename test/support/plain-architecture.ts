// Accelerators without any attribute but their tree: storage and fan-out levels, innermost first, free of charge.

import type { Architecture, StorageLevel } from '../../src/arch/architecture.js';
import type { Span } from '../../src/diagnostics/span.js';

export interface Stage {
  readonly kind: StorageLevel['kind'];
  readonly fanoutX: number;
  readonly fanoutY: number;
}

const span: Span = { source: { name: 'test', text: '' }, start: 0, end: 0 };

export function plainArchitecture(stages: readonly Stage[]): Architecture {
  // Instances multiply from the outermost stage inwards.
  let meshX = 1;
  let meshY = 1;
  const levels = stages
    .map((stage, index) => ({ stage, index }))
    .toReversed()
    .map(({ stage, index }) => {
      const level = plainLevel({ ...stage, meshX, meshY }, index);
      meshX *= stage.fanoutX;
      meshY *= stage.fanoutY;
      return level;
    })
    .toReversed();
  return {
    name: 'plain',
    levels,
    compute: {
      name: 'mac',
      className: 'intmac',
      instances: meshX * meshY,
      meshX,
      meshY,
      wordBits: 16,
      energyPj: 0,
      energySource: 'none',
      areaUm2: null,
      areaSource: 'none',
      attributes: {},
      span,
    },
    parallels: [],
    machine: 'generic',
    machineParameters: {},
  };
}

function plainLevel(stage: Stage & { readonly meshX: number; readonly meshY: number }, index: number): StorageLevel {
  const { kind, meshX, meshY, fanoutX, fanoutY } = stage;
  return {
    name: `${kind === 'storage' ? 'L' : 'inter'}${index}`,
    kind,
    leaf: `L${index}`,
    className: kind === 'storage' ? 'SRAM' : 'dummy',
    technology: 'SRAM',
    instances: meshX * meshY,
    meshX,
    meshY,
    fanoutX,
    fanoutY,
    wordBits: kind === 'storage' ? 16 : 1,
    blockSize: 1,
    clusterSize: 1,
    capacityWords: null,
    multipleBuffering: 1,
    effectiveCapacityWords: null,
    minUtilization: 0,
    readBandwidth: null,
    writeBandwidth: null,
    sharedBandwidth: null,
    bandwidthScale: new Map(),
    networkFillLatencyCycles: 0,
    networkDrainLatencyCycles: 0,
    reductionSupported: true,
    energy: {
      readPj: 0,
      fillPj: 0,
      updatePj: 0,
      leakPj: 0,
      addressGenerationPj: 0,
      temporalReductionPj: 0,
      source: 'none',
    },
    network: {
      wordBits: 16,
      energyPerHopPj: null,
      wireEnergyPjPerBitMm: 0,
      tileWidthMm: null,
      routerEnergyPj: 0,
      ingressEnergyPj: 0,
    },
    areaUm2: null,
    areaSource: 'none',
    hasPowerGating: false,
    powerGatedAt: index,
    attributes: {},
    span,
  };
}
