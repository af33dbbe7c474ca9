import { describe, expect, it } from 'vitest';
import type { EastHypothesis, Place, StreamSide } from '../../../src/machines/epu/stream-side.js';
import { coreAtElement, coreOfFirstElement, streamSides } from '../../../src/machines/epu/stream-side.js';
import { elementAtCore } from './formulas/stream-side.js';
import { checkVectors, q8 } from './vectors.js';

type Matrix = readonly (readonly string[])[];

const last = q8.arraySide - 1;
const tile = matrix(({ row, column }) => `${row},${column}`);
const flipped = matrix(({ row, column }) => tile[last - row]![column]!);
const mirrored = (one: Matrix): Matrix => one.map((line) => [...line].reverse());

checkVectors('G', {
  71: () => [
    equal(fetch('SOUTH'), tile),
    equal(fetch('NORTH'), flipped),
    equal(fetch('WEST'), mirrored(fetch('EAST'))),
  ],
  72: () => (['NORTH', 'WEST'] as const).map((side) => holder(fetch(side))),
  73: () =>
    roundTrips(
      [
        ['SOUTH', 'NORTH'],
        ['NORTH', 'SOUTH'],
        ['EAST', 'WEST'],
        ['WEST', 'EAST'],
      ],
      tile,
    ),
  74: () =>
    roundTrips(
      [
        ['SOUTH', 'SOUTH'],
        ['NORTH', 'NORTH'],
      ],
      flipped,
    ),
  75: () =>
    equal(
      write('NORTH', fetch('EAST')),
      matrix(({ row, column }) => tile[column]![row]!),
    ),
});

describe.each(['transposes', 'keeps'] as const)('if the east %s', (east) => {
  it('opposite sides restore a tile and the same side mirrors it', () => {
    const opposite = { NORTH: 'SOUTH', SOUTH: 'NORTH', EAST: 'WEST', WEST: 'EAST' } as const;
    for (const side of streamSides) {
      expect(write(opposite[side], fetch(side, east), east)).toEqual(tile);
      expect([flipped, mirrored(tile)]).toContainEqual(write(side, fetch(side, east), east));
    }
  });

  it('west mirrors east, and the first element is where it is said to be', () => {
    expect(fetch('WEST', east)).toEqual(mirrored(fetch('EAST', east)));
    for (const side of streamSides) {
      const { row, column } = coreOfFirstElement(side, q8);
      expect(holder(fetch(side, east))).toEqual([row, column]);
    }
  });
});

function fetch(side: StreamSide, east?: EastHypothesis): Matrix {
  return matrix((core) => at(tile, elementAtCore(side, core, { ...q8, ...(east && { east }) })));
}

function write(side: StreamSide, array: Matrix, east?: EastHypothesis): Matrix {
  return matrix((place) => at(array, coreAtElement(side, place, { ...q8, ...(east && { east }) })));
}

function roundTrips(sides: readonly (readonly [StreamSide, StreamSide])[], expected: Matrix): readonly boolean[] {
  return sides.map(([into, outOf]) => equal(write(outOf, fetch(into)), expected));
}

function holder(array: Matrix): readonly number[] {
  const row = array.findIndex((line) => line.includes('0,0'));
  return [row, array[row]!.indexOf('0,0')];
}

function matrix(element: (place: Place) => string): Matrix {
  const side = Array.from({ length: q8.arraySide }, (_, index) => index);
  return side.map((row) => side.map((column) => element({ row, column })));
}

function at(array: Matrix, { row, column }: Place): string {
  return array[row]![column]!;
}

function equal(one: Matrix, other: Matrix): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
