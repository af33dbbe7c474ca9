import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Compat } from '../spec/compat.js';
import type { MapNode } from '../spec/node.js';
import type { Leaf } from '../spec/spec.js';
import type { EnergyTables } from './energy-tables.js';

/** One component of the tree where it stands in the line of levels. */
export interface FlatComponent {
  readonly kind: 'storage' | 'fanout' | 'compute';
  readonly name: string;
  /** For a fan-out level the leaf that owns the mesh. */
  readonly leaf: Leaf;
  /** Instances along each axis. */
  readonly meshX: number;
  readonly meshY: number;
  /** Children per instance. */
  readonly fanoutX: number;
  readonly fanoutY: number;
  /** Containers around it, outermost first; a fan-out level of a container lists that container too. */
  readonly containers: readonly Leaf[];
}

/** The level that holds a leaf's spatial loops is called as in the reference (A.6), so that its map files can be read. */
export function fanoutName(leaf: string): string {
  return `inter_${leaf}_spatial`;
}

/** What levels and the compute are built with. */
export interface ComponentContext {
  readonly compat: Compat;
  readonly tables: EnergyTables;
  readonly diagnostics: Diagnostic[];
  /** Sparse optimizations by component; empty = none anywhere. */
  readonly sparseGroups: ReadonlyMap<string, readonly MapNode[]>;
}
