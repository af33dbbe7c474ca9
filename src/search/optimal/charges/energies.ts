// What a word costs at each link, all instances together. The cost is energy; or cycles, where a machine's schedule adds up, or
// of one storage that is busy for as long as compute.

import { availableInstances } from '../../../mapspace/tiling.js';
import type { Ports } from '../../../model/charge/bandwidth.js';
import { type WordPrice, wordPrice } from '../../../model/charge/word-price.js';
import type { Price } from '../../../model/seams.js';
import { type Chain, mostElements } from '../space/chain.js';
import type { MovedBytes } from '../space/moved-bytes.js';
import type { Flow } from './flows.js';

export interface Energies {
  /** `flows[t][link]`: per word, or per byte where a machine moves bytes. */
  readonly flows: readonly (readonly WordPrice[])[];
  /** Per link: most elements of the fan-outs between its storage and the next one. */
  readonly below: readonly number[];
  readonly bytes: MovedBytes;
  /** Not null where cycles of storages are counted. */
  readonly load: Load | Blended | null;
}

/** A storage, by its link, and which of its ports is looked at. */
export interface BusyPort {
  readonly link: number;
  readonly port: keyof typeof ports;
}

/** What cycles alone are counted of. */
export interface Load extends BusyPort {
  /** Per link, as far as that of the storage: most instances outside; cycles are of all in use. */
  readonly most: readonly number[];
  readonly mostPj: null;
}

/** Cycles that are counted with energy. */
interface Blended {
  /** What storages and networks of a mapping worth having come to at most, with its cycles. */
  readonly mostPj: number;
}

/** A port, and its share of the weight that cycles have: all shares together are 1, as no port is busy for longer than a mapping takes. */
export interface Share extends BusyPort {
  readonly share: number;
}

/** Energy and cycles of storages together, of mappings that take so many cycles about: what both are worth is about the same there. */
export interface Blend extends Blended {
  readonly shares: readonly Share[];
  /** pJ a cycle. */
  readonly weightPj: number;
}

export function isBlend(busy: BusyPort | Blend | null): busy is Blend {
  return busy !== null && 'weightPj' in busy;
}

/** Words that pass each port, a mask of what is done with them. */
const reading = 1;
const writing = 2;
const ports = {
  readBandwidth: reading,
  writeBandwidth: writing,
  sharedBandwidth: reading | writing,
} satisfies Record<keyof Ports, number>;

/** Those that are limited. */
export function limitedPorts(storage: Ports): BusyPort['port'][] {
  return (Object.keys(ports) as BusyPort['port'][]).filter((port) => storage[port] !== null);
}

export function energiesOf(chain: Chain, flows: readonly Flow[], bytes: MovedBytes): Energies {
  const prices = flows.map(({ name }) => chain.links.map(({ storage }) => wordPrice(storage, name)));
  return { flows: prices, below: widestBelow(chain), bytes, load: null };
}

/** Cycles in the place of energies: `prices[level][t]` per byte. */
export function cyclesOf(chain: Chain, prices: readonly (readonly Price[])[], bytes: MovedBytes): Energies {
  const flows = chain.mapspace.problem.workload.dataspaces.map((_, t) =>
    chain.links.map(({ level }) => {
      const { read, fill, update } = prices[level]![t]!;
      return { readPj: read, fillPj: fill, updatePj: update };
    }),
  );
  return { flows, below: widestBelow(chain), bytes, load: null };
}

/** Cycles that a storage is busy for (F.9), in the place of energies, where as many of its instances as can be are in use. */
export function loadOf(chain: Chain, flows: readonly Flow[], bytes: MovedBytes, busy: BusyPort): Energies {
  const { link, port } = busy;
  const most = [1];
  for (let k = 0; k < link; k += 1) most.push(most[k]! * mostElements(chain.links[k]!));
  const prices = flows.map(({ name }) =>
    chain.links.map(({ storage }, k): WordPrice => {
      const cycles = k === link ? (storage.bandwidthScale.get(name) ?? 1) / (storage[port]! * most[link]!) : 0;
      const [readPj, writePj] = [reading, writing].map((way) => (ports[port] & way ? cycles : 0)) as [number, number];
      return { readPj, fillPj: writePj, updatePj: writePj };
    }),
  );
  return { flows: prices, below: widestBelow(chain), bytes, load: { ...busy, most, mostPj: null } };
}

export function blendOf(chain: Chain, flows: readonly Flow[], bytes: MovedBytes, blend: Blend): Energies {
  const energies = energiesOf(chain, flows, bytes);
  const { shares, weightPj, mostPj } = blend;
  const loads = shares.map(({ share, ...busy }) => ({
    pj: weightPj * share,
    cycles: loadOf(chain, flows, bytes, busy),
  }));
  const prices = energies.flows.map((own, t) =>
    own.map((price, k) =>
      loads.reduce(({ readPj, fillPj, updatePj }, { pj, cycles }): WordPrice => {
        const more = cycles.flows[t]![k]!;
        return {
          readPj: readPj + pj * more.readPj,
          fillPj: fillPj + pj * more.fillPj,
          updatePj: updatePj + pj * more.updatePj,
        };
      }, price),
    ),
  );
  return { ...energies, flows: prices, load: { mostPj } };
}

function widestBelow({ links, mapspace }: Chain): number[] {
  return links.map(({ spatial }) => availableInstances({ spatial: spatial.map((p) => mapspace.tiling.spatial[p]!) }));
}

/**
 * What `words` leaving (inputs) or arriving (outputs) cost at the storage of link `p`. Outputs are read back with every
 * update here; that the first write of an element reads nothing is taken off elsewhere (`firstTouchPj`).
 */
export function parentPj(energies: Energies, flow: Flow, p: number, words: number): number {
  const { readPj, updatePj } = energies.flows[flow.index]![p]!;
  return flow.readWrite ? words * (updatePj + readPj) : words * readPj;
}

/**
 * What the first writes of all elements at the storage of link `p` save in reads: every instance has its own share, which
 * spatial reduction outside multiplies by `copies` (F.7.1, F.8).
 */
export function firstTouchPj(energies: Energies, flow: Flow, p: number, copies: number): number {
  const link = energies.flows[flow.index]![p];
  if (!flow.readWrite || link === undefined) return 0;
  return flow.words * copies * link.readPj * energies.bytes.credited(flow.index, p);
}

/**
 * The link at whose fan-outs compute's operands from the storage of link `p` are counted: the widest on the way, because
 * what the others multicast is only bounded.
 */
export function demandLink({ below }: Energies, p: number): number {
  let widest = below.length - 1;
  for (let link = below.length - 2; link >= p; link -= 1) if (below[link]! > below[widest]!) widest = link;
  return widest;
}
