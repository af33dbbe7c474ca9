// What looks for mappings to beat before a search or while it is under way: a coarse lattice, samples, the optimum of a
// smaller space. None of them is needed; each makes a proof shorter, or gives something to show where it is stopped.

/** Work so far, counted. */
export interface Counters {
  readonly evaluations: number;
  readonly valid: number;
  readonly nodes: number;
  /** Of a descent: tiles looked at, and mappings evaluated by what they take. */
  readonly steps: number;
  /** Of a preparation: spatial choices costed. */
  readonly prepared: number;
}

export const noWork: Counters = { evaluations: 0, valid: 0, nodes: 0, steps: 0, prepared: 0 };

/** Without closures, as the next: they are asked at every unit of work. */
export function addUp(all: readonly Counters[]): Counters {
  const sum = { ...noWork };
  for (const one of all) addTo(sum, one);
  return sum;
}

export function addTo(sum: { -readonly [K in keyof Counters]: Counters[K] }, one: Counters): void {
  sum.evaluations += one.evaluations;
  sum.valid += one.valid;
  sum.nodes += one.nodes;
  sum.steps += one.steps;
  sum.prepared += one.prepared;
}

export interface Finder {
  /** Whether it is worth a go at this moment. */
  due(): boolean;
  /** One go, a value per unit of work. What it finds goes to the pool of the search. */
  go(): Generator<void, void, void>;
  counters(): Counters;
}

/** `work` with whatever finder is due after each unit of it, in their order; one may be due during the go of another. */
export function* withFinders(
  work: Generator<void, void, void>,
  finders: readonly Finder[],
): Generator<void, void, void> {
  for (const _ of work) {
    for (const finder of finders) if (finder.due()) yield* withFinders(finder.go(), finders);
    yield;
  }
}

/** Before any other work: every finder for as long as it is due. */
export function* finding(finders: readonly Finder[]): Generator<void, void, void> {
  for (const finder of finders) while (finder.due()) yield* finder.go();
}
