// The files that includes and templates may reach: those in the folder of the project, symbolic links followed. A
// specification from elsewhere must not read the rest of the disk.

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

const MARKERS = ['.git', 'LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'];

/**
 * The folder of the project that files belong to: the nearest one above the first of them that holds `.git` or a licence,
 * and wide enough for all of them; `mentioned` are paths that the user gave to templates, relative to the first file.
 */
export function projectFolder(files: readonly string[], mentioned: readonly string[]): string | undefined {
  const [first, ...others] = files.map((file) => dirname(resolve(file)));
  if (first === undefined) return undefined;
  const relatives = mentioned
    .filter((path) => path.includes('/') && !isAbsolute(path))
    .map((path) => resolve(first, path));
  const wanted = [...others, ...relatives.filter(existsSync).map((path) => dirname(path))];
  const marked = ancestors(first).find((folder) => MARKERS.some((name) => existsSync(join(folder, name))));
  const start = marked !== undefined && isFolderOfProject(marked) ? marked : first;
  return wanted.reduce((folder, path) => {
    const shared = ancestors(folder).find((one) => isInside(one, path));
    return shared !== undefined && isFolderOfProject(shared) ? shared : folder;
  }, start);
}

/** Nobody keeps a project in all of a disk or of a home. */
function isFolderOfProject(folder: string): boolean {
  return dirname(dirname(folder)) !== dirname(folder) && folder !== homedir() && dirname(homedir()) !== folder;
}

function ancestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

export function isInside(root: string, target: string): boolean {
  const path = relative(root, target);
  return path !== '..' && !path.startsWith(`..${sep}`) && resolve(root, path) === target;
}

export type Found =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'outside' };

/** The file or folder itself, links followed. */
export function findOne(path: string, project: string): Found {
  try {
    const target = realpathSync(path);
    return isInside(realpathSync(project), target) ? { kind: 'found', path: target } : { kind: 'outside' };
  } catch {
    return { kind: 'missing' };
  }
}

/** What a path with `*`, `?` and `[...]` in its last parts names, in the order of the names. */
export function findAll(pattern: string, project: string): readonly Found[] {
  if (!/[*?[]/.test(pattern)) {
    const one = findOne(pattern, project);
    return one.kind === 'missing' ? [] : [one];
  }
  return findAll(dirname(pattern), project).flatMap((folder): readonly Found[] => {
    if (folder.kind !== 'found') return [folder];
    const name = basename(pattern);
    if (!/[*?[]/.test(name)) return findAll(join(folder.path, name), project);
    const matches = globOf(name);
    return namesIn(folder.path)
      .filter((entry) => matches.test(entry) && (name.startsWith('.') || !entry.startsWith('.')))
      .map((entry) => findOne(join(folder.path, entry), project));
  });
}

/** Where a path that leads nowhere ends: the part that is missing, and what its folder has instead. */
export function missingPart(
  path: string,
  project: string,
): { readonly part: string; readonly entries: readonly string[] } {
  const folder = dirname(path);
  if (folder === path) return { part: '', entries: [] };
  const isThere = findOne(folder, project).kind === 'found';
  return isThere ? { part: basename(path), entries: namesIn(folder) } : missingPart(folder, project);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Of a folder that cannot be read, none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function globOf(name: string): RegExp {
  const source = name.replace(/\[!?[^\]]+\]|[^\w\s]/g, (part) => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    return part.length > 1 ? part.replace('[!', '[^').replaceAll('\\', '\\\\') : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
}
