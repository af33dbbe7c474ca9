import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastTurned, type Turn } from '../../src/search/optimal/charges/turns.js';

const turn = fc.record({
  trips: fc.integer({ min: 2, max: 5 }),
  words: fc.integer({ min: 0, max: 8 }),
  away: fc.boolean(),
  far: fc.boolean(),
  inner: fc.boolean(),
});

function orders<T>(all: readonly T[]): T[][] {
  return all.length === 0
    ? [[]]
    : all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

/** Every visit once: which loop steps there, the innermost of those that do not start again. */
function average(order: readonly Turn[], further: number): number {
  const visits = order.reduce((product, { trips }) => product * trips, 1);
  let words = 0;
  for (let visit = 1; visit <= visits; visit += 1) {
    let rest = visit;
    const stepping = order.find(({ trips }) => {
      if (rest % trips !== 0) return true;
      rest /= trips;
      return false;
    });
    words += stepping?.words ?? further;
  }
  return words / visits;
}

it('what is asked for after the first loop is the least over all orders of the loops outside it', () => {
  const drawn = fc.array(turn, { maxLength: 5 }).map((turns) =>
    // Who steps another rank is not outside by itself; one of them has to be there for others to be.
    turns.map((one) => {
      const far = one.far && !one.away && turns.some(({ away }) => away);
      // Which stand inside which is told by one or the other.
      return { ...one, far, inner: one.inner && !turns.some((other) => other.far) };
    }),
  );
  fc.assert(
    fc.property(drawn, fc.integer({ min: 0, max: 8 }), (turns, further) => {
      const legal = orders(turns).filter((order) =>
        order.every(
          ({ far, inner }, at) =>
            (!far || order.slice(0, at).some(({ away }) => away)) &&
            (!inner || order.slice(0, at).every((inside) => inside.inner)),
        ),
      );
      const least = Math.min(...legal.map((order) => average(order, further)));
      expect(leastTurned([...turns], further)).toBeCloseTo(least, 9);
    }),
    { numRuns: 300 },
  );
});
