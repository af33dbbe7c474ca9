// A path that leads nowhere: the file or folder that was meant, where it first goes astray.

import { existsSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { closest } from '../../diagnostics/suggestion.js';
import { namesIn } from './project-files.js';

/** As a hint; undefined where nothing there is called nearly so. */
export function nearPath(given: string): string | undefined {
  const path = given.replace(/(?<=.)\/+$/, '');
  if (existsSync(path)) return undefined;
  const folder = dirname(path);
  if (folder !== path && !existsSync(folder)) return nearPath(folder);
  const name = basename(path);
  // Endings that all files have in common say nothing.
  const slips = Math.max(1, Math.floor(basename(path, extname(path)).length / 3));
  const best = closest(name, namesIn(folder), () => slips);
  return best === undefined ? undefined : `did you mean ${path.slice(0, path.length - name.length)}${best}?`;
}
