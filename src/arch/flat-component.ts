import type { Leaf } from '../spec/spec.js';

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
