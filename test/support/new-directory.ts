// An empty directory for every test of a file, which is gone afterwards.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export function newDirectoryForEach(use: (directory: string) => void): void {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'mapper-'));
    use(directory);
  });
  afterEach(() => rmSync(directory, { recursive: true }));
}
