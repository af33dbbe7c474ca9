// How cycles of different kinds add up (C9). The public profile charges each cycle once to one of six classes, whose sum is
// its total: so by default nothing overlaps. The option lets DDR, OCM and the cores work at the same time, as double
// buffers allow on the later Chimera cores. Which moves belong to which class is our reading of their names.

import type { Composition } from '../../../../src/machines/epu/model/settings.js';

export interface CycleClasses {
  readonly predication: number;
  /** Operations of the ALUs. */
  readonly compute: number;
  /** Between neighbours. */
  readonly dataArray: number;
  /** Multiply-accumulate steps, or the pops that feed them. */
  readonly mac: number;
  /** Between DDR and OCM. */
  readonly dataExternal: number;
  /** Between OCM and the array, by flows and random access. */
  readonly dataOcm: number;
}

export const cycleClassNames: readonly (keyof CycleClasses)[] = [
  'predication',
  'compute',
  'dataArray',
  'mac',
  'dataExternal',
  'dataOcm',
];

export function totalCycles(classes: CycleClasses, composition: Composition = 'serial'): number {
  const { predication, compute, dataArray, mac, dataExternal, dataOcm } = classes;
  const cores = predication + compute + dataArray + mac;
  return composition === 'serial' ? cores + dataExternal + dataOcm : Math.max(cores, dataExternal, dataOcm);
}

/** Of the serial total. */
export function classShare(classes: CycleClasses, name: keyof CycleClasses): number {
  return classes[name] / totalCycles(classes);
}

/** What the parts of a program take, each by its own formula. */
export interface CycleTerms {
  readonly flows: number;
  readonly randomAccess: number;
  readonly broadcast: number;
  readonly copies: number;
  readonly exchange: number;
  readonly mac: number;
  readonly alu: number;
  readonly predication: number;
}

export function classesOf(terms: CycleTerms): CycleClasses {
  return {
    predication: terms.predication,
    compute: terms.alu,
    dataArray: terms.exchange,
    // One pop feeds one step at full rate, so the slower of the two sets the pace.
    mac: Math.max(terms.broadcast, terms.mac),
    dataExternal: terms.copies,
    dataOcm: terms.flows + terms.randomAccess,
  };
}
