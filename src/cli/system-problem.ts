// What the system refuses in the middle of a run, and is nobody's mistake here: a reader that is gone, a full disk, no more
// file descriptors or threads, a working directory that somebody has removed.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { reasonOf } from '../spec/read/load.js';

const unwritable: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EIO: 'the device or terminal is gone',
  EBADF: 'it is closed',
};

const exhausted: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  EMFILE: ['too many files are open', 'raise the limit (ulimit -n), or use fewer --threads'],
  ENFILE: ['too many files are open in the system', 'close other programs'],
  EAGAIN: ['no further thread can be started', 'raise the limit (ulimit -u), or use fewer --threads'],
  ERR_WORKER_INIT_FAILED: ['no further thread can be started', 'raise limits (ulimit), or use fewer --threads'],
  ERR_WORKER_OUT_OF_MEMORY: ['a thread has run out of memory', 'use fewer --threads or a lower --memory-limit'],
  ENOMEM: ['there is not enough memory', 'use fewer --threads or a lower --memory-limit'],
};

/** Null where nothing need be said; undefined for anything else: that is a mistake of ours. */
export function systemProblem(problem: unknown): Diagnostic | null | undefined {
  if (!(problem instanceof Error)) return undefined;
  const { code = '', syscall, message, path } = problem as NodeJS.ErrnoException;
  if (code === 'EPIPE') return null;
  if (syscall === 'write' && Object.hasOwn(unwritable, code)) {
    return error('E-WRITE', `cannot write to standard output: ${unwritable[code]}`);
  }
  if (syscall === 'read' && path !== undefined) return error('E-READ', `cannot read ${path}: ${reasonOf(problem)}`);
  if (syscall === 'uv_cwd' || message.includes('uv_cwd')) {
    const hint = 'change to a directory that exists';
    return error('E-READ', 'the working directory has been removed', { hint });
  }
  const found = Object.keys(exhausted).find((one) => one === code || message.startsWith(`${one}:`));
  if (found === undefined) return undefined;
  const [what, hint] = exhausted[found]!;
  return error('E-READ', what, { hint });
}
