// A point on its way through the queue: everything that its search needs, so that no worker reads the input files. Spans
// share their source, and typed arrays and infinities occur, so it is the engine's own serialization and not JSON.

import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { PointSearch } from './point.js';

export interface QueuedPoint {
  readonly version: string;
  readonly search: string;
}

export function packPoint({ problem, plan, options, configHash }: PointSearch, version: string): QueuedPoint {
  const bytes = serialize({ problem, plan, options, configHash });
  return { version, search: gzipSync(bytes).toString('base64') };
}

export function unpackPoint({ search }: QueuedPoint): PointSearch {
  return { ...deserialize(gunzipSync(Buffer.from(search, 'base64'))), diagnostics: [] };
}
