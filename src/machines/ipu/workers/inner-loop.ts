// What an inner loop takes and whether it runs: every slot of its schedule is put to the memory of section 2.4, at the
// addresses of its arrays, together with what the loop must store and how far it reads past the end.

import { roundUp } from '../../padding.js';
import type { Generation } from '../generation.js';
import { type Access, cycleOf } from '../memory/access.js';
import { type MemoryMap, memoryMap } from '../memory/memory-map.js';
import { figureOf, parameterOf } from '../parameters.js';
import { type Illegal, illegal } from '../verdict.js';
import { type LoopSchedule, type LoopTask, leastVectors, loopSchedule, type Slot } from './loop-schedule.js';
import { workerCount } from './work-split.js';

/** `in-place`: loads and stores one array; `separate`: arrays in different banks throughout. */
export type Placement = 'in-place' | 'separate';

export interface ArrayAddresses {
  readonly load: number;
  readonly alsoLoad: number;
  readonly store: number;
}

export function innerLoop(generation: Generation, task: LoopTask, addresses: ArrayAddresses) {
  const schedule = loopSchedule(task);
  const { slots, overheadSlots, repeatCount } = schedule;
  const loaded = slots.flatMap(({ load }) => load ?? []);
  const stored = slots.flatMap(({ store }) => store ?? []);
  const problem =
    countProblem(generation, task, schedule) ?? coverageProblem(task, slots) ?? collision(generation, slots, addresses);
  return {
    /** Of the worker, without control. */
    slots: slots.length,
    /** Of the tile: a worker has every sixth cycle. */
    cycles: slots.length * workerCount,
    overheadSlots,
    totalSlots: slots.length + overheadSlots,
    loads: loaded.length,
    stores: stored.length,
    /** Past the end of the array. */
    overReadBytes: 8 * loaded.reduce((most, at) => Math.max(most, at + 1 - task.vectors), 0),
    repeatCount,
    /** Why it does not run. */
    ...(problem && { problem }),
  };
}

/** An array that no tile holds: there is no loop to look at. */
export function arrayProblem(generation: Generation, vectors: number): Illegal | undefined {
  const room = figureOf(generation, 'memoryBytes');
  return 8 * vectors <= room
    ? undefined
    : illegal(
        'memory-full',
        `an array of ${8 * vectors} B, and a tile has ${room} B (${8 * vectors - room} B too much)`,
      );
}

/**
 * Where the arrays of a loop are unless told: in place at the start of a region, or each from an element of its own on, so that streams
 * that run side by side are never in the same one.
 */
export function arrayAddresses(
  generation: Generation,
  { vectors, placement, region }: { readonly vectors: number; readonly placement: Placement; readonly region: 0 | 1 },
): ArrayAddresses {
  const map = memoryMap(generation);
  const load = region === 0 ? map.start : map.interleavedStart;
  if (placement === 'in-place') return { load, alsoLoad: load, store: load };
  const step = roundUp(8 * vectors, elementBytes(map, region));
  return { load, alsoLoad: load + step, store: load + 2 * step };
}

function countProblem(
  generation: Generation,
  { variant, vectors }: LoopTask,
  schedule: LoopSchedule,
): Illegal | undefined {
  const least = leastVectors(variant);
  if (vectors < least) {
    return illegal('vector-count', `${variant} needs ${least} vectors or more, and there are ${vectors}`);
  }
  const { repeatCount, bodyBundles } = schedule;
  const [most, bundles] = [parameterOf(generation, 'repeatCountRegister')!, figureOf(generation, 'repeatBodyBundles')];
  if (bodyBundles > bundles)
    return illegal('repeat-count', `a body of ${bodyBundles} bundles, and at most ${bundles} repeat`);
  // A limit that is only recalled is not held against a loop.
  if (most.trust !== 'public' || repeatCount <= most.value) return undefined;
  return illegal('repeat-count', `${repeatCount} iterations, and the repeat counter goes to ${most.value}`);
}

function coverageProblem({ vectors }: LoopTask, slots: readonly Slot[]): Illegal | undefined {
  const stored = slots.flatMap(({ store }) => store ?? []).length;
  if (stored === vectors) return undefined;
  return stored > vectors
    ? illegal('over-store', `stores ${stored - vectors} vectors past the end of ${vectors}`)
    : illegal('under-store', `stores ${stored} of ${vectors} vectors`);
}

function collision(generation: Generation, slots: readonly Slot[], addresses: ArrayAddresses): Illegal | undefined {
  for (const slot of slots) {
    const accesses = accessesOf(slot, addresses);
    const verdict = cycleOf(generation, { accesses, fetchRule: 'ignore' });
    if (verdict.kind === 'illegal') return verdict;
  }
  return undefined;
}

function accessesOf({ load, alsoLoad, store }: Slot, addresses: ArrayAddresses): readonly Access[] {
  const accesses: Access[] = [];
  if (load !== undefined) accesses.push({ action: 'load', bits: 64, address: addresses.load + 8 * load });
  if (alsoLoad !== undefined) accesses.push({ action: 'load', bits: 64, address: addresses.alsoLoad + 8 * alsoLoad });
  if (store !== undefined) accesses.push({ action: 'store', bits: 64, address: addresses.store + 8 * store });
  return accesses;
}

function elementBytes({ bankBytes, elementBytes }: MemoryMap, region: 0 | 1): number {
  return region === 0 ? bankBytes : elementBytes;
}
