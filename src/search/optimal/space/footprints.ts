// What the storages of the links take to hold tiles: words, or the bytes of a machine (model/seams.ts, Footprint).

import { remembered } from '../../../math/remembered.js';
import type { MachineModel } from '../../../model/seams.js';
import type { Met } from '../../../model/sparse/cases.js';
import type { Room } from '../../../model/sparse/dense-floor.js';
import type { Flow } from '../charges/flows.js';
import type { Chain, Link } from './chain.js';
import { byBox } from './lattice.js';

interface FootprintOptions {
  readonly machine: MachineModel | null;
  /** Of sparse tiles; null where they take their words. */
  readonly room: Room | null;
  /** By the mappings that are looked at. */
  readonly met: readonly Met[];
  /** Words of a dataspace by tile, outside the storage of a level, where a tile stands for some: the least of them. */
  readonly least?: (level: number, t: number) => Float64Array;
}

export class Footprints {
  readonly #chain: Chain;
  readonly #flows: readonly Flow[];
  readonly #machine: MachineModel | null;
  readonly #room: Room | null;
  readonly #met: readonly Met[];
  readonly #least: FootprintOptions['least'];
  /** By level and dataspace, once asked for. */
  readonly #tables = new Map<number, Float64Array>();

  constructor(chain: Chain, flows: readonly Flow[], { machine, room, met, least }: FootprintOptions) {
    this.#chain = chain;
    this.#flows = flows;
    this.#machine = machine;
    this.#room = room;
    this.#met = met;
    this.#least = least;
  }

  /** Whether the dataspaces in `mask` fit the storage together, and fill it enough, and the tile is one that is looked at. */
  fits({ storage, level }: Link, mask: number, node: number): boolean {
    for (const { t, child, tile } of this.#met) {
      const words = this.#flows[t]!.tile[node]!;
      if (child === level && (words < tile.least || words >= tile.below)) return false;
    }
    let held = 0;
    for (let t = 0; t < this.#flows.length; t += 1) if ((mask >> t) & 1) held += this.#table(level, t)[node]!;
    const capacity = this.#room === null ? storage.effectiveCapacityWords : this.#room.capacity(level);
    if (held === Number.POSITIVE_INFINITY) return false;
    return capacity === null || (held <= capacity && held >= storage.minUtilization * capacity);
  }

  #table(level: number, t: number): Float64Array {
    const { lattice, mapspace } = this.#chain;
    const machine = this.#machine;
    const room = this.#room;
    if (this.#least !== undefined) return this.#least(level, t);
    if (machine === null && room === null) return this.#flows[t]!.tile;
    const key = t * mapspace.problem.architecture.levels.length + level;
    return remembered(this.#tables, key, () => {
      const { tile } = this.#flows[t]!;
      return machine === null
        ? tile.map((words) => room!.held(t, level, words))
        : byBox(lattice, (box) => machine.footprint.bytes(level, t, box, 0));
    });
  }
}
