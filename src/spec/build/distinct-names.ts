// Names that tell apart whatever came from different files: architectures of a sweep or layers of a search that are called
// the same get, in brackets, the shortest part of their paths in which they differ.

import { groupedBy } from '../../math/remembered.js';
import { type NamedFile, pathParts } from './display-names.js';

export interface Named {
  readonly name: string;
  /** What it was read from. */
  readonly files: readonly NamedFile[];
}

/** A name each. What has the same name and the same files is the same; a name that was distinct stays. */
export function distinctNames(things: readonly Named[]): readonly string[] {
  const files = [...new Set(things.flatMap((thing) => thing.files))];
  const numbers = new Map(files.map((file, at) => [file, at]));
  const keys = things.map((thing) => JSON.stringify([thing.name, thing.files.map((file) => numbers.get(file))]));
  const different = new Map(things.map((thing, at) => [keys[at]!, thing]));
  const alike = groupedBy(different.keys(), (key) => different.get(key)!.name);
  // What changes has to differ from those that need not change, too.
  const taken = new Set([...alike].flatMap(([name, { length }]) => (length === 1 ? [name] : [])));
  const names = new Map<string, string>();
  for (const [name, group] of alike) {
    const told = toldApart(group.map((key) => different.get(key)!));
    for (const [at, key] of group.entries()) names.set(key, group.length === 1 ? name : unlike(told[at]!, taken));
  }
  return keys.map((key) => names.get(key)!);
}

/** By the files that not all of them share. */
function toldApart(group: readonly Named[]): readonly string[] {
  const paths = group.map(({ files }) => new Set(files.map(({ source }) => source.name)));
  const own = group.map(({ files }) =>
    files.filter(({ source }) => !paths.every((others) => others.has(source.name))).map(pathParts),
  );
  const all = [...new Map(own.flat().map((parts) => [parts.join('/'), parts])).values()];
  return group.map(({ name }, at) => {
    const label = own[at]!.map((parts) => shortest(parts, all)).join('+');
    return label === '' || own[at]!.some((parts) => parts.at(-1) === name) ? label || name : `${name} (${label})`;
  });
}

/** As much of a path's end as no other ends with. */
function shortest(parts: readonly string[], all: readonly (readonly string[])[]): string {
  const end = (path: readonly string[], depth: number): string => path.slice(-depth).join('/');
  // A number says nothing without its folder.
  let depth = /^\d+$/.test(parts.at(-1)!) ? 2 : 1;
  while (depth < parts.length && all.filter((other) => end(other, depth) === end(parts, depth)).length > 1) depth += 1;
  return end(parts, depth);
}

function unlike(name: string, taken: Set<string>): string {
  let own = name;
  for (let number = 2; taken.has(own); number += 1) own = `${name} (${number})`;
  taken.add(own);
  return own;
}
