// The tree that stands for a chip or a machine of several, found by the names of its components, outermost first:
//   streaming     memory beside the chips, optional; what does not fit on the chips is there
//   memory        of all tiles together: where every tensor is at home. Its words leave by the exchange
//   links         what a chip takes in from other chips, optional; holds nothing, and its fan-out is the chips
//   tile          a tile's part of the work of a superstep; its fan-out is the tiles of a chip
//   coefficients  the weights that the matrix unit holds
//   accumulators  the partial sums of one position
//   the compute   its fan-out is the lanes of the matrix unit
// (Section 2.8, with the registers of the workers left to the formulas.)

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import { checkBytes, checkParts, levelOf, levelsOf, type Part } from '../../places.js';
import type { AmpShape } from '../compute/rates.js';
import { figureOf } from '../parameters.js';
import type { Settings } from './settings.js';

/** Of parts, indices of levels; -1 where the tree has none. */
export interface Places extends Readonly<Record<keyof typeof parts, number>> {
  readonly chips: number;
  readonly tilesPerChip: number;
  /** Of all chips. */
  readonly tiles: number;
  /** Bytes of a tile for what is at home there, and for the work of a superstep. */
  readonly homeBytes: number;
  readonly workBytes: number;
}

const parts = {
  streaming: { kind: 'storage', names: ['streaming'], optional: true },
  memory: { kind: 'storage', names: ['memory'] },
  links: { kind: 'storage', names: ['links'], optional: true },
  tile: { kind: 'storage', names: ['tile'] },
  coefficients: { kind: 'storage', names: ['coefficients'] },
  accumulators: { kind: 'storage', names: ['accumulators'] },
} as const satisfies Readonly<Record<string, Part>>;

export function placesOf(architecture: Architecture): Places {
  const { levels } = architecture;
  const places = levelsOf(architecture, parts);
  const { tile, links, memory } = places;
  const tiles = levels[tile]!.instances;
  const chips = links < 0 ? 1 : levels[links]!.instances;
  return {
    ...places,
    ...{ chips, tiles },
    tilesPerChip: tiles / chips,
    homeBytes: Math.floor((levels[memory]!.effectiveCapacityWords ?? 0) / tiles),
    workBytes: levels[tile]!.effectiveCapacityWords ?? 0,
  };
}

/** Whether the tree is such a one; without errors `placesOf` may be asked. */
export function checkPlaces(architecture: Architecture): Diagnostic[] {
  const wrong = checkParts(architecture, { machine: 'ipu', parts: Object.values(parts) });
  if (wrong.length > 0) return wrong;
  const needs = [
    ['memory', 'capacityWords', 'capacity', 'depth'],
    ['tile', 'capacityWords', 'capacity', 'depth'],
    ['streaming', 'sharedBandwidth', 'bandwidth', 'shared_bandwidth in bytes per cycle'],
    ['links', 'writeBandwidth', 'bandwidth', 'write_bandwidth in bytes per cycle'],
  ] as const;
  const lacking = needs.flatMap(([name, key, what, expected]) => {
    const level = architecture.levels[levelOf(architecture, parts[name])];
    if (level === undefined || level[key] !== null) return [];
    return [error('E-MACHINE', `${name} has no ${what}`, { span: level.span, expected })];
  });
  return [...lacking, ...checkBytes(architecture)];
}

/** Whether the tree has what the generation has: memory of a tile, tiles, and lanes for the type at hand. */
export function checkSizes(architecture: Architecture, places: Places, { settings, amp }: Hardware): Diagnostic[] {
  const { levels, compute } = architecture;
  const { generation } = settings;
  const found: Diagnostic[] = [];
  const { span } = levels[places.tile]!;
  const [room, total, most] = [tileRoomBytes(settings), memoryBytes(settings), figureOf(generation, 'tiles')];
  const { homeBytes, workBytes } = places;
  // With streaming memory each has room of its own (`workRoomBytes`).
  const given = places.streaming < 0 ? Math.max(homeBytes, workBytes) : homeBytes + workBytes;
  if (given > room) {
    const taken = given + total - room;
    const message = `a tile is given ${taken} B (${homeBytes} at home, ${workBytes} for the work, the rest reserved) and has ${total} B`;
    const hint = 'lower reserved_bytes, the depth of memory or that of tile';
    found.push(error('E-ATTRIBUTE', message, { span, expected: `${total} B at most`, found: `${taken} B`, hint }));
  }
  if (places.tilesPerChip > most) {
    const message = `${places.tilesPerChip} tiles a chip, and ${generation} has ${most}`;
    found.push(error('E-FANOUT', message, { span, expected: `${most} at most`, found: `${places.tilesPerChip}` }));
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
  return figureOf(generation, 'memoryBytes');
}

/** Of a tile, for what is at home and for the work: all but the reserve, and what loops may read past the end (section 2.7). */
export function tileRoomBytes(settings: Settings): number {
  const { generation, reservedBytes } = settings;
  // The stacks of the workers and the supervisor's are in what is reserved.
  const scratchBytes = figureOf(generation, 'workers') * figureOf(generation, 'scratchBytes');
  return memoryBytes(settings) - reservedBytes - scratchBytes - figureOf(generation, 'overReadBytes');
}
