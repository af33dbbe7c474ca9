// The workloads of a search: every input file with a problem is one layer, read together with all files that have none.

import { basename, dirname } from 'node:path';
import { type Diagnostic, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { machineRules } from '../machines/models.js';
import { buildProblem, type Problem } from '../mapping/problem.js';
import { compilePlan } from '../model/plan.js';
import { configHash } from '../results/config-hash.js';
import type { SearchOptions } from '../search/result.js';
import { distinctNames } from '../spec/build/distinct-names.js';
import type { InputFile } from '../spec/read/input-file.js';
import { type ReadOptions, readSpec } from '../spec/read-spec.js';
import type { Spec } from '../spec/spec.js';
import type { PointSearch } from '../sweep/point.js';
import { sectionsOf } from './inputs.js';
import { modelOptions } from './model-options.js';
import type { Options } from './options.js';
import { checkRank, checkThreads, searchOptions, withMapper } from './search-options.js';

export interface Layer extends PointSearch {
  /** Whether the `mapper:` section of a file chose the objective. */
  readonly objectiveFromFile: boolean;
}

/**
 * One group of files a layer; a single group when no file has a problem, so that reading it says so. A file with
 * architecture and problem is a layer only where there is no other.
 */
export function groupLayers(inputs: readonly InputFile[]): readonly (readonly InputFile[])[] {
  const sections = inputs.map((input) => (input.role === 'any' ? sectionsOf(input) : new Set()));
  const isWorkload = sections.map((keys) => keys.has('problem') && !keys.has('architecture'));
  const isLayer = isWorkload.includes(true) ? isWorkload : sections.map((keys) => keys.has('problem'));
  const shared = inputs.filter((_, at) => !isLayer[at]);
  const layers = inputs.filter((_, at) => isLayer[at]);
  return layers.length === 0 ? [shared] : layers.map((layer) => [...shared, layer]);
}

export function buildLayer(
  inputs: readonly InputFile[],
  options: Options,
  read: ReadOptions,
  { looksAtMapping = false } = {},
): Outcome<Layer> {
  const spec = readSpec(inputs, read);
  if (!spec.value) return { value: undefined, diagnostics: spec.diagnostics };
  const { mapping, ...rest } = spec.value;
  const merged = withMapper(options, spec.value.mapper);
  const asked = merged.value && searchOptions(merged.value);
  const fastest = asked?.objective[0] === 'cycles' && !asked.frontier;
  const problem = buildProblem({ ...rest, mapping: [] }, { ...read, machines: machineRules, fastest });
  const diagnostics = [...spec.diagnostics, ...problem.diagnostics, ...merged.diagnostics];
  if (!looksAtMapping) diagnostics.push(...unusedMapping(mapping));
  if (!problem.value || !merged.value || !asked) return { value: undefined, diagnostics };
  const { workload, architecture, constraints } = problem.value;
  const model = { ...modelOptions(merged.value), ...spec.value.switches };
  diagnostics.push(...checkThreads(merged.value), ...checkRank(merged.value));
  const layer = {
    problem: problem.value,
    plan: compilePlan(workload, architecture, constraints, model),
    options: asked,
    objectiveFromFile: merged.value.get('objective')?.origin === 'mapper section',
    configHash: configHash(configuration(problem.value, asked, model)),
    diagnostics,
  };
  return { value: layer, diagnostics };
}

function unusedMapping([first]: Spec['mapping']): readonly Diagnostic[] {
  const hint = 'what a mapping must have goes into constraints';
  return first ? [warning('W-UNUSED', 'a search does not look at the mapping', { span: first.span, hint })] : [];
}

/** Name and count of a layer do not change its best mapping; how many threads look for it neither. */
function configuration(problem: Problem, options: SearchOptions, model: ReturnType<typeof modelOptions>): unknown {
  const { name, count, ...workload } = problem.workload;
  const { threads, ...search } = options;
  return { problem: { ...problem, workload }, search, model };
}

/** Layers that share a name are told apart by their files; a group ends with the file of its layer. */
export function withDistinctNames(
  layers: readonly Layer[],
  groups: readonly (readonly InputFile[])[],
): readonly Layer[] {
  const names = distinctNames(
    layers.map(({ problem }, at) => ({ name: problem.workload.name, files: groups[at]!.slice(-1) })),
  );
  return layers.map((layer, at) => {
    const { problem } = layer;
    if (problem.workload.name === names[at]) return layer;
    return { ...layer, problem: { ...problem, workload: { ...problem.workload, name: names[at]! } } };
  });
}

/** What the workloads are called together: their own name, or that of the directory they share. */
export function networkName(layers: readonly Layer[], groups: readonly (readonly InputFile[])[]): string {
  if (layers.length === 1) return layers[0]!.problem.workload.name;
  const directories = new Set(groups.map((group) => dirname(group.at(-1)!.source.name)));
  const [shared] = directories;
  const name = directories.size === 1 ? basename(shared!) : '';
  return /^\.*$/.test(name) ? `${layers.length}-layers` : name;
}
