// A network beyond its cycles and energies: what every layer moves further out, at least has to move, and fills of its buffers; the steps
// in their order with what they produce and consume; and, where it was asked for, what stays on chip between them.

import { outermostStorage } from '../arch/architecture.js';
import { machineModel } from '../machines/models.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { keepResident, type MappedLayer, outerWords, type Relayout, type ResidentTensor } from '../search/residency.js';
import type { RankedMapping, SearchResult } from '../search/result.js';
import { distinctWords } from '../workload/distinct-words.js';
import type { NetworkGraph } from '../workload/import/network-files.js';
import { type Found, foundAs, type Searched } from './mapping-row.js';
import type { Costs } from './network-totals.js';

export interface TrafficFigures {
  /** Words (bytes, with a machine) that the outermost level moves. */
  readonly outerWords: number;
  /** What has to move at least once: every tensor of the layer. */
  readonly compulsoryWords: number;
  /** Of the fullest buffer. */
  readonly peakBufferUtilization: number;
}

export interface StepFigures extends Costs {
  readonly outerWords: number;
}

export interface ResidencyFigures {
  readonly tensors: readonly ResidentTensor[];
  /** Of the network, with what stays on chip. */
  readonly totals: StepFigures & { readonly compulsoryWords: number };
  readonly peakUtilization: Readonly<Record<string, number>>;
}

export interface NetworkFigures {
  /** Name of the outermost level. */
  readonly outermost: string;
  /** What traffic is counted in. */
  readonly unit: 'words' | 'bytes';
  readonly layers: readonly TrafficFigures[];
  readonly total: TrafficFigures;
  readonly graph?: NetworkGraph;
  /** One a step of the graph, with what stays on chip. */
  readonly steps?: readonly StepFigures[];
  readonly residency?: ResidencyFigures;
}

export interface FoundLayer extends Searched {
  readonly result: SearchResult;
}

/** Undefined while a layer has no mapping. `layers` are those of the graph, if there is one. */
export function networkFigures(
  layers: readonly FoundLayer[],
  graph: NetworkGraph | undefined,
  { resident }: { readonly resident: boolean },
): NetworkFigures | undefined {
  const found = layers.flatMap((layer) => {
    const best = layer.result.mappings[0];
    return best ? [{ best, ...foundAs(layer, best) }] : [];
  });
  const [first] = found;
  if (!first || found.length < layers.length) return undefined;
  const figures = found.map(
    ({ best, plan, evaluation }): TrafficFigures => ({
      outerWords: outerWords(evaluation),
      compulsoryWords: total(compulsoryParts(plan)),
      peakBufferUtilization: Math.max(0, ...Object.values(best.bufferUtilization)),
    }),
  );
  const counts = layers.map(({ problem }) => problem.workload.count);
  const ofLayers = {
    outermost: outermostStorage(first.plan.architecture).name,
    unit: machineModel(first.plan) === null ? ('words' as const) : ('bytes' as const),
    layers: figures,
    total: {
      outerWords: total(figures.map((one, at) => counts[at]! * one.outerWords)),
      compulsoryWords: total(figures.map((one, at) => counts[at]! * one.compulsoryWords)),
      peakBufferUtilization: Math.max(...figures.map((one) => one.peakBufferUtilization)),
    },
  };
  if (!graph) return ofLayers;
  if (resident) return { ...ofLayers, graph, ...residentFigures(found, graph) };
  return { ...ofLayers, graph, steps: graph.steps.map(({ layer }) => costs(found[layer]!.evaluation)) };
}

interface BestOfLayer extends Found {
  readonly best: RankedMapping;
}

function residentFigures(
  found: readonly BestOfLayer[],
  graph: NetworkGraph,
): Required<Pick<NetworkFigures, 'steps' | 'residency'>> {
  const kept = keepResident(
    graph.steps,
    found.map(({ problem, plan, best, evaluation }) => ({
      constraints: problem.constraints,
      workload: plan.workload,
      levels: plan.architecture.levels,
      mapping: best.mapping,
      evaluation,
      ...variantsOf(plan),
    })),
  );
  const relayouts = new Map(kept.tensors.map(({ producer, relayout }) => [producer, relayout]));
  const steps = kept.steps.map((evaluation, at) => withRelayout(costs(evaluation), relayouts.get(at)));
  const over = (of: (at: number) => number): number => total(graph.steps.map(({ times }, at) => times * of(at)));
  const [cycles, energyPj] = [over((at) => steps[at]!.cycles), over((at) => steps[at]!.energyPj)];
  const compulsory = (at: number): readonly number[] => compulsoryParts(found[graph.steps[at]!.layer]!.plan);
  const totals = {
    cycles,
    energyPj,
    edpPjCycles: cycles * energyPj,
    outerWords: over((at) => steps[at]!.outerWords),
    compulsoryWords: over((at) => total(compulsory(at).filter((_, t) => !kept.onChip[at]!.includes(t)))),
  };
  return { steps, residency: { tensors: kept.tensors, totals, peakUtilization: kept.peakUtilization } };
}

/** A tensor on chip may beat what a machine says its memory takes at least: that is the point. */
function variantsOf(plan: EvalPlan): Pick<MappedLayer, 'evaluate' | 'wholeBytes' | 'replacedShare' | 'relayoutCycles'> {
  const bound = machineModel(plan);
  // An evaluator belongs to its plan and to the machine that it was made with.
  const own = { ...plan };
  const machine = bound && { ...bound, rooflines: [] };
  const { bounds } = plan.workload;
  const worked = (level: number, dataspace: number): number => bound!.footprint.bytes(level, dataspace, bounds, 0);
  return {
    evaluate: (mapping) => evaluateMapping(own, mapping, machine),
    wholeBytes: bound && (bound.restingBytes ?? worked),
    ...(bound?.restingBytes && {
      replacedShare: (level, dataspace) => bound.restingBytes!(level, dataspace) / worked(level, dataspace),
    }),
    ...(bound?.relayoutCycles && { relayoutCycles: bound.relayoutCycles }),
  };
}

function withRelayout(step: StepFigures, relayout: Relayout | null | undefined): StepFigures {
  if (!relayout) return step;
  const [cycles, energyPj] = [step.cycles + relayout.cycles, step.energyPj + relayout.energyPj];
  return { ...step, cycles, energyPj, edpPjCycles: cycles * energyPj };
}

/** What has to move at least once of every dataspace: words, or bytes of a machine. */
export function compulsoryParts(plan: EvalPlan): readonly number[] {
  const { workload } = plan;
  const machine = machineModel(plan);
  return workload.dataspaces.map((dataspace, t) => machine?.leastBytes(t) ?? distinctWords(workload.bounds, dataspace));
}

function costs(evaluation: Evaluation): StepFigures {
  const { cycles, energyPj, edpPjCycles } = evaluation;
  return { cycles, energyPj, edpPjCycles, outerWords: outerWords(evaluation) };
}

function total(parts: readonly number[]): number {
  return parts.reduce((sum, one) => sum + one, 0);
}

/** Steps as JSON: what they produce and consume, and what they cost. */
export function stepsJson({ graph, steps }: NetworkFigures): readonly object[] | undefined {
  return graph?.steps.map(({ name, layer, times, produces, consumes }, at) => ({
    ...{ name, workload: graph.files[layer]!.replace(/\.yaml$/, ''), times, produces, consumes },
    ...steps?.[at],
  }));
}
