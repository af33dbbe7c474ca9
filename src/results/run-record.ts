// `run.json`: what it takes to do a run again and to know where it was done. Everything that depends on the clock or
// the host is here and in `timing`, nowhere else in a results directory.

import { availableParallelism, cpus, hostname, release, totalmem } from 'node:os';
import { type JsonObject, schemaVersion } from './evaluation-json.js';

export interface RunRecord {
  readonly version: string;
  /** As typed, without node and script. */
  readonly argv: readonly string[];
  readonly seed: string;
  readonly configuration: unknown;
  readonly configHash: string;
  /** Name as typed and content hash of every input file. */
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[];
  readonly startedAt: Date;
  readonly elapsedSeconds: number;
  readonly stopReasons: readonly string[];
}

export function runJson(record: RunRecord): JsonObject {
  return {
    schemaVersion,
    versions: { mapper: record.version, node: process.version },
    arguments: record.argv,
    seed: record.seed,
    configHash: record.configHash,
    configuration: record.configuration,
    inputs: record.inputs,
    stopReasons: record.stopReasons,
    host: {
      name: hostname(),
      platform: process.platform,
      release: release(),
      architecture: process.arch,
      processor: cpus()[0]?.model ?? null,
      cores: availableParallelism(),
      memoryBytes: totalmem(),
    },
    timing: { startedAt: record.startedAt.toISOString(), elapsedSeconds: record.elapsedSeconds },
  };
}
