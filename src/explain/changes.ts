// What an architect would ask for: twice the capacity or bandwidth of a level, twice as many of what stands side by side.
// Each as what `--set` takes, so that estimated energies follow, and whatever a machine refuses is refused here, too.

import type { Architecture, StorageLevel } from '../arch/architecture.js';
import { spellings } from '../spec/attribute-names.js';

export type Resource = 'capacity' | 'bandwidth' | 'instances';

export interface Change {
  /** A storage level, or the leaf whose instances are meant. */
  readonly level: string;
  readonly resource: Resource;
  /** What is doubled, for people: `depth 4096 to 8192`. */
  readonly detail: string;
  readonly settings: readonly { readonly key: string; readonly value: string }[];
}

const sizes = [...spellings.entries, ...spellings.depth, ...spellings.sizeKb];
const bandwidths = ['read_bandwidth', 'write_bandwidth', 'shared_bandwidth', 'bandwidth'];

/** Outermost level first; twice nothing is no change. */
export function changesOf({ levels }: Architecture): readonly Change[] {
  return levels.toReversed().flatMap((level) => (level.kind === 'fanout' ? meshes(level) : storage(level)));
}

function storage(level: StorageLevel): readonly Change[] {
  const given = (names: readonly string[]): readonly string[] =>
    names.filter((name) => typeof level.attributes[name] === 'number' && level.attributes[name] !== 0);
  const size = level.capacityWords === null ? [] : given(sizes).slice(0, 1);
  return [doubled(level, 'capacity', size), doubled(level, 'bandwidth', given(bandwidths))].flat();
}

function doubled({ name, attributes }: StorageLevel, resource: Resource, keys: readonly string[]): readonly Change[] {
  if (keys.length === 0) return [];
  const values = keys.map((key) => ({ key, from: attributes[key] as number }));
  const detail = values.map(({ key, from }) => `${key} ${from} to ${2 * from}`).join(', ');
  const settings = values.map(({ key, from }) => ({ key: `${name}.${key}`, value: String(2 * from) }));
  return [{ level: name, resource, detail, settings }];
}

/** Rows and columns of an array help different loops. */
function meshes({ leaf, fanoutX, fanoutY }: StorageLevel): readonly Change[] {
  const axes = [
    { key: 'meshX', from: fanoutX },
    { key: 'meshY', from: fanoutY },
  ];
  return axes
    .filter(({ from }) => from > 1)
    .map(({ key, from }) => ({
      level: leaf,
      resource: 'instances',
      detail: `${key} ${from} to ${2 * from}`,
      settings: [{ key: `${leaf}.spatial.${key}`, value: String(2 * from) }],
    }));
}
