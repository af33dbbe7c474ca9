// A dataspace at a level that keeps it: its tile, what of it is nonzero, and all that is counted for it.

import type { StorageLevel } from '../../arch/architecture.js';
import type { TileShape } from './density-model.js';
import type { Format } from './sparse-layout.js';

export interface RankTile {
  /** Coordinates of a fiber: words of the box of the rank's own loops. */
  readonly fiber: number;
  /** The tile that the rank spans with all ranks inside it. */
  readonly tile: TileShape;
}

/** Words of metadata and of payload, in turns, for every rank. */
export type Units = Float64Array;

export interface Split {
  actual: number;
  gated: number;
  skipped: number;
}

export interface FormatSplit {
  readonly actual: Units;
  readonly gated: Units;
  readonly skipped: Units;
}

/** What a tile holds whatever is done with it; see `TileOccupancies`. */
export interface Means {
  /** Expected words and metadata of a tile that is there. */
  readonly words: number;
  readonly metadata: Units;
  /** Of the instances that a dense tensor uses, the part that holds anything. */
  readonly present: number;
  /** Vectors per full vector. */
  readonly vectors: number;
  /** What the fullest tile takes up. */
  readonly fullest: Room;
}

export interface Room {
  readonly words: number;
  readonly metadata: Units;
}

type Fixed = Pick<Held, 'dataspace' | 'level' | 'readWrite' | 'format' | 'storage'>;

/** One for all nests: what stays the same from one to the next is not made anew. */
export class Held {
  readonly dataspace: number;
  readonly level: number;
  readonly readWrite: boolean;
  readonly format: Format | null;
  readonly storage: StorageLevel;
  tile: TileShape = { words: 0, extents: [] };
  /** The next levels that keep the dataspace. */
  parent: Held | null = null;
  child: Held | null = null;
  /** Innermost first; without a format one rank with all loops. */
  ranks: readonly RankTile[] = [];
  means: Means;
  /** What is done here, and how likely, of all that the tensor demands. */
  optimization: 'gated' | 'skipped' | null = null;
  probability = 0;
  /** Instances that hold a tile that is not empty, on average. */
  averageInstances = 0;
  /** What a dense computation needs, per instance (F.8). */
  readonly dense = { reads: 0, fills: 0, updates: 0 };
  readonly reads = { actual: 0, gated: 0, skipped: 0 };
  fills = 0;
  readonly updates = { actual: 0, gated: 0, skipped: 0 };
  temporalReductions = 0;
  readonly formatReads: FormatSplit;
  readonly formatFills: Units;
  readonly formatUpdates: FormatSplit;
  decompressions = 0;
  compressions = 0;
  /** What tiles may take up. */
  capacity: Room;
  /** How sure it is that a tile fits; below 1 with overbooking only. */
  confidence = 1;

  constructor({ dataspace, level, readWrite, format, storage }: Fixed) {
    const none = (): Units => noUnits(format);
    this.dataspace = dataspace;
    this.level = level;
    this.readWrite = readWrite;
    this.format = format;
    this.storage = storage;
    this.formatReads = { actual: none(), gated: none(), skipped: none() };
    this.formatFills = none();
    this.formatUpdates = { actual: none(), gated: none(), skipped: none() };
    this.capacity = { words: 0, metadata: none() };
    this.means = { words: 0, metadata: none(), present: 0, vectors: 1, fullest: this.capacity };
  }
}

export function noUnits(format: Format | null): Units {
  return new Float64Array(format === null ? 0 : 2 * format.ranks.length);
}

export function bitsOf(format: Format | null, units: Units): number {
  let bits = 0;
  if (format === null) return bits;
  const { unitBits } = format;
  for (let at = 0; at < units.length; at += 1) bits += units[at]! * unitBits[at]!;
  return bits;
}
