// How far the SRAM estimates are from results of CACTI that they have not seen: the points are dealt into five parts, and
// each part is estimated without it. Energies, area and leakage from tables that lack its points; access time from a fit to
// the other parts.

import { describe, expect, test } from 'vitest';
import { accessTimeNs, accessTimeTerms, coefficients } from '../../../src/arch/estimate/access-time.js';
import { interpolated, type Row, rowsOf } from '../../../src/arch/estimate/sram.js';
import { leastSquares } from '../../support/least-squares.js';
import { type Point, pointsOf } from './sram-points.js';

const points = pointsOf('sram.jsonl');

const PARTS = 5;
/** Every fifth point from `part` on; the file is sorted, so each part has all nodes, widths and depths. */
const inPart = (part: number) => (_: unknown, at: number) => at % PARTS === part;

/** Errors of `estimate` on each part, from what `fit` makes of the others. */
function heldOut<Fit>(
  all: readonly Point[],
  fit: (others: readonly Point[], held: readonly Point[]) => Fit,
  error: (made: Fit, point: Point) => number,
): readonly number[] {
  return Array.from({ length: PARTS }, (_, part) => part)
    .flatMap((part) => {
      const held = all.filter(inPart(part));
      const others = all.filter((point) => !held.includes(point));
      const made = fit(others, held);
      return held.map((point) => error(made, point));
    })
    .sort((a, b) => a - b);
}

function quantiles(errors: readonly number[]) {
  return [0.5, 0.9].map((share) => errors[Math.floor(errors.length * share)]!);
}

/** Of the nodes that have tables; below 32 bits or 64 rows a bank CACTI was asked for another size. */
const tabled = points.filter(
  ({ technologyNm, widthBits, depth, banks }) =>
    [22, 32, 45, 65].includes(technologyNm) && widthBits >= 32 && widthBits % 8 === 0 && depth >= 64 * banks,
);

function without(held: readonly Point[], { technologyNm, ports, banks }: Point): readonly Row[] {
  const isHeld = (width: number, depth: number) =>
    held.some(
      (one) =>
        one.technologyNm === technologyNm &&
        one.widthBits === width &&
        one.depth === depth &&
        one.ports === ports &&
        one.banks === banks,
    );
  return rowsOf(technologyNm, { ports, banks }).map(({ width, points: all }) => ({
    width,
    points: all.filter(({ depth }) => !isHeld(width, depth)),
  }));
}

describe('tables without the points in question', () => {
  test.each(['readPj', 'writePj', 'areaUm2', 'leakageMw'] as const)(
    '%s: half within 5 %, nine of ten within 15 %',
    (quantity) => {
      expect(tabled.length).toBeGreaterThan(400);
      const errors = heldOut(
        tabled,
        (_, held) => held,
        (held, point) => {
          const found = interpolated(without(held, point), { width: point.widthBits, depth: point.depth });
          return Math.abs(found[quantity] / point[quantity] - 1);
        },
      );
      const [median, ninth] = quantiles(errors);
      expect(median).toBeLessThan(0.05);
      expect(ninth).toBeLessThan(0.15);
    },
  );
});

const memoryOf = ({ widthBits, depth, ports, banks }: Point) => ({ width: widthBits, depth, ports, banks });
// At 90 nm the file has the reference's scaling of 22 nm, which is no result of its own.
const timed = points.filter(({ technologyNm }) => technologyNm < 90);

function fitted(some: readonly Point[]): readonly number[] {
  const rows = some.map((point) => accessTimeTerms(memoryOf(point), point.technologyNm));
  return leastSquares(
    rows,
    some.map(({ accessNs }) => Math.log(accessNs)),
  );
}

describe('access time', () => {
  test('fitted without the points in question: half within 5 %, nine of ten within 15 %', () => {
    const errors = heldOut(timed, fitted, (weights, point) => {
      const terms = accessTimeTerms(memoryOf(point), point.technologyNm);
      const found = Math.exp(terms.reduce((sum, term, at) => sum + term * weights[at]!, 0));
      return Math.abs(found / point.accessNs - 1);
    });
    const [median, ninth] = quantiles(errors);
    expect(median).toBeLessThan(0.04);
    expect(ninth).toBeLessThan(0.1);
  });

  test('the coefficients are those of the fit', () => {
    const refitted = fitted(timed);
    expect(coefficients).toHaveLength(refitted.length);
    for (const point of points) {
      const again = accessTimeTerms(memoryOf(point), Math.min(point.technologyNm, 65));
      const logarithm = again.reduce((sum, term, at) => sum + term * (refitted[at]! - coefficients[at]!), 0);
      expect(Math.abs(logarithm)).toBeLessThan(0.002);
    }
  });

  test('from 90 nm on and below 22 nm it is that of 22 nm, scaled with the node', () => {
    const memory = { width: 64, depth: 1024, ports: 1, banks: 1 };
    for (const nm of [7, 16, 90, 130])
      expect(accessTimeNs(memory, nm) / accessTimeNs(memory, 22)).toBeCloseTo(nm / 22, 12);
    const errors = points.map((point) =>
      Math.abs(accessTimeNs(memoryOf(point), point.technologyNm) / point.accessNs - 1),
    );
    expect(quantiles(errors.sort((a, b) => a - b))[1]).toBeLessThan(0.1);
  });
});
