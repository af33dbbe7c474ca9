// The cycles of a tile's 1x1 convolution on the matrix unit, as the published planner estimates them (section 2.5), transcribed: for
// halves with halves as partial sums. Of the other types the same formula is an estimate, with their groups and loads.

import type { Generation } from '../generation.js';
import { splitWork, workerCount } from '../workers/work-split.js';
import type { Precision } from './rates.js';

/** Whether the partial sums are begun or added to. */
export type Pass = 'first' | 'later';

export interface AmpTask {
  /** Elements of field and batch on the tile. */
  readonly elements: number;
  readonly inGroups: number;
  readonly outGroups: number;
  /** Convolution groups. */
  readonly groups: number;
  /** Cycles of one load of coefficients, of which every group of output channels takes one. */
  readonly loadCycles: number;
}

export interface AmpUse {
  readonly generation: Generation;
  readonly precision: Precision;
  readonly kernelPositions: number;
}

/** What the formula is used for beyond what it was published for, the unit of 16 x 16 halves that Mk2 and Bow have; empty: nothing. */
export function beyondPublished({ generation, precision, kernelPositions }: AmpUse): readonly string[] {
  return [
    ...(generation === 'mk1' ? ['Mk1'] : []),
    ...(precision === 'half-half' ? [] : ['this type']),
    ...(kernelPositions === 1 ? [] : [`${kernelPositions} kernel positions`]),
  ];
}

/** Loads of 128 bits take weights from interleaved memory, those of 64 bits from anywhere (section 1). */
export function loadsInterleaved(coefficientBytesPerCycle: number): boolean {
  return coefficientBytesPerCycle > 8;
}

/** A worker's slots for its elements. Three elements take less than two. */
export function workerSlots(elements: number, pass: Pass): number {
  // State that is kept from call to call saves seven slots.
  return slotsFromScratch(elements, pass) - 7;
}

/** The workers' part of one load of coefficients, in cycles of the tile. */
export function innerCycles(elementsOfWorkers: readonly number[], pass: Pass): number {
  const slots = elementsOfWorkers.map((elements) => workerSlots(elements, pass));
  return Math.max(workerCount * Math.max(...slots), workerCount * Math.min(...slots) + 14);
}

export function ampCycles(task: AmpTask): number {
  const shares = splitWork(task.elements, 'scattered').counts;
  return supervisorCycles(task, innerCycles(shares, 'first'), innerCycles(shares, 'later'));
}

/** The whole, where the workers' part of a load takes `first` cycles when it begins sums and `later` when it adds to them. */
export function supervisorCycles(task: Omit<AmpTask, 'elements'>, first: number, later: number): number {
  const { inGroups, outGroups, groups, loadCycles } = task;
  const adding = (inGroups - 1) * (15 + outGroups * (19 + (6 + loadCycles + later)));
  const beginning = outGroups * (18 + (7 + loadCycles + first));
  return 50 + 6 * (7 + 3 * (inGroups * groups - 1)) + groups * (13 + adding + 11 + beginning);
}

function slotsFromScratch(elements: number, pass: Pass): number {
  const first = pass === 'first';
  switch (elements) {
    case 0:
      return first ? 21 : 22;
    case 1:
      return first ? 32 : 33;
    case 2:
      return first ? 41 : 42;
    default:
      return (first ? 37 : 38) + 4 * (elements - 3);
  }
}
