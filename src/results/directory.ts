// The results directory: written under a temporary name and renamed, so that a full disk or a signal leaves what was there.
// Nothing is overwritten without being asked to.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import { whileLocked } from './directory-lock.js';
import { makeDirectory } from './make-directory.js';
import { cannotWrite, temporaryPrefix } from './whole-file.js';

/** The file that marks a directory of a search or an evaluation. */
export const runFile = 'run.json';
/** And one of energies and areas. */
export const componentFiles = {
  ert: 'ERT.yaml',
  art: 'ART.yaml',
  json: 'components.json',
  csv: 'components.csv',
} as const;

/** Only what has all of one of these, the last of an imported network, does `replace` remove. */
const marks: readonly (readonly string[])[] = [[runFile], Object.values(componentFiles), ['network.yaml']];

export type Files = ReadonlyMap<string, string>;

/**
 * What to do when the target exists: `refuse`; `replace` it; or `keep` it: left alone when it holds the same results,
 * otherwise the new ones go beside it as `<target>-2`, `-3`, …
 */
export type WhenPresent = 'refuse' | 'replace' | 'keep';

export interface Written {
  readonly directory: string;
  /** False when the directory was there already with the same results. */
  readonly written: boolean;
}

/** Whether results could be written to `target`, to be asked before hours of searching. */
export function checkTarget(target: string, whenPresent: WhenPresent): Outcome<true> {
  if (existsSync(target) && !statSync(target).isDirectory())
    return refused(`${target} is there already and is no directory`, 'give another --out');
  if (isNameTooLong(target)) return refused(`cannot write ${target}: the name is too long`, 'give another --out');
  const fills = existsSync(target) && (isFree(target) || (whenPresent === 'replace' && isResultsDirectory(target)));
  const unwritable = problemWith(fills || leadsNowhere(target) ? target : dirname(resolve(target)));
  if (unwritable) return refused(`cannot write ${target}: ${unwritable}`, undefined);
  if (whenPresent === 'keep' || isFree(target)) return { value: true, diagnostics: [] };
  if (whenPresent === 'refuse') {
    const orForce = isResultsDirectory(target) ? ', or --force to replace it' : '';
    return refused(`${target} exists already`, `give another --out${orForce}`);
  }
  if (isResultsDirectory(target)) return { value: true, diagnostics: [] };
  return refused(`${target} is not a results directory, so --force does not replace it`, 'give another --out');
}

export interface WriteOptions {
  readonly whenPresent: WhenPresent;
  /** The file whose bytes tell whether two results are the same. */
  readonly decisive: string;
}

/** One program after another: what each leaves is all its own. */
export async function writeResults(target: string, files: Files, options: WriteOptions): Promise<Outcome<Written>> {
  const written = await whileLocked(target, () => writeLocked(target, files, options));
  if (written) return written.value;
  return refused(`another program is writing to ${target}`, 'wait for it, or give another --out');
}

function writeLocked(target: string, files: Files, { whenPresent, decisive }: WriteOptions): Outcome<Written> {
  const checked = checkTarget(target, whenPresent);
  if (!checked.value) return { value: undefined, diagnostics: checked.diagnostics };
  const directory = whenPresent === 'keep' ? freeOrSame(target, files.get(decisive), decisive) : target;
  if (!isFree(directory) && whenPresent === 'keep') return { value: { directory, written: false }, diagnostics: [] };
  try {
    writeAtomically(directory, files);
  } catch (problem) {
    return failure(cannotWrite(directory, problem));
  }
  return { value: { directory, written: true }, diagnostics: [] };
}

/**
 * A directory that is there is filled and not replaced: it may be a link, the working directory, or where a volume is mounted, whose
 * parent takes nothing.
 */
function writeAtomically(directory: string, files: Files): void {
  const parent = dirname(directory);
  makeDirectory(parent);
  const fills = existsSync(directory);
  const temporary = mkdtempSync(join(fills ? directory : parent, temporaryPrefix));
  try {
    for (const [name, text] of files) writeFileSync(join(temporary, name), text);
    if (fills) moveInto(directory, temporary, files);
    else {
      // Temporary directories are for their owner alone; results are for whom the umask says.
      chmodSync(temporary, 0o777 & ~process.umask());
      renameSync(temporary, directory);
    }
  } catch (problem) {
    rmSync(temporary, { recursive: true, force: true });
    throw problem;
  }
}

/** In their order, and then what was there before goes. */
function moveInto(directory: string, temporary: string, files: Files): void {
  for (const name of files.keys()) renameSync(join(temporary, name), join(directory, name));
  for (const name of readdirSync(directory))
    if (!files.has(name)) rmSync(join(directory, name), { recursive: true, force: true });
}

function freeOrSame(target: string, text: string | undefined, decisive: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? target : `${target}-${number}`;
    if (isFree(candidate)) return candidate;
    const path = join(candidate, decisive);
    if (text !== undefined && existsSync(path) && readFileSync(path, 'utf8') === text) return candidate;
  }
}

/** To be told before the work is done: such a path is as if nothing were there. */
function isNameTooLong(path: string): boolean {
  try {
    statSync(path, { throwIfNoEntry: false });
    return false;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
  }
}

/** A directory, or the nearest above it that exists, must take a new entry. */
function problemWith(directory: string): string | undefined {
  let place = directory;
  while (!existsSync(place) && !leadsNowhere(place) && dirname(place) !== place) place = dirname(place);
  if (leadsNowhere(place)) return `${place} is a link that leads nowhere`;
  try {
    if (!statSync(place).isDirectory()) return `${place} is not a directory`;
    accessSync(place, constants.W_OK);
    return undefined;
  } catch {
    return `${place} is not writable`;
  }
}

/** No directory can take the name of such a link, and none can be made behind it. */
function leadsNowhere(path: string): boolean {
  if (existsSync(path)) return false;
  try {
    readlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Absent, or an empty directory. */
function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function isResultsDirectory(path: string): boolean {
  return marks.some((names) => names.every((name) => existsSync(join(path, name))));
}

function refused(message: string, hint: string | undefined): Outcome<never> {
  return failure(error('E-WRITE', message, { hint }));
}
