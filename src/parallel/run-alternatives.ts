// A machine's choices are part of the search: the problem is searched under each of them in turn, knowing what the others have come to,
// and not at all where no mapping of it can matter. A few samples of each tell which is the most promising. A proof then holds for all.

import { alternativesOf } from '../mapping/alternatives.js';
import type { Problem } from '../mapping/problem.js';
import { alternativePlan, type EvalPlan } from '../model/plan.js';
import { assembleResult, emptyResult, gapOf } from '../search/assemble-result.js';
import { boundOf } from '../search/bounds.js';
import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import { noHooks } from '../search/chunk.js';
import { noWork } from '../search/finder.js';
import { fewSteps, whatFits } from '../search/nothing-fits.js';
import { metricValue } from '../search/objective.js';
import type { RankedMapping, SearchOptions, SearchResult } from '../search/result.js';
import { searchChunk } from '../search/search-chunk.js';
import type { SearchContext, SearchInputs } from '../search/search-context.js';
import { worthProving } from '../search/strategy-choice.js';
import { type AlternativesAsked, elsewhere, isBeaten, leastOfAny, promisingFirst, type Sample } from './promising.js';
import { type ChainHooks, runChain } from './run-chain.js';
import { limitedTo, SearchEnd } from './search-end.js';

/** The problem under each of its machine's choices; `plan` is that of the problem itself. */
export function alternativeInputs(
  problem: Problem,
  plan: EvalPlan,
  options: SearchOptions,
): readonly (SearchInputs & { readonly problem: Problem })[] {
  return alternativesOf(problem).map((one, at) => ({
    ...{ problem: one, constraints: one.constraints, options },
    plan: at === 0 ? plan : alternativePlan(one, plan),
  }));
}

/** What one alternative is searched with: what is left of the limits, and what others have come to. */
export interface Turn {
  readonly alternative: number;
  readonly options: SearchOptions;
  readonly known: readonly Candidate[];
  readonly sample: Sample;
}

/** Null as soon as `search` says null of one. */
export async function searchAlternatives(
  asked: AlternativesAsked,
  search: (turn: Turn) => Promise<SearchResult | null>,
): Promise<SearchResult | null> {
  const { options, elapsedSeconds, stopRequested } = asked;
  const samples = await promisingFirst(asked);
  const pool = new CandidatePool(options);
  const results = new Map<number, SearchResult>();
  for (const [at, sample] of samples.entries()) {
    const { alternative } = sample;
    const found = [...results.values()];
    const evaluations = found.reduce((sum, { counters }) => sum + counters.evaluations, 0);
    const waiting = samples.slice(at + 1);
    // What was sampled of those before is in their results, unless it cannot be among the best.
    const known = [...pool.best, ...pool.frontier, ...waiting.flatMap(({ best }) => best.map(elsewhere))];
    const elapsed = elapsedSeconds();
    // A limit that is spent leaves the least there can be: something is looked at under every choice.
    const left = limitedTo(options, {
      seconds: (limit) => Math.max(0.05, secondsFor(sample, limit - elapsed, { limit, waiting, known })),
      evaluations: (limit) => Math.max(1, limit - evaluations),
    });
    const interrupted = stopRequested();
    const late = options.algorithm === 'optimal' && elapsed >= (options.timeLimitSeconds ?? Number.POSITIVE_INFINITY);
    const stopReason = interrupted ? 'Interrupted' : late ? 'TimeLimit' : null;
    const sampled = stopReason && asSampled(sample, { known, stopReason });
    if (interrupted && sampled === null && results.size > 0) break;
    const result = sampled ?? (await search({ alternative, options: left, known, sample }));
    if (result === null) return null;
    results.set(alternative, withSample(result, sample));
    for (const one of [...result.mappings, ...result.frontier]) pool.offer(elsewhere(one));
  }
  return merged(results, asked);
}

interface Waiting {
  readonly limit: number;
  /** Those that have not had their turn, and what is known to beat them. */
  readonly waiting: readonly Sample[];
  readonly known: readonly Candidate[];
}

/** Of a time limit, for each that waits and can still be among the best; half of what is left at most for all of them. */
const shareKept = 0.1;

/** The most promising gets the most; those of which nothing was sampled share what is left. */
function secondsFor({ best, evaluations }: Sample, left: number, { limit, waiting, known }: Waiting): number {
  const all = [...known, ...best.map(elsewhere)];
  const open = waiting.filter(({ context }) => context && !isBeaten(context, all)).length;
  if (evaluations === 0) return left / (open + 1);
  return left - Math.min(left / 2, open * shareKept * limit);
}

/** Without any search, when time is up or a signal came: what was sampled, and what any mapping costs at least. Null where no mapping is known at all. */
function asSampled(
  { context, best, frontier }: Sample,
  { known, stopReason }: { readonly known: readonly Candidate[]; readonly stopReason: 'TimeLimit' | 'Interrupted' },
): SearchResult | null {
  if (context === undefined) return emptyResult([]);
  if (best.length + known.length === 0) return null;
  if (isBeaten(context, known)) return emptyResult([], context.mapspace);
  return assembleResult(context, {
    ...{ best, frontier, stopReason, proven: false, proof: '' },
    lowerBound: provenLeast(context),
    counters: noWork,
    diagnostics: [],
  });
}

function provenLeast(context: SearchContext) {
  const { objective, algorithm } = context.inputs.options;
  if (algorithm !== 'optimal') return null;
  return { value: boundOf(objective[0]!, leastOfAny(context)), kind: 'compulsory traffic and computes' };
}

/** What was sampled counts; a proof that was cut off before it had a better bound has that of any mapping. */
function withSample(result: SearchResult, { context, evaluations, valid }: Sample): SearchResult {
  const { counters, lowerBound, boundKind } = result;
  const all = { evaluations: counters.evaluations + evaluations, valid: counters.valid + valid };
  const least = context && isOpen(result) ? provenLeast(context) : null;
  const isBetter =
    least !== null && (lowerBound === null || isTighter(least.value, lowerBound, context!.inputs.options));
  const bound = isBetter ? { lowerBound: least.value, boundKind: least.kind } : { lowerBound, boundKind };
  return { ...result, ...bound, counters: { ...counters, ...all } };
}

function isOpen({ stopReason }: SearchResult): boolean {
  return stopReason !== 'Optimal' && stopReason !== 'Exhausted';
}

/** Utilization is bounded from above. */
function isTighter(bound: number, other: number, { objective }: SearchOptions): boolean {
  return objective[0] === 'utilization' ? bound < other : bound > other;
}

export interface ProofHooks extends Pick<ChainHooks, 'onProgress' | 'opened'> {
  readonly stopRequested: () => boolean;
}

/** The proof of one of several alternatives; null where the search that proves cannot have it. */
export async function proveAlternative(
  { options, known, sample }: Turn,
  hooks: ProofHooks,
): Promise<SearchResult | null> {
  const { imperfect, algorithm } = options;
  if (algorithm !== 'optimal') return null;
  if (sample.context === undefined) return emptyResult([]);
  const { inputs, mapspace } = sample.context;
  const spaces = mapspace.factors.map(({ space }) => space);
  const nothing = emptyResult([], mapspace);
  if (whatFits(mapspace.problem, { imperfect, spaces, steps: fewSteps }).verdict === 'nothing') return nothing;
  const context = { ...sample.context, inputs: { ...inputs, options } };
  if (isBeaten(context, known)) return nothing;
  const limited = options.maxEvaluations !== null || options.victoryCondition !== null;
  const proves = worthProving(mapspace, options) || limited;
  return proves ? prove(context, hooks, [...known, ...sample.best]) : walk(context, hooks, known);
}

/** Visits all of a small mapspace. */
function walk(context: SearchContext, { stopRequested }: ProofHooks, known: readonly Candidate[]): SearchResult {
  const { timeLimitSeconds, top } = context.inputs.options;
  const end = new SearchEnd({ started: performance.now(), timeLimitSeconds, stopRequested });
  const order = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known };
  const hooks = { ...noHooks, shouldStop: () => end.over };
  const { best, frontier, complete, evaluations, valid } = searchChunk(context, 'linear-pruned', { order, hooks });
  return assembleResult(context, {
    best: best.slice(0, top),
    frontier,
    stopReason: complete ? 'Optimal' : end.reason!,
    proven: complete,
    proof: 'every mapping visited',
    lowerBound: null,
    counters: { evaluations, valid, nodes: 0 },
    diagnostics: [],
  });
}

/** Null where the search that proves cannot run. */
async function prove(
  context: SearchContext,
  hooks: ProofHooks,
  known: readonly Candidate[],
): Promise<SearchResult | null> {
  const { options } = context.inputs;
  const { timeLimitSeconds } = options;
  const pool = new CandidatePool(options);
  for (const candidate of known) pool.offer(candidate);
  const started = performance.now();
  const end = new SearchEnd({ started, timeLimitSeconds, stopRequested: hooks.stopRequested });
  const result = await runChain(context, { ...hooks, started, end, pool });
  return typeof result === 'string' ? null : result;
}

function merged(
  results: ReadonlyMap<number, SearchResult>,
  { alternatives, options }: Pick<AlternativesAsked, 'alternatives' | 'options'>,
): SearchResult {
  const pool = new CandidatePool(options);
  const ranked = new Map<Float64Array, RankedMapping>();
  const count = alternatives.length;
  for (const [alternative, { mappings, frontier }] of results) {
    // Keys need only be told apart, and come in the order of the choices.
    for (const [at, one] of [...mappings, ...frontier].entries()) {
      const key = Float64Array.of(alternative, at);
      ranked.set(key, { ...one, alternative });
      pool.offer({ cycles: one.cycles, energyPj: one.energyPj, utilization: one.utilization, key });
    }
  }
  const list = (candidates: readonly Candidate[]): RankedMapping[] =>
    candidates.map(({ key }, at) => ({ ...ranked.get(key)!, rank: at + 1 }));
  const all = [...results.values()];
  const open = all.filter(isOpen);
  const proven = open.length === 0 && all.length === count;
  const mappings = list(pool.best);
  const [best] = mappings;
  const value = best === undefined ? null : Math.abs(metricValue(options.objective[0]!, best));
  const bounds = [...open.map(({ lowerBound }) => lowerBound), ...(all.length < count ? [null] : [])];
  const least = proven ? value : bounds.includes(null) ? null : leastOf(bounds, value, options);
  // Choices that were not looked at are those after a signal.
  const interrupted = all.length < count || open.some(({ stopReason }) => stopReason === 'Interrupted');
  const sum = (of: (result: SearchResult) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    stopReason: interrupted ? 'Interrupted' : (open[0]?.stopReason ?? all[0]!.stopReason),
    optimal: proven && best !== undefined,
    gap: value === null || least === null ? null : gapOf(value, least),
    lowerBound: least,
    boundKind: least === null ? null : (open[0] ?? all.find((one) => one.boundKind !== null))!.boundKind,
    mapspaceSize: all.reduce((size, { mapspaceSize }) => size + mapspaceSize, 0n),
    sizeIsExact: all.every(({ sizeIsExact }) => sizeIsExact),
    mappings,
    frontier: list(pool.frontier),
    counters: {
      evaluations: sum(({ counters }) => counters.evaluations),
      valid: sum(({ counters }) => counters.valid),
      nodes: sum(({ counters }) => counters.nodes),
    },
    diagnostics: all.find(({ diagnostics }) => diagnostics.length > 0)?.diagnostics ?? [],
  };
}

/** Of what was not proven, no further than what has been found; utilization is bounded from above. */
function leastOf(bounds: readonly (number | null)[], value: number | null, { objective }: SearchOptions): number {
  const all = [...bounds, value].filter((one) => one !== null);
  return objective[0] === 'utilization' ? Math.max(...all) : Math.min(...all);
}
