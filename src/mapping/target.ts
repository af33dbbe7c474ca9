// Which levels a directive's target means: a leaf by its name, or a fan-out level by the name it has in map files.

import type { Architecture } from '../arch/architecture.js';
import { fanoutName } from '../arch/flat-component.js';
import { leavesOf } from '../arch/tree-checks.js';
import type { Branch, Leaf } from '../spec/spec.js';

export interface Target {
  readonly name: string;
  /** `fanout`: addressed as `inter_<leaf>_spatial`. */
  readonly kind: 'storage' | 'container' | 'compute' | 'fanout' | 'nothing' | 'disabled';
  readonly leaf: Leaf;
  /** Level that stores. */
  readonly storage: number | undefined;
  /** Level that holds the spatial loops of the leaf's mesh. */
  readonly fanout: number | undefined;
}

/** Every name that can be addressed; `!Nothing` only where there is a single one. */
export function targetsOf(root: Branch, architecture: Architecture): ReadonlyMap<string, Target> {
  const leaves = leavesOf(root);
  const single = leaves.filter((leaf) => leaf.kind === 'nothing').length === 1;
  const targets = new Map<string, Target>();
  for (const leaf of leaves) {
    if (leaf.kind === 'nothing' && !single) continue;
    const target = targetOf(leaf, architecture);
    targets.set(target.name, target);
    if (target.fanout === undefined) continue;
    const name = fanoutName(target.name);
    targets.set(name, { ...target, name, kind: 'fanout', storage: undefined });
  }
  return targets;
}

export function targetOf(leaf: Leaf, architecture: Architecture): Target {
  const name = leaf.name.value;
  const level = (kind: 'storage' | 'fanout'): number | undefined => {
    const index = architecture.levels.findIndex((one) => one.kind === kind && one.leaf === name);
    return index < 0 ? undefined : index;
  };
  if (leaf.kind !== 'component') {
    const fanout = leaf.kind === 'nothing' ? undefined : level('fanout');
    return { name, kind: leaf.kind, leaf, storage: undefined, fanout };
  }
  const storage = level('storage');
  const isCompute = architecture.compute.name === name;
  const kind = storage !== undefined ? 'storage' : isCompute ? 'compute' : 'disabled';
  return { name, kind, leaf, storage, fanout: level('fanout') };
}
