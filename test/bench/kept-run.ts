// A run that is kept under `runs/<date>-<machine class>-<suite>/`: rows as they come, so that an interrupted run leaves what
// it has, and at the end a README and whatever else belongs to it.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { root } from './built.js';

export interface KeptRun<Row> {
  readonly date: string;
  /** Load average before the start: whether somebody else was at work on the machine. One busy thread counts 1. */
  readonly load: number;
  readonly write: (row: Row) => void;
  readonly finish: (name: string, text: string) => void;
}

/** `suite`: empty for the benchmarks that run by default. */
export function runFolder(suite: string): { readonly date: string; readonly directory: URL } {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()}-core-${process.arch === 'x64' ? 'x86_64' : process.arch}`;
  const directory = new URL(`test/bench/runs/${[date, machine, suite].filter(Boolean).join('-')}/`, root);
  mkdirSync(directory, { recursive: true });
  return { date, directory };
}

export function keepRun<Row>(suite: string, columns: readonly (keyof Row & string)[]): KeptRun<Row> {
  const load = loadavg()[0]!;
  const { date, directory } = runFolder(suite);
  const raw = new URL('raw.csv', directory);
  writeFileSync(raw, `${columns.join(',')}\n`);
  return {
    date,
    load,
    write: (row) => appendFileSync(raw, `${columns.map((column) => row[column]).join(',')}\n`),
    finish: (name, text) => writeFileSync(new URL(name, directory), text),
  };
}

export function machineLine(): string {
  return `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${process.platform}.`;
}
