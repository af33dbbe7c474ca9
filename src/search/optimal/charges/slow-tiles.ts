// What the tile that a storage holds takes beside what is known of all (`ScheduleFloor.ofTile`): known for every tile inside the loops just
// outside that storage. In the tables such a tile counts as less parallelism, so that what is cheap and what is quick stay apart.

import type { MachineModel, TileFloor } from '../../../model/seams.js';
import type { MappingFloor, Slowing } from '../../mapping-floor.js';
import type { Chain } from '../space/chain.js';
import { byBox } from '../space/lattice.js';

export class SlowTiles {
  /** The link whose loops decide the tile. */
  readonly k: number;
  /** By tile of the lattice. */
  readonly #idleCycles: Float64Array;
  readonly #workCycles: Float64Array;
  readonly #floor: MappingFloor;

  constructor({ lattice }: Chain, of: { k: number; floor: MappingFloor; ofTile: TileFloor }) {
    this.k = of.k;
    this.#floor = of.floor;
    this.#idleCycles = byBox(lattice, (box) => of.ofTile.idleCycles(box, 0));
    this.#workCycles = byBox(lattice, (box) => of.ofTile.workCycles(box, 0));
  }

  of(node: number): Slowing {
    return { idleCycles: this.#idleCycles[node]!, workCycles: this.#workCycles[node]! };
  }

  /** Parallelism that a tile inside the loops counts for. */
  slowed(across: number, node: number): number {
    return this.#floor.slowed(across, this.of(node));
  }
}

/** Null where no tile says anything, or where less parallelism than there is would be mistaken for less than is demanded. */
export function slowTilesOf(chain: Chain, machine: MachineModel | null, floor: MappingFloor): SlowTiles | null {
  const ofTile = machine?.schedule.floor.ofTile;
  if (ofTile === undefined || chain.mapspace.problem.constraints.minParallelism > 0) return null;
  const k = chain.links.findIndex(({ level }) => level === ofTile.level) - 1;
  return k < 0 ? null : new SlowTiles(chain, { k, floor, ofTile });
}
