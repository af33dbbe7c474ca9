// Ordered factorizations of one bound over a row of positions, some of them limited (B.2): a layered graph whose paths
// are the factorizations, so that they can be counted, ranked and stepped through without listing them.

import { divisors } from './divisors.js';
import { productOf } from './product.js';

export interface FactorLimit {
  readonly exact?: number;
  readonly min?: number;
  readonly max?: number;
}

export interface FactorOption<State> {
  readonly factor: number;
  readonly next: State;
}

/** What a space is unfolded from: states with their ways on. */
export interface FactorRule<State> {
  readonly positions: number;
  readonly start: State;
  /** Equal for states that go on alike. */
  key(position: number, state: State): string | number;
  /** Ascending factors, no factor twice. */
  options(position: number, state: State): Iterable<FactorOption<State>>;
  /** Whether a state after the last position is complete. */
  accepts(state: State): boolean;
}

/** Of the factors that are given. */
export function fixedProduct(limits: readonly FactorLimit[]): number {
  return productOf(limits.map(({ exact = 1 }) => exact));
}

/** All vectors of positive integers with product `bound` that keep every limit. */
export function factorizations(bound: number, limits: readonly FactorLimit[]): FactorSpace {
  const rest = bound / fixedProduct(limits);
  const candidates = Number.isInteger(rest) ? divisors(rest) : [];
  return unfold<number>({
    positions: limits.length,
    start: rest,
    // States are what is left to divide.
    key: (_, state) => state,
    options: (position, state) => {
      const { exact, min = 1, max = Number.POSITIVE_INFINITY } = limits[position]!;
      if (exact !== undefined) return [{ factor: exact, next: state }];
      const fitting = candidates.filter((one) => one >= min && one <= max && one <= state && state % one === 0);
      return fitting.map((factor) => ({ factor, next: state / factor }));
    },
    accepts: (state) => state === 1,
  });
}

/** Unfolds a rule position by position, dropping dead ends and merging states that go on alike. */
export function unfold<State>(rule: FactorRule<State>): FactorSpace {
  const at = Array.from({ length: rule.positions }, () => ({
    /** Numbers of the states by key and by what they lead to, and the options of each. */
    known: new Map<string | number, number>(),
    shapes: new Map<string, number>(),
    options: [] as FactorOption<number>[][],
  }));
  /** Number of the state at its position, or -1 for a dead end. */
  const visit = (position: number, state: State): number => {
    if (position === rule.positions) return rule.accepts(state) ? 0 : -1;
    const { known, shapes, options } = at[position]!;
    const key = rule.key(position, state);
    let id = known.get(key);
    if (id !== undefined) return id;
    const own: FactorOption<number>[] = [];
    for (const { factor, next } of rule.options(position, state)) {
      const to = visit(position + 1, next);
      if (to >= 0) own.push({ factor, next: to });
    }
    const shape = own.map(({ factor, next }) => `${factor}:${next}`).join();
    id = own.length === 0 ? -1 : (shapes.get(shape) ?? options.push(own) - 1);
    shapes.set(shape, id);
    known.set(key, id);
    return id;
  };
  visit(0, rule.start);
  return pack(at.map(({ options }) => options));
}

/**
 * Position `p` has states 0 to `states[p] - 1`; state 0 of position 0 is the start. The options of a state are
 * `factor[p][o]` with o from `firstOption[p][state]` to `firstOption[p][state + 1] - 1`, ascending, and lead to state
 * `next[p][o]` of position p + 1; `completions[p][state]` are the ways to go on from there to the end. No state is a dead end; an empty space has no states at position 0.
 */
export type FactorSpace = ReturnType<typeof pack>;

function pack(optionsOf: readonly FactorOption<number>[][][]) {
  const positions = optionsOf.length;
  const firstOption = optionsOf.map((states) => {
    const first = new Int32Array(states.length + 1);
    states.forEach((options, state) => {
      first[state + 1] = first[state]! + options.length;
    });
    return first;
  });
  const factor = optionsOf.map((states) =>
    Float64Array.from(states.flatMap((options) => options.map((one) => one.factor))),
  );
  const next = optionsOf.map((states) => Int32Array.from(states.flatMap((options) => options.map((one) => one.next))));
  const completions: Float64Array[] = [];
  completions[positions] = Float64Array.of(1);
  for (let position = positions - 1; position >= 0; position -= 1) {
    completions[position] = Float64Array.from(optionsOf[position]!, (options) =>
      options.reduce((sum, option) => sum + completions[position + 1]![option.next]!, 0),
    );
  }
  return {
    positions,
    states: [...optionsOf.map((states) => states.length), 1],
    firstOption,
    factor,
    next,
    completions,
    count: completions[0]?.[0] ?? 0,
  };
}

/** The option of `state` that has this factor, or -1. */
export function findOption(space: FactorSpace, position: number, state: number, factor: number): number {
  const factors = space.factor[position]!;
  const end = space.firstOption[position]![state + 1]!;
  for (let option = space.firstOption[position]![state]!; option < end; option += 1) {
    if (factors[option] === factor) return option;
  }
  return -1;
}

/** Writes the factorization with this rank, 0 to `count - 1`, lexicographic from position 0. */
export function unrankFactorization(space: FactorSpace, rank: number, out: Float64Array): void {
  let rest = rank;
  let state = 0;
  for (let position = 0; position < space.positions; position += 1) {
    let option = space.firstOption[position]![state]!;
    for (;;) {
      const ways = space.completions[position + 1]![space.next[position]![option]!]!;
      if (rest < ways) break;
      rest -= ways;
      option += 1;
    }
    out[position] = space.factor[position]![option]!;
    state = space.next[position]![option]!;
  }
}
