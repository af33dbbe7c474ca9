// A file that is there as a whole or not at all: written beside its place, brought to the disk, and renamed.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { reasonOf } from '../spec/read/load.js';

/** Of directories in which something is written before it takes its place. */
export const temporaryPrefix = '.new-';

export function writeWhole(path: string, text: string): void {
  // Devices and pipes take what is written; they are not to be replaced by a file.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    writeFileSync(path, text);
    return;
  }
  // A link stays one.
  const place = existsSync(path) ? realpathSync(path) : path;
  // In a directory of its own: two programs may write the same file, and any name beside it may be somebody's.
  const directory = mkdtempSync(join(dirname(place), temporaryPrefix));
  try {
    const temporary = join(directory, basename(place));
    writeSynced(temporary, text);
    renameSync(temporary, place);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What is said where the system refuses to write. */
export function cannotWrite(path: string, problem: unknown, hint?: string): Diagnostic {
  return error('E-WRITE', `cannot write ${path}: ${reasonOf(problem, 'write')}`, { hint });
}

/** What a program that was killed has left; for whoever is alone in the directory. */
export function removeUnfinished(directory: string): void {
  for (const name of readdirSync(directory))
    if (name.startsWith(temporaryPrefix)) rmSync(join(directory, name), { recursive: true, force: true });
}
