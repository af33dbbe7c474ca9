// Whether a problem has any valid mapping at all, asked of its requirements rather than of one mapping after the other:
// proven not to, with the reasons; shown to, by one that complies with all; or not known. And what to say of a search that
// found nothing, which is another thing.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import type { Problem } from '../mapping/problem.js';
import { computeCount } from '../workload/workload.js';
import { Effort } from './infeasible/effort.js';
import { explain } from './infeasible/explanation.js';
import { Feasibility, type FeasibilityOptions } from './infeasible/feasibility.js';
import { unmetNeeds } from './machine-needs.js';
import type { SearchOptions, SearchResult } from './result.js';

export type Fitting =
  | { readonly verdict: 'nothing'; readonly reasons: () => readonly Diagnostic[] }
  | { readonly verdict: 'fits' | 'unknown' };

/** Before a search: a proof that takes longer is tried only if the search finds nothing. */
export const fewSteps = 300_000;
const manySteps = 10_000_000;

export function whatFits(
  problem: Problem,
  { steps, ...options }: FeasibilityOptions & { readonly steps: number },
): Fitting {
  const feasibility = new Feasibility(problem, options);
  const { verdict } = feasibility.decide(feasibility.requirements, new Effort(steps));
  return verdict === 'nothing' ? { verdict, reasons: () => explain(feasibility) } : { verdict };
}

/** In place of what an empty mapspace says of itself. */
export function whyEmpty(
  problem: Problem,
  { imperfect }: SearchOptions,
  said: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (said.some(({ code }) => code !== 'E-INFEASIBLE')) return said;
  const fitting = whatFits(problem, { imperfect, steps: manySteps });
  return fitting.verdict === 'nothing' ? fitting.reasons() : said;
}

export interface Asked {
  readonly problem: Problem;
  readonly options: SearchOptions;
  /** What is known from before the search; null if nobody asked. */
  readonly fitting: Fitting | null;
}

/** A result without mappings says why, or that nobody knows whether there are any. */
export function withReasons(result: SearchResult, { problem, options, fitting }: Asked): SearchResult {
  if (result.mappings.length > 0) return result;
  const { stopReason, counters } = result;
  const { imperfect } = options;
  const hurried = stopReason === 'Interrupted' || stopReason === 'TimeLimit';
  const settled = fitting?.verdict === 'fits' || hurried ? fitting : whatFits(problem, { imperfect, steps: manySteps });
  const say = (...diagnostics: readonly Diagnostic[]): SearchResult => ({
    ...result,
    diagnostics: [...result.diagnostics, ...diagnostics],
  });
  if (settled?.verdict === 'nothing') return { ...say(...settled.reasons()), stopReason: 'Exhausted' };
  if (stopReason === 'Optimal' || stopReason === 'Exhausted') {
    const needs = unmetNeeds(problem);
    if (needs !== undefined) return say(...(needs.length > 0 ? needs : [unrunnable]));
    if (problem.architecture.compute.sparsity !== undefined) return say(unsuited);
    return say(settled?.verdict === 'fits' ? overflowing : provenEmpty);
  }
  const tried = `no valid mapping was found in ${counters.evaluations} evaluations`;
  if (computeCount(problem.workload) > Number.MAX_SAFE_INTEGER)
    return say({ ...overflowing, severity: 'warning', message: `${tried}: ${beyond}` });
  // What fits by its requirements may still be refused for its formats.
  const isSparse = problem.architecture.compute.sparsity !== undefined;
  if (settled?.verdict === 'fits' && !isSparse) {
    const hint = options.algorithm === 'optimal' ? 'search longer' : 'search longer, or with --algorithm optimal';
    return say(warning('W-ALGORITHM', `${tried}, although there is at least one`, { hint }));
  }
  const hint = isSparse
    ? 'evaluate a mapping to see what capacities and sparse formats refuse, or search longer'
    : 'search longer, relax constraints, or make the innermost levels larger';
  return say(warning('W-ALGORITHM', `${tried}; whether there is one is not known`, { hint }));
}

const beyond = 'the workload has more than 2^53 computes, and counts beyond that are no longer exact';

/** The one thing the model refuses that is no requirement. */
const inexact = 'every mapping that fits has counts beyond 2^53, where they are no longer exact';
const overflowing = error('E-OVERFLOW', inexact, { hint: 'split the workload into smaller ones' });

const refusing = 'no mapping that the constraints leave suits the capacities and sparse formats';
const unsuited = error('E-INFEASIBLE', refusing, {
  hint: 'evaluate one of them to see what is refused; more ranks or flattened_rankIDs suit more orders of loops',
});

const unrunnable = error('E-INFEASIBLE', 'the machine runs none of the mappings that the constraints leave', {
  hint: 'evaluate one of them to see what the machine refuses, or make memories larger with --set',
});

const provenEmpty = error('E-INFEASIBLE', 'no mapping is valid: each was tried, or proven to break a limit', {
  hint: 'relax keep constraints, min_utilization or factors, or make the innermost levels larger',
});
