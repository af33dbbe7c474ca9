// How much work something is, measured against a fixed piece of work in the same run: processor time, so that neither a
// slow machine nor a busy one changes the answer.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSpec } from '../../src/spec/read-spec.js';

/** Units that a second of an idle machine has, about. */
export const unitsOfASecond = 180;

const name = 'eyeriss-like.yaml';
const text = readFileSync(fileURLToPath(new URL(`../../arch/${name}`, import.meta.url)), 'utf8');
let unit: number | undefined;

/** Processor seconds of one unit: reading an architecture, 5 milliseconds once it is compiled, up to 14 where others are at work. */
export function unitSeconds(): number {
  unit ??= measured();
  return unit;
}

function measured(): number {
  return Math.min(...Array.from({ length: 12 }, readOnce));
}

function readOnce(): number {
  const before = cpuSeconds();
  const { value } = readSpec([{ source: { name, text }, directory: null, role: 'any' }], {
    compat: 'none',
    overrides: [],
  });
  if (value === undefined) throw new Error(`${name} is not read`);
  return cpuSeconds() - before;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Of this process with all its threads, from now until it is asked; in units of then, where others have come to work meanwhile. */
export function unitsSince(): () => number {
  const one = unitSeconds();
  const before = cpuSeconds();
  return () => {
    const used = cpuSeconds() - before;
    return used / Math.max(one, measured());
  };
}
