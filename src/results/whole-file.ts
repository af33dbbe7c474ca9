// A file that is there as a whole or not at all: written beside its place, brought to the disk, and renamed.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

export function writeWhole(path: string, text: string): void {
  // Devices and pipes take what is written; they are not to be replaced by a file.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    writeFileSync(path, text);
    return;
  }
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (problem) {
    rmSync(temporary);
    throw problem;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
