// Broadcast of a tensor in OCM to all cores, 64 bits a pop (B1 to B7, B9, C3).

import { illegal, legal, unless } from '../verdict.js';
import { type ElementType, elementBytes } from './element-type.js';
import type { Core } from './parameters.js';
import { elementCount, type Shape } from './shape.js';
import type { StreamSide } from './stream-side.js';
import { tileElements } from './tiles.js';
import type { Problem, Verdict } from './verdict.js';

export interface Staging {
  readonly elements: number;
  readonly elementsPerPop: number;
  readonly popsAvailable: number;
}

export function elementsPerPop({ popBytes }: Core, type: ElementType): number {
  return popBytes / elementBytes(type);
}

/** The documentation rounds down, which comes to the same for whole rows of the array's width. */
export function popsFor({ popBytes }: Core, elements: number, type: ElementType): number {
  return Math.ceil((elements * elementBytes(type)) / popBytes);
}

export function stagingRuling(core: Core, shape: Shape, type: ElementType): Verdict<Staging> {
  return unless(linearFindings(core, shape), () => {
    const elements = elementCount(shape);
    return { elements, elementsPerPop: elementsPerPop(core, type), popsAvailable: popsFor(core, elements, type) };
  });
}

/** Elements that so many pops leave undelivered. A pop too many hangs the hardware. */
export function leftover({ elements, elementsPerPop, popsAvailable }: Staging, pops: number): Verdict<number> {
  const instead = `${popsAvailable} pops deliver all`;
  if (pops > popsAvailable) {
    return illegal('E_OVERPOP', `${pops} pops of what lasts for ${popsAvailable} hang the processor`, instead);
  }
  const left = Math.max(0, elements - pops * elementsPerPop);
  if (left === 0) return legal(0);
  return legal(left, [{ code: 'W_UNDERPOP', message: `${pops} pops leave ${left} elements undelivered`, instead }]);
}

/** `index` within what one pop brought. */
export function indexFindings(core: Core, index: number, type: ElementType): readonly Problem[] {
  const last = elementsPerPop(core, type) - 1;
  if (Number.isInteger(index) && index >= 0 && index <= last) return [];
  const message = `a pop of ${type} has no element ${index}`;
  return [{ code: 'E_BIDX', message, instead: `elements are 0 to ${last}` }];
}

export function sideFindings(side: StreamSide): readonly Problem[] {
  if (side === 'WEST') return [];
  const message = `a broadcast cannot enter from the ${side.toLowerCase()}`;
  return [{ code: 'E_BSIDE', message, instead: 'it always enters from the WEST' }];
}

/** One read of OCM serves all cores. */
export function bytesDelivered(core: Core, pops: number): number {
  return pops * core.popBytes * tileElements(core);
}

function linearFindings({ arraySide }: Core, shape: Shape): readonly Problem[] {
  if (shape.columns === arraySide) return [];
  const rows = Math.ceil(elementCount(shape) / arraySide);
  const message = `broadcast source has rows of ${shape.columns}, not of ${arraySide} as the array`;
  const instead = `its ${elementCount(shape)} elements make ${rows} rows of ${arraySide}, the last one padded if need be`;
  return [{ code: 'E_LIN', message, instead }];
}

export const unprimed: Problem = {
  code: 'E_PEEK',
  message: 'the first read after staging is not a pop, and staging brings nothing to the cores',
  instead: 'the first read must be a pop',
};
