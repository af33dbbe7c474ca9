// Runs a sweep: reads point after point, hands those that are not known yet to an engine, each distinct one once, and
// keeps every answer before it counts.

import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.js';
import { configHash } from '../results/config-hash.js';
import { calledAfter } from '../spec/build/display-names.js';
import { distinctNames } from '../spec/build/distinct-names.js';
import { abortOf } from './abort.js';
import type { Journal } from './journal.js';
import {
  type Answer,
  diagnosticText,
  type Engine,
  type Entry,
  type Point,
  type PointSearch,
  type Task,
} from './point.js';

export interface SweepRun {
  readonly points: Iterable<Point>;
  readonly read: (point: Point) => Outcome<PointSearch>;
  readonly engine: Engine;
  readonly journal: Pick<Journal, 'answers' | 'append'>;
  readonly version: string;
  /** Of points that could not be read and name none. */
  readonly objective: string;
  /** The `index`-th of `count` parts, from 1: of the distinct points those whose number leaves that remainder. */
  readonly shard: Shard;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SweepProgress) => void;
}

export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface SweepProgress {
  /** Points whose answer is known, and those of them that this run has solved. */
  readonly done: number;
  readonly solved: number;
  readonly failed: number;
  /** Each, since the first that was not in the journal: those before it were only read. */
  readonly secondsAPoint: number;
}

export interface SweptPoints {
  /** In the order of the grid; all of them unless it was interrupted, and of other shards too, which have no answer here. */
  readonly entries: readonly Entry[];
  readonly interrupted: boolean;
  /** Distinct searches made by this run, and answers that were in the journal. */
  readonly solved: number;
  readonly reused: number;
  /** Whatever reading had to say, each once with the number of points it was said of. */
  readonly diagnostics: readonly { readonly diagnostic: Diagnostic; readonly points: number }[];
}

export async function runSweep(run: SweepRun): Promise<SweptPoints> {
  const { journal, signal } = run;
  const reading = new Reading(run);
  const rows = run.engine(reading.tasks())[Symbol.asyncIterator]();
  const aborted = abortOf(signal);
  let solved = 0;
  try {
    for (;;) {
      const next = await Promise.race([rows.next(), aborted]);
      if (next === 'aborted' || next.done) break;
      journal.append(next.value);
      solved += 1;
      reading.settle(next.value.hash, next.value.answer);
      const { done, failed, secondsAPoint } = reading;
      run.onProgress({ done, solved, failed, secondsAPoint });
    }
  } finally {
    // Not waited for: it may have a search in hand.
    void rows.return?.();
  }
  return {
    entries: reading.named().map((entry) => ({ ...entry, answer: entry.answer ?? reading.answerOf(entry) })),
    interrupted: signal.aborted,
    solved,
    reused: reading.reused,
    diagnostics: reading.diagnostics(),
  };
}

/** Points on their way from the file to the engine. */
class Reading {
  readonly #entries: Entry[] = [];
  /** Of each entry. */
  readonly #points: Point[] = [];
  done = 0;
  failed = 0;
  reused = 0;
  readonly #run: SweepRun;
  /** Points by hash, for counting. */
  readonly #waiting = new Map<string, number>();
  readonly #seen = new Set<string>();
  readonly #own = new Set<string>();
  readonly #said = new Map<string, { readonly diagnostic: Diagnostic; points: number }>();
  #begun: { readonly at: number; readonly done: number } | undefined;

  constructor(run: SweepRun) {
    this.#run = run;
  }

  async *tasks(): AsyncGenerator<Task> {
    const { points, read, version, journal, shard } = this.#run;
    for (const point of points) {
      const outcome = read(point);
      const hash = outcome.value ? configHash([version, outcome.value.configHash]) : null;
      this.#note(point, hash, outcome);
      if (hash !== null && outcome.value) {
        const first = !this.#seen.has(hash);
        if (first && this.#seen.size % shard.count === shard.index - 1) this.#own.add(hash);
        this.#seen.add(hash);
        const known = journal.answers.get(hash);
        if (!this.#own.has(hash)) continue;
        if (known) this.#count(known, 1);
        else this.#waiting.set(hash, (this.#waiting.get(hash) ?? 0) + 1);
        if (first && known) this.reused += 1;
        else if (first) {
          this.#begun ??= { at: performance.now(), done: this.done };
          yield { hash, search: outcome.value };
        }
      }
      // Answers and signals get their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Different architectures and workloads have different names, whatever their files call them. Points that could not be
   * read call them as others do that could, so that a layer stays one layer.
   */
  named(): readonly Entry[] {
    const names = (what: 'architecture' | 'workload'): readonly string[] => {
      const all = this.#entries.map((entry, at) => ({ entry, files: this.#points[at]![what] }));
      const read = new Map(all.flatMap(({ entry, files }) => (entry.hash === null ? [] : [[files, entry[what]]])));
      return distinctNames(
        all.map(({ entry, files }) => ({ name: (entry.hash === null && read.get(files)) || entry[what], files })),
      );
    };
    const [architectures, workloads] = [names('architecture'), names('workload')];
    return this.#entries.map((entry, at) => ({
      ...entry,
      architecture: architectures[at]!,
      workload: workloads[at]!,
    }));
  }

  /** Of points as they come: those that are equal, or cannot be read, take no time and will come again. */
  get secondsAPoint(): number {
    const { at, done } = this.#begun!;
    return (performance.now() - at) / 1000 / (this.done - done);
  }

  settle(hash: string, answer: Answer): void {
    this.#count(answer, this.#waiting.get(hash) ?? 0);
    this.#waiting.delete(hash);
  }

  answerOf({ hash }: Entry): Answer | undefined {
    return hash !== null && this.#own.has(hash) ? this.#run.journal.answers.get(hash) : undefined;
  }

  diagnostics(): SweptPoints['diagnostics'] {
    return [...this.#said.values()];
  }

  #count(answer: Answer, points: number): void {
    this.done += points;
    if (answer.kind !== 'mapping') this.failed += points;
  }

  #note(point: Point, hash: string | null, { value, diagnostics }: Outcome<PointSearch>): void {
    for (const diagnostic of diagnostics) {
      const key = `${diagnosticText(diagnostic)} ${diagnostic.span?.source.name} ${diagnostic.span?.start}`;
      const said = this.#said.get(key);
      if (said) said.points += 1;
      else this.#said.set(key, { diagnostic, points: 1 });
    }
    const { problem, options } = value ?? {};
    const errors = diagnostics.filter((one) => one.severity === 'error');
    const answer: Answer = { kind: 'failed', diagnostics: errors.map(diagnosticText) };
    this.#points.push(point);
    this.#entries.push({
      architecture: problem?.architecture.name ?? nameOf(point, 'architecture'),
      workload: problem?.workload.name ?? nameOf(point, 'workload'),
      objective: options?.objective.join(',') ?? point.objective ?? this.#run.objective,
      count: problem?.workload.count ?? 1,
      settings: point.settings,
      hash,
      answer: hash === null ? answer : undefined,
    });
    if (hash === null && hasErrors(diagnostics)) this.#count(answer, 1);
  }
}

/** What it would be called, had it been read. */
function nameOf(point: Point, what: 'architecture' | 'workload'): string {
  const [first] = point[what];
  return (first && calledAfter(first, what === 'workload' ? 'problem' : what)) ?? '';
}
