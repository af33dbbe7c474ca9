// Bytes that a machine moves for every word that crosses to a child (model/seams.ts, Transfer), as the relaxed problem uses them.
// Where no fan-out between the child's own and the loops at hand steps the dataspace, the child's surroundings are the tile at hand
// and the figure is exact; else it is the least over all tiles. Outputs are charged the least in any case: then first touches, which are taken off, never weigh more than the
// words they are taken from. Without a machine every figure is 1.

import type { MachineModel } from '../../../model/seams.js';
import type { Chain } from './chain.js';
import { byBox } from './lattice.js';

export class MovedBytes {
  readonly #chain: Chain;
  readonly #machine: MachineModel | null;
  /** `[t][child]` by node; the last child is compute. */
  readonly #tables: readonly (readonly (Float64Array | null)[])[];
  /** `[t][child]`: the least over all tiles. */
  readonly #least: readonly (readonly number[])[];
  /** `[t][child]`: the outermost link inside whose loops a tile that no loop moves is what surrounds the child. */
  readonly #surrounded: readonly (readonly number[])[];
  /** `[t][p]` */
  readonly #credited: readonly (readonly number[])[];

  constructor(chain: Chain, machine: MachineModel | null) {
    const { dataspaces } = chain.mapspace.problem.workload;
    const children = [...chain.links.keys(), chain.links.length];
    this.#chain = chain;
    this.#machine = machine;
    this.#tables = dataspaces.map((_, t) =>
      children.map((child) =>
        machine === null || !mayKeep(chain, t, child) ? null : this.#tabulate(machine, t, child),
      ),
    );
    this.#surrounded = dataspaces.map((_, t) => children.map((child) => surroundedFrom(chain, t, child)));
    this.#least = this.#tables.map((own) =>
      own.map((table) => (table === null ? 1 : table.reduce((least, bytes) => Math.min(least, bytes)))),
    );
    this.#credited = dataspaces.map((_, t) =>
      chain.links.map((_link, p) => Math.max(...childrenOf(chain, t, p).map((child) => this.#least[t]![child]!))),
    );
  }

  /** Per word that crosses to the storage of link `child`, whatever the tile; compute is the last child. */
  least(t: number, child: number): number {
    return this.#least[t]![child]!;
  }

  /** Per word that leaves the storage of link `p`, whoever its child is. */
  leastFrom(t: number, p: number): number {
    if (this.#machine === null) return 1;
    return Math.min(...childrenOf(this.#chain, t, p).map((child) => this.#least[t]![child]!));
  }

  /** Per first touch at the storage of link `p`, at most what the words it is taken from are charged. */
  credited(t: number, p: number): number {
    return this.#credited[t]![p]!;
  }

  /** Per word that crosses to `child` through the fan-outs of link k: one figure, or one for every tile above them. */
  through(t: number, { k, child }: { readonly k: number; readonly child: number }): number | Float64Array {
    if (this.#machine === null) return 1;
    const { readWrite } = this.#chain.mapspace.problem.workload.dataspaces[t]!;
    if (readWrite || k < this.#surrounded[t]![child]!) return this.#least[t]![child]!;
    return this.#tables[t]![child]!;
  }

  #tabulate(machine: MachineModel, t: number, child: number): Float64Array {
    const { lattice, links } = this.#chain;
    return byBox(lattice, (box) => machine.transfer.bytesPerWord(links[child]?.level ?? -1, t, box, 0));
  }
}

function surroundedFrom({ links, mapspace }: Chain, t: number, child: number): number {
  const moving = mapspace.problem.workload.dataspaces[t]!.projection.flat();
  let k = Math.max(0, child - 1);
  while (k > 0 && !links[k - 1]!.spreads.some(({ total }) => moving.some(({ dimension }) => total[dimension]! > 1)))
    k -= 1;
  return k;
}

function mayKeep({ links }: Chain, t: number, child: number): boolean {
  const link = links[child];
  return link === undefined || (((link.forced | link.free) >> t) & 1) === 1;
}

/** Links, or compute, that can be the next to keep `t` inside the storage of link `p`. */
function childrenOf({ links }: Chain, t: number, p: number): number[] {
  const found: number[] = [];
  for (let child = p + 1; child < links.length; child += 1) {
    const { forced, free } = links[child]!;
    if (((forced | free) >> t) & 1) found.push(child);
    if ((forced >> t) & 1) return found;
  }
  return [...found, links.length];
}
