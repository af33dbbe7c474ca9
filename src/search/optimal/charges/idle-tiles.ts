// Cycles that nothing hides for the tile that a storage holds (`ScheduleFloor.ofTile`): known for every tile inside the loops just outside
// that storage. In the tables such a tile counts as less parallelism, so that what is cheap and what is quick stay apart.

import type { MachineModel } from '../../../model/seams.js';
import type { MappingFloor } from '../../mapping-floor.js';
import type { Chain } from '../space/chain.js';
import { byBox } from '../space/lattice.js';

export class IdleTiles {
  /** The link whose loops decide the tile. */
  readonly k: number;
  /** By tile of the lattice. */
  readonly cycles: Float64Array;
  readonly #floor: MappingFloor;

  constructor({ lattice }: Chain, of: { k: number; floor: MappingFloor; cycles: (box: Float64Array) => number }) {
    this.k = of.k;
    this.#floor = of.floor;
    this.cycles = byBox(lattice, of.cycles);
  }

  /** Parallelism that a tile inside the loops counts for. */
  slowed(across: number, node: number): number {
    return this.#floor.slowed(across, this.cycles[node]!);
  }
}

/** Null where no tile says anything, or where less parallelism than there is would be mistaken for less than is demanded. */
export function idleTilesOf(chain: Chain, machine: MachineModel | null, floor: MappingFloor): IdleTiles | null {
  const ofTile = machine?.schedule.floor.ofTile;
  if (ofTile === undefined || chain.mapspace.problem.constraints.minParallelism > 0) return null;
  const k = chain.links.findIndex(({ level }) => level === ofTile.level) - 1;
  return k < 0 ? null : new IdleTiles(chain, { k, floor, cycles: (box) => ofTile.cycles(box, 0) });
}
