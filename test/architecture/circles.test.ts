// No file needs itself, by whatever way, types included, but for what is loaded on demand: each can be read and changed with what stands below it.

import { expect, test } from 'vitest';
import { resolvedImport, sourceFiles } from './source-files.js';

/** Groups of files that all need each other (Tarjan). */
export function circles(needs: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const next of needs.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of needs.keys()) if (!index.has(file)) visit(file);
  return found;
}

test('files import each other in no circle', () => {
  const needs = new Map(
    sourceFiles().map(({ path, imports }) => [
      path,
      imports
        .filter(({ lazy }) => !lazy)
        .map(({ specifier }) => resolvedImport(path, specifier))
        .filter((target) => target !== null),
    ]),
  );
  expect(circles(needs)).toEqual([]);
});

test('a circle is found, by whatever way', () => {
  const needs = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(circles(needs)).toEqual([['a', 'b', 'c']]);
});
