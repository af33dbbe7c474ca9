// A finished search in every form it is given out: JSON, CSV rows, mapping files, text.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../diagnostics/render.js';
import { machineModel } from '../machines/models.js';
import { alternativesOf, searchedChoices } from '../mapping/alternatives.js';
import { slug } from '../math/slug.js';
import { evaluationText } from '../report/evaluation-text.js';
import { networkFiguresText, residencyText } from '../report/network-figures-text.js';
import { frontiersText, type LayerText, networkText, searchText } from '../report/search-text.js';
import type { Style } from '../report/style.js';
import type { Files } from '../results/directory.js';
import { type JsonObject, schemaVersion } from '../results/evaluation-json.js';
import { foundAs, mappingRow } from '../results/mapping-row.js';
import { mappingYaml } from '../results/mapping-yaml.js';
import { type NetworkFigures, stepsJson } from '../results/network-figures.js';
import { type NetworkTotals, networkTotals, totalsJson } from '../results/network-totals.js';
import type { MappingRow } from '../results/row.js';
import { searchJson } from '../results/search-json.js';
import type { RankedMapping } from '../search/result.js';
import type { Layer } from './layers.js';
import type { SearchedLayer, SearchedLayers } from './search-layers.js';

export function layerJson({ layer, result, elapsedSeconds }: SearchedLayer): JsonObject {
  const { workload, architecture } = layer.problem;
  return searchJson({
    architecture: architecture.name,
    workload: workload.name,
    count: workload.count,
    options: layer.options,
    result,
    timing: { elapsedSeconds, threads: layer.options.threads },
    configHash: layer.configHash,
    foundAs: (ranked) => foundAs(layer, ranked),
    choices: searchedChoices(layer.problem),
    diagnostics: allDiagnostics({ layer, result }),
  });
}

/** `layers`: those there should have been. */
export function networkJson(outcome: SearchedLayers, layers: readonly Layer[]): JsonObject {
  const { searched, elapsedSeconds } = outcome;
  const { problem, options } = layers[0]!;
  const totals = totalsOf(searched, layers.length);
  const { figures } = outcome;
  const graph = figures && stepsJson(figures);
  return {
    schemaVersion,
    architecture: problem.architecture.name,
    layers: searched.map((one, at) => ({ ...layerJson(one), ...figures?.layers[at] })),
    totals: totals ? { ...totalsJson(totals), ...figures?.total } : null,
    timing: { elapsedSeconds, threads: options.threads },
    diagnostics: notSearched(outcome, layers).map(diagnosticToJson),
    ...(graph && { graph }),
    ...(figures?.residency && { resident: figures.residency }),
  };
}

/** Layers that a signal left no time for. */
export function notSearched({ searched }: SearchedLayers, layers: readonly Layer[]): readonly Diagnostic[] {
  const missing = layers.length - searched.length;
  if (missing === 0) return [];
  const message = `interrupted before ${missing} of ${layers.length} layers were begun: there are no totals`;
  return [warning('W-ALGORITHM', message)];
}

export function rowsOf(
  { layer, result }: SearchedLayer,
  mappings: readonly RankedMapping[],
  version: string,
): readonly MappingRow[] {
  const { problem, plan, options, configHash } = layer;
  return mappings.map((ranked) => mappingRow(ranked, { problem, plan, options, configHash, result, version }));
}

/** Rank 1 of each layer: `mapping.yaml`, or `mapping-<workload>.yaml` where there are several layers. */
export function mappingFiles(searched: readonly SearchedLayer[], planned: number): Files {
  const files = new Map<string, string>();
  for (const { layer, result } of searched) {
    const best = result.mappings[0];
    if (!best) continue;
    const { workload, architecture } = layer.problem;
    const base = planned === 1 ? 'mapping' : `mapping-${slug(workload.name)}`;
    let name = `${base}.yaml`;
    for (let number = 2; files.has(name); number += 1) name = `${base}-${number}.yaml`;
    const comment = [
      `${workload.name} on ${architecture.name}: ${best.cycles} cycles, ${best.energyPj} pJ`,
      `objective ${layer.options.objective.join(',')}, ${result.stopReason}; mapper evaluate gives the same figures`,
    ];
    const { entries, problem } = foundAs(layer, best);
    files.set(name, mappingYaml(entries, { comment, machine: problem.choices }));
  }
  return files;
}

/** `rank`: which mapping is shown in detail. */
export function text(
  { searched, figures }: SearchedLayers,
  planned: number,
  { style, rank }: { readonly style: Style; readonly rank: number },
): string {
  const texts = searched.map((one) => layerText(one, rank));
  if (planned === 1) return texts.map((one) => searchText(one, style)).join('\n');
  return network(texts, { totals: totalsOf(searched, planned), figures }, style);
}

/** `planned`: how many layers there should have been. Everything there is to say, for `stats.txt`. */
export function fullText({ searched, figures }: SearchedLayers, planned: number, style: Style): string {
  const texts = searched.map((one) => layerText(one, 1));
  const together = planned === 1 ? [] : [network(texts, { totals: totalsOf(searched, planned), figures }, style)];
  const layers = searched.flatMap(({ layer, result }, at) => {
    const { architecture, workload } = layer.problem;
    const best = result.mappings[0];
    const evaluation = best && foundAs(layer, best).evaluation;
    // The full account of the costs shows the nest.
    const { evaluation: _shown, ...ranking } = texts[at]!;
    const costs = evaluation && evaluationText({ evaluation, architecture, workloadName: workload.name, style });
    return [searchText(ranking, style), ...(costs === undefined ? [] : [costs])];
  });
  return [...together, ...layers].join('\n');
}

function network(
  texts: readonly LayerText[],
  { totals, figures }: { readonly totals: NetworkTotals | undefined; readonly figures: NetworkFigures | undefined },
  style: Style,
): string {
  const sections = [networkText(texts, totals, style)];
  if (texts.some(({ result }) => result.frontier.length > 0)) sections.push(frontiersText(texts, style));
  if (figures) sections.push(networkFiguresText(texts, figures, style));
  if (figures?.residency && totals) sections.push(residencyText(figures, totals, style));
  return sections.join('\n');
}

export function allDiagnostics({ layer, result }: Pick<SearchedLayer, 'layer' | 'result'>): readonly Diagnostic[] {
  return [...layer.diagnostics, ...result.diagnostics];
}

/** Undefined unless every layer has a mapping. */
function totalsOf(searched: readonly SearchedLayer[], planned: number): NetworkTotals | undefined {
  const costs = searched.flatMap(({ layer, result }) => {
    const best = result.mappings[0];
    const { count } = layer.problem.workload;
    return best ? [{ count, cycles: best.cycles, energyPj: best.energyPj }] : [];
  });
  return costs.length === planned ? networkTotals(costs) : undefined;
}

function layerText({ layer, result }: SearchedLayer, rank: number): LayerText {
  const shown = result.mappings[rank - 1];
  const found = shown && foundAs(layer, shown);
  const evaluation = found?.evaluation;
  const { workload, architecture } = layer.problem;
  return {
    architecture,
    workload: workload.name,
    count: workload.count,
    objective: layer.options.objective,
    objectiveFromFile: layer.objectiveFromFile,
    algorithm: layer.options.algorithm,
    result,
    ...provenFor(layer, found?.problem ?? layer.problem),
    rank,
    ...(evaluation && { evaluation }),
  };
}

/** What a search covers of a machine, and what is taken for granted under the choices of the mapping shown. */
function provenFor({ problem }: Layer, shown: Layer['problem']): Pick<LayerText, 'choices' | 'chosen' | 'assumptions'> {
  const model = machineModel(shown);
  if (model === null) return {};
  const alternatives = alternativesOf(problem);
  return {
    choices: searchedChoices(problem) ?? {},
    chosen: ({ alternative = 0 }) => alternatives[alternative]!.choices ?? {},
    assumptions: model.assumptions,
  };
}
