// Parts of a machine as levels of the tree: known by the names of components and containers, and refused where they are not the machine's.

import type { Architecture, StorageLevel } from '../arch/architecture.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { didYouMean } from '../diagnostics/suggestion.js';

/** Listed from the outside. */
export interface Part {
  readonly kind: 'storage' | 'fanout';
  /** Any of them; none: the outermost storage, whatever its name. */
  readonly names: readonly string[];
  readonly optional?: true;
  /** Those in a row that say so may stand in any order. */
  readonly loose?: true;
}

/** Index into `Architecture.levels`; -1 where there is none. */
export function levelOf({ levels }: Architecture, { kind, names }: Part): number {
  const fits = (level: StorageLevel): boolean =>
    level.kind === kind && (names.length === 0 || names.includes(nameOf(level)));
  return names.length === 0 ? levels.findLastIndex(fits) : levels.findIndex(fits);
}

/** The level of each part, by the names that the machine has for them. */
export function levelsOf<K extends string>(architecture: Architecture, parts: Readonly<Record<K, Part>>) {
  const entries = Object.entries<Part>(parts).map(([name, part]) => [name, levelOf(architecture, part)]);
  return Object.fromEntries(entries) as Readonly<Record<K, number>>;
}

/** Iterations that a fan-out lays side by side; 1 where there is none. */
export function widthOf({ levels }: Architecture, level: number): number {
  return level < 0 ? 1 : levels[level]!.fanoutX * levels[level]!.fanoutY;
}

/** Nothing else of the kinds that `parts` has, all that is needed, and in this order. `span`: the machine section. */
export function checkParts(
  architecture: Architecture,
  {
    machine,
    parts,
    span,
  }: { readonly machine: string; readonly parts: readonly Part[]; readonly span?: Span | undefined },
): Diagnostic[] {
  const found = parts.map((part) => levelOf(architecture, part));
  const what = { storage: 'storage', fanout: 'fan-out' } as const;
  const strange = architecture.levels.flatMap((level, i) => {
    const known = parts.filter(({ kind }) => kind === level.kind).flatMap(({ names }) => names);
    if (known.length === 0 || found.includes(i)) return [];
    const own = nameOf(level);
    const details = { span: level.span, expected: known.join(', '), found: own, hint: didYouMean(own, known) };
    return [error('E-MACHINE', `the ${machine} has no ${what[level.kind]} called ${own}`, details)];
  });
  if (strange.length > 0) return strange;
  const missing = parts.flatMap(({ kind, names, optional }, at) => {
    if (optional || found[at]! >= 0) return [];
    const message = `the ${machine} needs a ${what[kind]} called ${names.join(' or ')}`;
    return [error('E-MACHINE', message, { span: span ?? architecture.compute.span, expected: names.join(' or ') })];
  });
  return missing.length > 0 ? missing : misplaced(architecture, parts);
}

/** Words are bytes, and accesses are of single bytes. */
export function checkBytes({ levels }: Architecture): Diagnostic[] {
  return levels.flatMap(({ kind, name, wordBits, blockSize, span }) => {
    if (kind !== 'storage' || (wordBits === 8 && blockSize === 1)) return [];
    const found = `datawidth ${wordBits}, ${blockSize} words a row`;
    const details = { span, expected: 'datawidth: 8 and width: 8, as a machine counts bytes', found };
    return [error('E-MACHINE', `words of ${name} must be bytes`, details)];
  });
}

function misplaced(architecture: Architecture, parts: readonly Part[]): Diagnostic[] {
  const order = parts.flatMap(({ names }) => names).join(', ');
  const standing = parts.flatMap((part) => {
    const level = levelOf(architecture, part);
    return level < 0 ? [] : [{ level, loose: part.loose }];
  });
  return standing.flatMap(({ level, loose }, at) => {
    const outer = standing.slice(0, at).find((one) => one.level < level && !(one.loose && loose));
    if (outer === undefined) return [];
    const [one, other] = [outer.level, level].map((i) => architecture.levels[i]!) as [StorageLevel, StorageLevel];
    const details = { span: other.span, expected: `from the outside: ${order}` };
    return [error('E-MACHINE', `${nameOf(other)} stands outside of ${nameOf(one)}`, details)];
  });
}

function nameOf({ kind, leaf, name }: StorageLevel): string {
  return kind === 'fanout' ? leaf : name;
}
