// Binary files that are read here and there: a model of gigabytes is never in memory as a whole.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { error, failure, type Outcome } from '../../diagnostics/diagnostic.js';
import { reasonOf } from './load.js';
import { nearPath } from './near-path.js';

export interface OpenBytes {
  /** Bytes. */
  readonly size: number;
  /** Fewer than asked for at the end of the file. */
  read(position: number, length: number): Uint8Array;
  close(): void;
}

export function openBytes(path: string): Outcome<OpenBytes> {
  try {
    const descriptor = openSync(path, 'r');
    const status = fstatSync(descriptor);
    if (status.isDirectory()) {
      closeSync(descriptor);
      return failure(error('E-READ', `${path} is a directory`));
    }
    const read = (position: number, length: number): Uint8Array => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
    };
    return { value: { size: status.size, read, close: () => closeSync(descriptor) }, diagnostics: [] };
  } catch (problem) {
    return failure(error('E-READ', `cannot read ${path}: ${reasonOf(problem)}`, { hint: nearPath(path) }));
  }
}
