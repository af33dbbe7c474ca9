// From candidates to what the user reads: each is evaluated once more for the figures that a search does not carry.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { boundOf } from './bounds.js';
import type { Candidate } from './candidate-pool.js';
import type { Counters } from './finder.js';
import { NestWriter } from './nest-writer.js';
import { metricValue } from './objective.js';
import type { RankedMapping, SearchResult, StopReason } from './result.js';
import type { SearchContext } from './search-context.js';

export interface Findings {
  readonly best: readonly Candidate[];
  readonly frontier: readonly Candidate[];
  readonly stopReason: StopReason;
  /** Nothing better exists. */
  readonly proven: boolean;
  /** How it was proven, in a few words. */
  readonly proof: string;
  /** A lower bound of the first metric that the search itself has proven; null where it has none. */
  readonly lowerBound: { readonly value: number; readonly kind: string } | null;
  readonly counters: Pick<Counters, 'evaluations' | 'valid' | 'nodes'>;
  readonly diagnostics: readonly Diagnostic[];
}

export function assembleResult(context: SearchContext, findings: Findings): SearchResult {
  const { mapspace, floors, inputs } = context;
  const { stopReason, proven } = findings;
  const { evaluations, valid, nodes } = findings.counters;
  const own = (candidates: readonly Candidate[]): Candidate[] =>
    candidates.filter(({ elsewhere }) => elsewhere === undefined);
  const [best, frontier] = [own(findings.best), own(findings.frontier)];
  const [metric] = inputs.options.objective;
  const [first] = best;
  const value = first === undefined ? null : Math.abs(metricValue(metric!, first));
  const simple = boundOf(metric!, floors.whole);
  const proving = findings.lowerBound;
  const better = proving !== null && proving.value > simple;
  const bound = proven && value !== null ? value : better ? proving.value : simple;
  const known = proven ? value !== null : bound > 0;
  return {
    stopReason,
    optimal: proven && first !== undefined,
    gap: value === null || !known ? null : gapOf(value, bound),
    lowerBound: known ? bound : null,
    boundKind: known ? (proven ? findings.proof : better ? proving.kind : 'compulsory traffic and computes') : null,
    mapspaceSize: mapspace.size,
    sizeIsExact: mapspace.sizeIsExact,
    mappings: rank(context, best),
    frontier: rank(context, frontier),
    counters: { evaluations, valid, nodes },
    diagnostics: findings.diagnostics,
  };
}

/** Share of the greater of the two by which they differ; utilization is bounded from above. */
export function gapOf(value: number, bound: number): number {
  const greater = Math.max(value, bound);
  return greater === 0 ? 0 : Math.abs(value - bound) / greater;
}

function rank(context: SearchContext, candidates: readonly Candidate[]): readonly RankedMapping[] {
  const { mapspace, evaluator, inputs } = context;
  const { levels } = inputs.plan.architecture;
  const point = mapspace.createPoint();
  const writer = new NestWriter(mapspace, evaluator.nest, point);
  return candidates.map(({ key, cycles, energyPj, utilization }, place) => {
    mapspace.readKey(key, point);
    writer.write();
    evaluator.evaluate();
    const innermostFirst = levels.flatMap((level, index) =>
      level.kind === 'storage' && level.effectiveCapacityWords !== null
        ? [[level.name, evaluator.bufferUtilization[index]!] as const]
        : [],
    );
    return {
      rank: place + 1,
      index: mapspace.indexOfKey(key).toString(),
      cycles,
      energyPj,
      edpPjCycles: energyPj * cycles,
      utilization,
      bufferUtilization: Object.fromEntries(innermostFirst.reverse()),
      mapping: mapspace.toMapping(point),
    };
  });
}

/** Of a search that looked at nothing, because there is nothing that could matter. */
export function emptyResult(
  diagnostics: readonly Diagnostic[],
  { size, sizeIsExact }: Pick<Mapspace, 'size' | 'sizeIsExact'> = { size: 0n, sizeIsExact: true },
): SearchResult {
  return {
    stopReason: 'Exhausted',
    optimal: false,
    gap: null,
    lowerBound: null,
    boundKind: null,
    mapspaceSize: size,
    sizeIsExact,
    mappings: [],
    frontier: [],
    counters: { evaluations: 0, valid: 0, nodes: 0 },
    diagnostics,
  };
}
