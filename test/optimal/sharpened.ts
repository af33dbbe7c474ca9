// An instance in which few things cost anything. Where all levels and networks charge at once, what one term of a bound
// claims too much hides behind what others leave out; where one access or one bandwidth counts alone, it shows.

import type { StorageEnergy, StorageLevel } from '../../src/arch/architecture.js';
import { chance, pick } from '../support/choices.js';
import type { Instance } from './instance.js';

type Charge = 'readPj' | 'fillPj' | 'updatePj' | 'leakPj';

const accesses: readonly Charge[] = ['readPj', 'fillPj', 'updatePj'];

/** What may be the one thing that costs: standing still is as likely as half of an access. */
export const usualCharges: readonly Charge[] = [...accesses, ...accesses, 'leakPj'];

export function sharpened(instance: Instance, charges: readonly Charge[] = usualCharges): Instance {
  const { choices, problem } = instance;
  const { architecture } = problem;
  const storages = architecture.levels.flatMap(({ kind }, index) => (kind === 'storage' ? [index] : []));
  const charging = storages[choices.below(storages.length)]!;
  const throttling = storages[choices.below(storages.length)]!;
  const charge = pick(choices, charges);
  const rows = chance(choices, 20);
  const hops = chance(choices, 20);
  const levels = architecture.levels.map((level, index): StorageLevel => {
    const throttles = index === throttling;
    return {
      ...level,
      energy: { ...free(level.energy), ...(index === charging ? { [charge]: 1 } : {}) },
      blockSize: rows ? level.blockSize : 1,
      clusterSize: rows ? level.clusterSize : 1,
      readBandwidth: throttles ? level.readBandwidth : null,
      writeBandwidth: throttles ? level.writeBandwidth : null,
      sharedBandwidth: throttles ? level.sharedBandwidth : null,
      network: {
        ...level.network,
        energyPerHopPj: hops ? level.network.energyPerHopPj : null,
        wireEnergyPjPerBitMm: 0,
        routerEnergyPj: 0,
        ingressEnergyPj: 0,
      },
    };
  });
  const compute = { ...architecture.compute, energyPj: 0 };
  return { ...instance, problem: { ...problem, architecture: { ...architecture, levels, compute } } };
}

function free(energy: StorageEnergy): StorageEnergy {
  return {
    ...energy,
    readPj: 0,
    fillPj: 0,
    updatePj: 0,
    leakPj: 0,
    addressGenerationPj: 0,
    temporalReductionPj: 0,
  };
}
