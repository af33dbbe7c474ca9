// What looks for mappings to beat while a proof is under way: a coarse lattice, samples. None of them is needed for the proof;
// each makes it shorter, or gives something to show where it is stopped.

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
