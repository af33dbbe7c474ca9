// Who settles at the loops of a link at a leaf of the descent, where factors and keeps are chosen: dataspaces whose waiting child some
// loop of that link moves.

import { type Passing, takesAgain, toldOf } from '../charges/passing.js';
import type { Closing } from '../charges/settlement.js';
import type { Tables } from '../relaxation/tables.js';
import { keeperOf, type Path } from './path.js';

/** Of the outermost child; of those that have waited along the descent may have been told. */
export interface Settled {
  readonly closing: Closing;
  readonly told: readonly Passing[];
}

export class Settling {
  readonly #tables: Tables;
  readonly #loops: readonly number[];

  /** `loops`: by link, of the leaf at hand, the dimensions that loop, a mask. */
  constructor(tables: Tables, loops: readonly number[]) {
    this.#tables = tables;
    this.#loops = loops;
  }

  /** Dataspaces whose nearest keeper inside link k still waits there, and is moved by a loop of it. */
  at(path: Path, k: number): Settled[] {
    const { flows, chain } = this.#tables.problem;
    const found: Settled[] = [];
    for (let t = 0; t < flows.length; t += 1) {
      const { moving } = flows[t]!;
      if ((this.#loops[k]! & moving) === 0) continue;
      const child = this.#waitingInside(path, t, k);
      if (child === null) continue;
      const kept = child < chain.links.length;
      const waits = kept ? 'still' : this.#tables.problem.operands.waits(t, path.spread.at(-1)!);
      if (waits === null) continue;
      const parent = keeperOf(path.keep, t, k);
      const passing = parent < 0 ? [] : this.#passing(path, t, child);
      const closing = { t, child, passing, stepping: waits === 'stepping', parent: parent < 0 ? null : parent };
      found.push({ closing, told: this.#told(passing) });
    }
    return found;
  }

  /** By dataspace, children that no loop outside them moves, and so wait as far as its outermost keeper. */
  throughAll(path: Path): Passing[][] {
    return this.#tables.problem.flows.map((_, t) => {
      const backing = path.keep.findIndex((mask) => ((mask >> t) & 1) === 1);
      return backing < 0 ? [] : this.#passing(path, t, backing);
    });
  }

  /** Of children that have waited along those that the descent's contexts tell. */
  #told(passing: readonly Passing[]): readonly Passing[] {
    const { tellsAlong, throttles } = this.#tables;
    if (!tellsAlong) return [];
    const along = passing.map((one) => one.along);
    return passing.slice(0, toldOf(along, throttles).length);
  }

  /** The next keeper inside link k, or compute, where no loop between moves the tile of dataspace t; null where some does. */
  #waitingInside(path: Path, t: number, k: number): number | null {
    const { flows, chain } = this.#tables.problem;
    for (let child = k + 1; child < chain.links.length; child += 1) {
      if ((path.keep[child]! >> t) & 1) return child;
      if (this.#loops[child]! & flows[t]!.moving) return null;
    }
    return chain.links.length;
  }

  /** Children inside that have waited along. */
  #passing(path: Path, t: number, child: number): Passing[] {
    const found: Passing[] = [];
    const { flows, chain } = this.#tables.problem;
    let outer = child;
    while (outer < chain.links.length && !(this.#loops[outer]! & flows[t]!.moving)) {
      const along = this.#waitingInside(path, t, outer);
      if (along === null || !takesAgain(this.#tables.problem, t, along)) break;
      if (along === chain.links.length && this.#tables.problem.operands.waits(t, path.spread.at(-1)!) === null) break;
      found.push({ t, child: outer, along });
      outer = along;
    }
    return found;
  }
}
