// The files that a path of a sweep file stands for: itself, the YAML files of a directory, or those that `*` and `?` in its
// last part match; in the order of their names.

import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { networkFileName } from '../workload/import/network-files.js';

export function matchingFiles(path: string): readonly string[] {
  const name = basename(path);
  if (/[*?]/.test(name)) return list(dirname(path), pattern(name));
  const kind = kindOf(path);
  // An imported network is one file that names the others.
  if (kind === 'directory' && kindOf(join(path, networkFileName))) return [join(path, networkFileName)];
  if (kind === 'directory') return list(path, /\.ya?ml$/);
  return kind === 'file' ? [path] : [];
}

function list(directory: string, wanted: RegExp): readonly string[] {
  if (kindOf(directory) !== 'directory') return [];
  return readdirSync(directory)
    .filter((name) => wanted.test(name) && kindOf(join(directory, name)) === 'file')
    .sort()
    .map((name) => join(directory, name));
}

function pattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? undefined : status.isDirectory() ? 'directory' : 'file';
}
