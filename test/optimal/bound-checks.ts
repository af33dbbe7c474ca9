// A mapping that is hard to miss: the search knows a fiction that is barely worse, and must still reach the truth.

import { Mapspace } from '../../src/mapspace/mapspace.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { metricValue } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import type { SearchContext } from '../../src/search/search-context.js';
import { figuresText, runToEnd } from './chain-run.js';
import { contextOf, describeInstance, type Instance } from './instance.js';

const margin = 1e-9;
const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };
const metrics: readonly Metric[] = ['energy', 'cycles', 'edp'];

/** Worse than the truth by the margin, and by an order that no real mapping has. */
function fiction(context: SearchContext, { cycles, energyPj, utilization }: Candidate): Candidate {
  return {
    cycles: cycles * (1 + margin),
    energyPj: energyPj * (1 + margin),
    utilization: utilization * (1 - margin),
    key: context.mapspace.createKey().fill(Number.POSITIVE_INFINITY),
  };
}

/** For a mapspace that is small enough to visit, with a valid mapping in it. */
export function boundComplaints(instance: Instance): string[] {
  const mapspace = new Mapspace(instance.problem, { imperfect: false });
  const wrong = metrics.flatMap((metric) => complaintsBy(metric, instance, mapspace));
  return wrong.length === 0 ? [] : [`judged as ${describeInstance(instance)}`, ...wrong];
}

function complaintsBy(metric: Metric, instance: Instance, mapspace: Mapspace): string[] {
  const context = contextOf(instance, { objective: [metric] }, mapspace);
  const best = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks }).best[0];
  if (best === undefined) return ['no mapping is valid, not even the one that was drawn'];
  const run = runToEnd(context, [fiction(context, best)]);
  const truth = metricValue(metric, best);
  const found = run.best[0]!;
  const wrong = [];
  if (metricValue(metric, found) !== truth) wrong.push(`by ${metric}: missed ${figuresText(best)}`);
  // The greatest of all bounds that it claimed on its way; the fiction is far enough above the truth not to hide one.
  const bound = run.search.lowerBound();
  if (bound > truth * (1 + 1e-12)) wrong.push(`by ${metric}: bound ${bound} above ${truth}`);
  return wrong;
}
