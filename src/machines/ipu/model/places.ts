// The tree that stands for a chip or a machine of several, found by the names of its components, outermost first:
//   streaming     memory beside the chips, optional; what does not fit on the chips is there
//   memory        of all tiles together: where every tensor is at home. Its words leave by the exchange
//   links         what a chip takes in from other chips, optional; holds nothing, and its fan-out is the chips
//   tile          a tile's part of the work of a superstep; its fan-out is the tiles of a chip
//   coefficients  the weights that the matrix unit holds
//   accumulators  the partial sums of one position
//   the compute   its fan-out is the lanes of the matrix unit
// (Section 2.8, with the registers of the workers left to the formulas.)

import type { Architecture, StorageLevel } from '../../../arch/architecture.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { error } from '../../../diagnostics/diagnostic.js';
import type { AmpShape } from '../compute/rates.js';
import { memoryMap } from '../memory/memory-map.js';
import { figureOf } from '../parameters.js';
import type { Settings } from './settings.js';

export interface Places {
  /** Indices of levels; -1 where the tree has none. */
  readonly streaming: number;
  readonly memory: number;
  readonly links: number;
  readonly tile: number;
  readonly coefficients: number;
  readonly accumulators: number;
  readonly chips: number;
  readonly tilesPerChip: number;
  /** Of all chips. */
  readonly tiles: number;
  /** Bytes of a tile for what is at home there, and for the work of a superstep. */
  readonly homeBytes: number;
  readonly workBytes: number;
}

const needed = ['memory', 'tile', 'coefficients', 'accumulators'] as const;
const optional = ['streaming', 'links'] as const;

export function placesOf({ levels }: Architecture): Places {
  const at = (name: string): number => levels.findIndex((level) => level.name === name);
  const [tile, links] = [at('tile'), at('links')];
  const tiles = levels[tile]!.instances;
  const chips = links < 0 ? 1 : levels[links]!.instances;
  return {
    streaming: at('streaming'),
    memory: at('memory'),
    links,
    tile,
    coefficients: at('coefficients'),
    accumulators: at('accumulators'),
    chips,
    tilesPerChip: tiles / chips,
    tiles,
    homeBytes: Math.floor((levels[at('memory')]!.effectiveCapacityWords ?? 0) / tiles),
    workBytes: levels[tile]!.effectiveCapacityWords ?? 0,
  };
}

/** Whether the tree is such a one; without errors `placesOf` may be asked. */
export function checkPlaces({ levels, compute }: Architecture): Diagnostic[] {
  const storage = levels.filter(({ kind }) => kind === 'storage');
  const known: readonly string[] = [...needed, ...optional];
  const foreign = storage.filter(({ name }) => !known.includes(name));
  const found = foreign.map(({ name, span }) =>
    error('E-ARCH', `the machine has no storage called ${name}`, { span, expected: known.join(', '), found: name }),
  );
  for (const name of needed.filter((one) => !storage.some((level) => level.name === one))) {
    found.push(error('E-ARCH', `the machine has no storage called ${name}`, { span: compute.span, expected: name }));
  }
  const order = ['accumulators', 'coefficients', 'tile', 'links', 'memory', 'streaming'];
  const present = storage.map(({ name }) => name).filter((name) => order.includes(name));
  if (present.some((name, at) => at > 0 && order.indexOf(name) < order.indexOf(present[at - 1]!))) {
    const expected = order.toReversed().join(', ');
    found.push(error('E-ARCH', 'the storages stand in another order', { span: compute.span, expected }));
  }
  for (const name of ['memory', 'tile'] as const) {
    const level = storage.find((one) => one.name === name);
    if (level && level.capacityWords === null)
      found.push(error('E-ARCH', `${name} has no capacity`, { span: level.span }));
  }
  for (const [name, key] of [
    ['streaming', 'sharedBandwidth'],
    ['links', 'writeBandwidth'],
  ] as const) {
    const level = storage.find((one) => one.name === name);
    if (level && level[key] === null) {
      const expected =
        key === 'sharedBandwidth' ? 'shared_bandwidth in bytes per cycle' : 'write_bandwidth in bytes per cycle';
      found.push(error('E-ARCH', `${name} has no bandwidth`, { span: level.span, expected }));
    }
  }
  return [...found, ...storage.flatMap(bytesProblem)];
}

/** Whether the tree has what the generation has: memory of a tile, tiles, and lanes for the type at hand. */
export function checkSizes(architecture: Architecture, places: Places, { settings, amp }: Hardware): Diagnostic[] {
  const { levels, compute } = architecture;
  const { generation } = settings;
  const found: Diagnostic[] = [];
  const { span } = levels[places.tile]!;
  const [total, slack, most] = [
    memoryBytes(settings),
    figureOf(generation, 'overReadBytes'),
    figureOf(generation, 'tiles'),
  ];
  const taken = places.homeBytes + places.workBytes + stackBytes(settings) + settings.reservedBytes + slack;
  if (taken > total) {
    const message = `a tile is given ${taken} B (${places.homeBytes} at home, ${places.workBytes} for the work, the rest reserved) and has ${total} B`;
    found.push(error('E-ATTRIBUTE', message, { span, expected: `${total} B at most`, found: `${taken} B` }));
  }
  if (places.tilesPerChip > most) {
    found.push(error('E-FANOUT', `${places.tilesPerChip} tiles a chip, and ${generation} has ${most}`, { span }));
  }
  const lanes = compute.instances / levels[places.accumulators]!.instances;
  const wanted = amp.macsPerCycle;
  if (lanes < wanted) {
    const message = `${compute.name} has ${lanes} lanes a tile, and ${generation} multiplies this type in ${wanted}`;
    found.push(error('E-FANOUT', message, { span: compute.span, expected: `${wanted}`, found: `${lanes}` }));
  }
  return found;
}

export interface Hardware {
  readonly settings: Settings;
  readonly amp: AmpShape;
}

export function memoryBytes({ generation }: Settings): number {
  const { start, end } = memoryMap(generation);
  return end - start;
}

/** The workers' scratch; their stacks and the supervisor's are in what is reserved. */
export function stackBytes({ generation }: Settings): number {
  return figureOf(generation, 'workers') * figureOf(generation, 'scratchBytes');
}

function bytesProblem({ name, wordBits, blockSize, span }: StorageLevel): Diagnostic[] {
  if (wordBits === 8 && blockSize === 1) return [];
  const found = `datawidth ${wordBits}, ${blockSize} words a row`;
  return [error('E-ATTRIBUTE', `words of ${name} must be bytes`, { span, expected: 'datawidth: 8, width: 8', found })];
}
