// A mapping that is hard to miss: the search knows a fiction that is barely worse, and must still reach the truth.

import type { Candidate } from '../../src/search/candidate-pool.js';
import { compareFigures, metricValue } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import type { SearchContext } from '../../src/search/search-context.js';
import { allCandidates } from '../search/random-search.js';
import { figuresText, runToEnd } from './chain-run.js';
import { coarseFirst } from './exact-checks.js';
import { contextOf, describeInstance, type Instance } from './instance.js';

const margin = 1e-9;
const metrics: readonly Metric[] = ['energy', 'cycles', 'edp'];

/** Worse than the truth by the margin, under the name of the last of all mappings. */
function fiction({ cycles, energyPj, utilization }: Candidate, { key: last }: Candidate): Candidate {
  return {
    cycles: cycles * (1 + margin),
    energyPj: energyPj * (1 + margin),
    utilization: utilization * (1 - margin),
    key: last,
  };
}

/** For a mapspace that is small enough to visit, with a valid mapping in it. */
export function boundComplaints(instance: Instance): string[] {
  const context = contextOf(instance, {});
  const all = allCandidates(context);
  const wrong = metrics.flatMap((metric) => complaintsBy(metric, context, all));
  return wrong.length === 0 ? [] : [`judged as ${describeInstance(instance)}`, ...wrong];
}

/** Nothing but the options of a context knows what it is asked for. */
function complaintsBy(metric: Metric, given: SearchContext, all: readonly Candidate[]): string[] {
  const options = { ...given.inputs.options, objective: [metric] };
  const context: SearchContext = { ...given, inputs: { ...given.inputs, options } };
  // The first of equals, as they come in canonical order.
  const best = all.reduce<Candidate | undefined>(
    (least, one) => (least === undefined || compareFigures([metric], one, least) < 0 ? one : least),
    undefined,
  );
  if (best === undefined) return ['no mapping is valid, not even the one that was drawn'];
  const run = runToEnd(context, [fiction(best, all.at(-1)!)], coarseFirst);
  const truth = metricValue(metric, best);
  const found = run.best[0]!;
  const wrong = [];
  if (metricValue(metric, found) !== truth) wrong.push(`by ${metric}: missed ${figuresText(best)}`);
  // The greatest of all bounds that it claimed on its way; the fiction is far enough above the truth not to hide one.
  const bound = run.search.lowerBound();
  if (bound > truth * (1 + 1e-12)) wrong.push(`by ${metric}: bound ${bound} above ${truth}`);
  return wrong;
}
