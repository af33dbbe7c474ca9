// Modules with what a test file puts in their place: files of a worker share modules, and others may have loaded them as they are.

import { afterAll, beforeAll, vi } from 'vitest';

/** What `load` imports, anew before the tests of the file that calls this; not before. */
export function loadedAnew<T>(load: () => Promise<T>): () => T {
  let loaded: T | undefined;
  beforeAll(async () => {
    vi.resetModules();
    loaded = await load();
  });
  afterAll(() => {
    vi.resetModules();
  });
  return () => loaded!;
}
