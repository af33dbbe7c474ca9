// A machine's choices are part of the search: the problem is searched under each of them in turn, in the machine's order, knowing what
// the ones before have found, and not at all where no mapping of it can matter. A proof then holds for all of them.

import { alternativesOf } from '../mapping/alternatives.js';
import type { Problem } from '../mapping/problem.js';
import { createMapspace } from '../mapspace/mapspace.js';
import { alternativePlan, type EvalPlan } from '../model/plan.js';
import { assembleResult, emptyResult, gapOf } from '../search/assemble-result.js';
import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import { noHooks } from '../search/chunk.js';
import { fewSteps, whatFits } from '../search/nothing-fits.js';
import { metricValue } from '../search/objective.js';
import type { RankedMapping, SearchOptions, SearchResult } from '../search/result.js';
import { searchChunk } from '../search/search-chunk.js';
import { createSearchContext, type SearchContext, type SearchInputs } from '../search/search-context.js';
import { worthProving } from '../search/strategy-choice.js';
import { type ChainHooks, runChain } from './run-chain.js';
import { SearchEnd } from './search-end.js';

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

/** What one alternative is searched with: what is left of the limits, and what the others have come to. */
export interface Turn {
  readonly alternative: number;
  readonly options: SearchOptions;
  readonly known: readonly Candidate[];
}

export interface AlternativesAsked {
  readonly count: number;
  readonly options: SearchOptions;
  /** So far, of the time limit. */
  readonly elapsedSeconds: () => number;
}

/** Null as soon as `search` says null of one. */
export async function searchAlternatives(
  asked: AlternativesAsked,
  search: (turn: Turn) => Promise<SearchResult | null>,
): Promise<SearchResult | null> {
  const { count, options, elapsedSeconds } = asked;
  const pool = new CandidatePool(options);
  const results: SearchResult[] = [];
  for (let alternative = 0; alternative < count; alternative += 1) {
    const evaluations = results.reduce((sum, { counters }) => sum + counters.evaluations, 0);
    const left = remaining(options, { evaluations, seconds: elapsedSeconds() });
    const result = await search({ alternative, options: left, known: [...pool.best, ...pool.frontier] });
    if (result === null) return null;
    results.push(result);
    for (const { cycles, energyPj, utilization } of [...result.mappings, ...result.frontier])
      pool.offer({ cycles, energyPj, utilization, key: new Float64Array(), elsewhere: true });
    if (result.stopReason === 'Interrupted') break;
  }
  return merged(results, asked);
}

export interface ProofHooks extends Pick<ChainHooks, 'onProgress' | 'opened'> {
  readonly stopRequested: () => boolean;
}

/** The proof of one of several alternatives; null where the search that proves cannot have it. */
export async function proveAlternative(
  { plan, constraints }: SearchInputs,
  { options, known }: Turn,
  hooks: ProofHooks,
): Promise<SearchResult | null> {
  const { imperfect, algorithm } = options;
  if (algorithm !== 'optimal') return null;
  const problem = { workload: plan.workload, architecture: plan.architecture, constraints };
  const mapspace = createMapspace(problem, { imperfect }).value;
  if (mapspace === undefined) return emptyResult([]);
  const spaces = mapspace.factors.map(({ space }) => space);
  const nothing = { ...emptyResult([]), mapspaceSize: mapspace.size };
  if (whatFits(problem, { imperfect, spaces, steps: fewSteps }).verdict === 'nothing') return nothing;
  const context = createSearchContext({ plan, constraints, options }, mapspace);
  if (isBeaten(context, known)) return nothing;
  const limited = options.maxEvaluations !== null || options.victoryCondition !== null;
  return worthProving(mapspace, options) || limited ? prove(context, hooks, known) : walk(context, hooks, known);
}

/** Visits all of a small mapspace. */
function walk(context: SearchContext, { stopRequested }: ProofHooks, known: readonly Candidate[]): SearchResult {
  const { timeLimitSeconds, top } = context.inputs.options;
  const end = new SearchEnd({ started: performance.now(), timeLimitSeconds, stopRequested });
  const order = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known };
  const hooks = { ...noHooks, shouldStop: () => end.over };
  const { best, frontier, complete, evaluations, valid } = searchChunk(context, 'linear-pruned', { order, hooks });
  return assembleResult(context, {
    ...{ best: best.slice(0, top), frontier, evaluations, valid, nodes: 0, diagnostics: [], lowerBound: null },
    ...{ proven: complete, proof: 'every mapping visited', stopReason: complete ? 'Optimal' : end.reason! },
  });
}

/** Null where the search that proves cannot run. */
export async function prove(
  context: SearchContext,
  hooks: ProofHooks,
  known: readonly Candidate[] = [],
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

/** Whether none of its mappings can be among the best: by what any mapping costs at least. */
function isBeaten({ inputs, floors, machine, mapspace }: SearchContext, known: readonly Candidate[]): boolean {
  const pool = new CandidatePool(inputs.options);
  for (const candidate of known) pool.offer(candidate);
  const { work = 0, idleCycles = 0 } = machine?.schedule.floor ?? {};
  const scheduled = (work / mapspace.parallelism.greatest + idleCycles) * (1 - 1e-11);
  return pool.excludes({ ...floors.whole, cycles: Math.max(floors.whole.cycles, scheduled) });
}

/** A limit that is spent leaves the least there can be: something is looked at under every choice. */
function remaining(
  options: SearchOptions,
  spent: { readonly evaluations: number; readonly seconds: number },
): SearchOptions {
  const { timeLimitSeconds, maxEvaluations } = options;
  return {
    ...options,
    timeLimitSeconds: timeLimitSeconds === null ? null : Math.max(0.05, timeLimitSeconds - spent.seconds),
    maxEvaluations: maxEvaluations === null ? null : Math.max(1, maxEvaluations - spent.evaluations),
  };
}

function merged(
  results: readonly SearchResult[],
  { count, options }: Pick<AlternativesAsked, 'count' | 'options'>,
): SearchResult {
  const pool = new CandidatePool(options);
  const ranked = new Map<Float64Array, RankedMapping>();
  results.forEach(({ mappings, frontier }, alternative) => {
    // Keys need only be told apart, and come in the order of the choices.
    for (const [at, one] of [...mappings, ...frontier].entries()) {
      const key = Float64Array.of(alternative, at);
      ranked.set(key, { ...one, alternative });
      pool.offer({ cycles: one.cycles, energyPj: one.energyPj, utilization: one.utilization, key });
    }
  });
  const list = (candidates: readonly Candidate[]): RankedMapping[] =>
    candidates.map(({ key }, at) => ({ ...ranked.get(key)!, rank: at + 1 }));
  const open = results.filter(({ stopReason }) => stopReason !== 'Optimal' && stopReason !== 'Exhausted');
  const proven = open.length === 0 && results.length === count;
  const mappings = list(pool.best);
  const [best] = mappings;
  const value = best === undefined ? null : Math.abs(metricValue(options.objective[0]!, best));
  const bounds = [...open.map(({ lowerBound }) => lowerBound), ...(results.length < count ? [null] : [])];
  const least = proven ? value : bounds.includes(null) ? null : leastOf(bounds, value, options);
  const sum = (of: (result: SearchResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  return {
    stopReason: open[0]?.stopReason ?? results[0]!.stopReason,
    optimal: proven && best !== undefined,
    gap: value === null || least === null ? null : gapOf(value, least),
    lowerBound: least,
    boundKind: least === null ? null : (open[0] ?? results.find((one) => one.boundKind !== null))!.boundKind,
    mapspaceSize: results.reduce((all, { mapspaceSize }) => all + mapspaceSize, 0n),
    mappings,
    frontier: list(pool.frontier),
    counters: {
      evaluations: sum(({ counters }) => counters.evaluations),
      valid: sum(({ counters }) => counters.valid),
      nodes: sum(({ counters }) => counters.nodes),
    },
    diagnostics: results.find(({ diagnostics }) => diagnostics.length > 0)?.diagnostics ?? [],
  };
}

/** Of what was not proven, no further than what has been found; utilization is bounded from above. */
function leastOf(bounds: readonly (number | null)[], value: number | null, { objective }: SearchOptions): number {
  const all = [...bounds, value].filter((one) => one !== null);
  return objective[0] === 'utilization' ? Math.max(...all) : Math.min(...all);
}
