// Directories with all that lead to them. One by one: where something says that a directory it has been asked for is not there, as
// /proc does, Node.js tries for ever to make what leads to it.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws what the system says where it cannot be made. */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (problem) {
    // Somebody else was faster, unless it is a link that leads nowhere.
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw problem;
  }
}
