// Where the kernel asks a machine (model/seams.ts): tiles in bytes, bytes moved instead of words, and the cycles of its schedule.

import type { NestBuffer } from '../nest-buffer.js';
import type { CountedNest, Fact, MachineModel } from '../seams.js';
import type { KernelLayout } from './layout.js';
import type { Scratch } from './scratch.js';

export class MachineKernel {
  readonly model: MachineModel;
  /** Cycles of the nest at hand by part of the machine's schedule. */
  readonly parts: Float64Array;
  /** Bytes that a storage level takes for the tile of dataspace t, where it keeps it: `[t * levels + i]`. */
  readonly footprints: Float64Array;
  readonly #layout: KernelLayout;
  readonly #held: Float64Array;
  readonly #fed: Float64Array;
  readonly #storage: readonly number[];
  readonly #counted: Writable<CountedNest>;

  constructor(model: MachineModel, storage: readonly number[], of: KernelParts) {
    const { layout, nest, scratch } = of;
    const boxes = (): Float64Array => new Float64Array((layout.levels + 1) * layout.dimensions);
    this.model = model;
    this.parts = new Float64Array(model.schedule.parts.length);
    this.footprints = new Float64Array(layout.levels * layout.dataspaces);
    this.#layout = layout;
    this.#held = boxes();
    this.#fed = boxes();
    this.#storage = storage;
    this.#counted = {
      levels: layout.levels,
      dataspaces: layout.dataspaces,
      dimensions: layout.dimensions,
      held: this.#held,
      fed: this.#fed,
      reads: scratch.reads,
      fills: scratch.fills,
      updates: scratch.updates,
      keep: nest.keep,
      instances: scratch.expansion,
      computeInstances: 1,
      computeCycles: 1,
      computes: 1,
    };
  }

  /** Boxes of every storage level, before anything is asked about the nest. What a level passes by moves nothing there, whatever the last nest did. */
  measure(nest: NestBuffer): void {
    const { reads, fills, updates } = this.#counted;
    for (const counts of [reads, fills, updates]) counts.fill(0);
    const { dimensions } = this.#layout;
    const held = this.#held;
    const fed = this.#fed;
    held.fill(1, 0, dimensions);
    let from = 0; // place of the storage level whose surroundings are being widened; 0 is compute
    for (let d = 0; d < dimensions; d += 1) fed[d] = 1;
    for (let i = 0; i < this.#layout.levels; i += 1) {
      for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
        const at = from + nest.dimension[l]!;
        fed[at] = fed[at]! * nest.bound[l]!;
      }
      if (!this.#storage.includes(i)) continue;
      const own = (i + 1) * dimensions;
      for (let d = 0; d < dimensions; d += 1) held[own + d] = fed[from + d]!;
      for (let l = nest.temporalStart[i]!; l < nest.levelStart[i + 1]!; l += 1) {
        const at = own + nest.dimension[l]!;
        held[at] = held[at]! * nest.bound[l]!;
      }
      for (let d = 0; d < dimensions; d += 1) fed[own + d] = held[own + d]!;
      from = own;
    }
  }

  footprint(t: number, i: number): number {
    const bytes = this.model.footprint.bytes(i, t, this.#held, (i + 1) * this.#layout.dimensions);
    this.footprints[t * this.#layout.levels + i] = bytes;
    return bytes;
  }

  /** Why the machine cannot hold the tile; undefined where it says nothing of its own. */
  refusal(t: number, i: number): string | undefined {
    return this.model.footprint.refusal?.(i, t, this.#held, (i + 1) * this.#layout.dimensions);
  }

  /** Turns counted words into the bytes that are moved, boundary by boundary. */
  move({ keeper, keeperCount, reads, fills, updates }: Scratch): void {
    const { levels, dataspaces, dimensions } = this.#layout;
    const { transfer } = this.model;
    for (let t = 0; t < dataspaces; t += 1) {
      const row = t * levels;
      let child = -1;
      for (let at = 0; at < keeperCount[t]!; at += 1) {
        const parent = keeper[row + at]!;
        const bytes = transfer.bytesPerWord(child, t, this.#fed, (child + 1) * dimensions);
        reads[row + parent] = reads[row + parent]! * bytes;
        updates[row + parent] = updates[row + parent]! * bytes;
        if (child >= 0) fills[row + child] = fills[row + child]! * bytes;
        child = parent;
      }
    }
  }

  cycles({ scratch }: Pick<KernelParts, 'scratch'>): number {
    const counted = this.#counted;
    counted.computeInstances = scratch.utilizedComputes;
    counted.computeCycles = scratch.computeCycles;
    counted.computes = scratch.computes;
    this.parts.fill(0);
    return this.model.schedule.cycles(counted, this.parts);
  }

  /** Which part sets the cycles of the nest at hand. */
  binding(): { readonly name: string; readonly cycles: number } {
    const { parts } = this;
    const { schedule } = this.model;
    const longest = parts.reduce((best, cycles, at) => (cycles > parts[best]! ? at : best), 0);
    const name = schedule.binding?.(this.#counted) ?? schedule.parts[longest]!;
    return { name, cycles: parts[schedule.parts.indexOf(name)]! };
  }

  report(): readonly Fact[] {
    return this.model.report(this.#counted);
  }

  get extraPj(): number {
    const { extras } = this.model.schedule;
    if (extras === undefined) return 0;
    let sum = 0;
    for (const extra of extras) sum += extra.pj(this.#counted);
    return sum;
  }

  /** What `extraPj` is the sum of. */
  extras(): readonly { readonly name: string; readonly energyPj: number }[] {
    return (this.model.schedule.extras ?? []).map(({ name, pj }) => ({ name, energyPj: pj(this.#counted) }));
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface KernelParts {
  readonly layout: KernelLayout;
  readonly nest: NestBuffer;
  readonly scratch: Scratch;
}
