// A file that is there as a whole or not at all: written beside its place, brought to the disk, and renamed.

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
