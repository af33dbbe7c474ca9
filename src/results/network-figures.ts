// A network beyond its cycles and energies: what every layer moves further out, at least has to move, and fills of its buffers; the steps
// in their order with what they produce and consume; and, where it was asked for, what stays on chip between them.

import { outermostStorage } from '../arch/architecture.js';
import { machineModel } from '../machines/models.js';
import { evaluateMapping } from '../model/evaluate.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { keepResident, type MappedLayer, outerWords, type Relayout, type ResidentTensor } from '../search/residency.js';
import type { SearchResult } from '../search/result.js';
import { distinctWords } from '../workload/distinct-words.js';
import type { NetworkGraph } from '../workload/import/network-files.js';
import { foundAs, type Searched } from './mapping-row.js';
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
    if (!best) return [];
    const { plan, problem, evaluation } = foundAs(layer, best);
    return [{ layer, best, plan, constraints: problem.constraints, evaluation }];
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
  const sum = (of: (one: TrafficFigures) => number): number =>
    figures.reduce((total, one, at) => total + counts[at]! * of(one), 0);
  const together = {
    outerWords: sum((one) => one.outerWords),
    compulsoryWords: sum((one) => one.compulsoryWords),
    peakBufferUtilization: Math.max(...figures.map((one) => one.peakBufferUtilization)),
  };
  const named = {
    outermost: outermostStorage(first.plan.architecture).name,
    unit: machineModel(first.plan) === null ? ('words' as const) : ('bytes' as const),
  };
  const ofLayers = { ...named, layers: figures, total: together };
  if (!graph) return ofLayers;
  if (!resident) return { ...ofLayers, graph, steps: graph.steps.map(({ layer }) => costs(found[layer]!.evaluation)) };
  const kept = keepResident(
    graph.steps,
    found.map(({ plan, best, constraints, evaluation }) => ({
      constraints,
      workload: plan.workload,
      levels: plan.architecture.levels,
      mapping: best.mapping,
      evaluation,
      ...variantsOf(plan),
    })),
  );
  const relayouts = new Map(kept.tensors.map(({ producer, relayout }) => [producer, relayout]));
  const steps = kept.steps.map((evaluation, at) => withRelayout(costs(evaluation), relayouts.get(at)));
  const over = (of: (one: StepFigures) => number): number =>
    steps.reduce((all, one, at) => all + graph.steps[at]!.times * of(one), 0);
  const [cycles, energyPj] = [over((one) => one.cycles), over((one) => one.energyPj)];
  return {
    ...ofLayers,
    graph,
    steps,
    residency: {
      tensors: kept.tensors,
      totals: {
        cycles,
        energyPj,
        edpPjCycles: cycles * energyPj,
        outerWords: over((one) => one.outerWords),
        compulsoryWords: total(
          graph.steps.map(({ layer, times }, at) => {
            const parts = compulsoryParts(found[layer]!.plan);
            return times * total(parts.filter((_, t) => !kept.onChip[at]!.includes(t)));
          }),
        ),
      },
      peakUtilization: kept.peakUtilization,
    },
  };
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
