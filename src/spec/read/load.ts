// The only place that opens input files. What cannot be text is told apart here: missing, a directory, too big, binary,
// not UTF-8.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, error, type Outcome } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import type { InputFile } from './input-file.js';
import { MAX_FILE_BYTES } from './limits.js';
import { nearPath } from './near-path.js';

/** `-` is standard input, and has no directory to include files from. */
export function loadInput(path: string, role: InputFile['role']): Outcome<InputFile> {
  const fromStdin = path === '-';
  const name = fromStdin ? '<stdin>' : path;
  const { text, problem } = readText(fromStdin ? 0 : path, { name });
  if (text === undefined) return { value: undefined, diagnostics: problem ? [problem] : [] };
  const directory = fromStdin ? null : dirname(resolve(path));
  return { value: { source: { name, text }, directory, role }, diagnostics: [] };
}

export type ReadResult =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: Diagnostic };

/** A path or a file descriptor. `span`: the place that asked for the file, if one did. */
export function readText(
  file: string | number,
  {
    name,
    span,
    limitBytes = MAX_FILE_BYTES,
  }: { readonly name: string; readonly span?: Span; readonly limitBytes?: number },
): ReadResult {
  const refuse = (code: 'E-READ' | 'E-SIZE', message: string, hint?: string): ReadResult => ({
    problem: error(code, message, { span, hint }),
  });
  let descriptor: number | undefined;
  try {
    if (typeof file === 'string') {
      // Before it is opened: to open a pipe waits for somebody to write into it.
      const kind = statSync(file);
      if (kind.isDirectory())
        return refuse('E-READ', `${name} is a directory`, `name the files in it: ${name.replace(/\/+$/, '')}/*.yaml`);
      const piped = span === undefined && kind.isFIFO() && openByNow.test(file);
      if (!kind.isFile() && !piped) return refuse('E-READ', `${name} is no regular file`, notAFile(span));
    }
    descriptor = typeof file === 'number' ? file : openSync(file, 'r');
    const status = fstatSync(descriptor);
    if (status.isDirectory()) return refuse('E-READ', `${name} is a directory`);
    const tooBig = `${name} has more than ${limitBytes} bytes`;
    if (status.size > limitBytes) return refuse('E-SIZE', tooBig);
    const bytes = readBounded(descriptor, limitBytes);
    return bytes ? decode(bytes, name, refuse) : refuse('E-SIZE', tooBig);
  } catch (problem) {
    // What lies beside a file that was typed may be named; a file that another one asks for may lie anywhere.
    const isTyped = typeof file === 'string' && span === undefined;
    return refuse('E-READ', `cannot read ${name}: ${reasonOf(problem)}`, isTyped ? nearPath(file) : undefined);
  } finally {
    if (typeof file === 'string' && descriptor !== undefined) closeSync(descriptor);
  }
}

/** Pipes that a shell has opened for the command line, as in `mapper validate <(...)`. */
const openByNow = /^\/(dev|proc\/self)\/(fd\/\d+|stdin)$/;

function notAFile(span: Span | undefined): string {
  return span === undefined
    ? 'for what a pipe delivers, write - and let it be standard input'
    : 'pipes and devices are not included';
}

/** Pipes and devices do not tell their size; undefined when there is too much. */
function readBounded(descriptor: number, limitBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
    total += length;
    if (total > limitBytes) return undefined;
  }
}

function decode(
  bytes: Buffer,
  name: string,
  refuse: (code: 'E-READ', message: string, hint?: string) => ReadResult,
): ReadResult {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfeff || mark === 0xfffe) return refuse('E-READ', `${name} is text in UTF-16`, 'save it as UTF-8');
  if (bytes.includes(0))
    return refuse('E-READ', `${name} is a binary file`, 'text in UTF-8 is expected: YAML, or CSV for tables');
  try {
    // Also takes off a byte order mark.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('E-READ', `${name} is not UTF-8 text`, 'save it as UTF-8');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EAGAIN: 'nothing can be read from it',
  EEXIST: 'something else is there',
  EIO: 'the device answers with an error',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be larger than a limit allows',
  EMFILE: 'too many files are open',
};

/** What the system says, for people; of a file to be written, what is missing is its folder. */
export function reasonOf(problem: unknown, purpose: 'read' | 'write' = 'read'): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
  if (code === 'ENOENT' && purpose === 'write') return 'there is no such folder';
  return REASONS[code] ?? (code || String(problem));
}
