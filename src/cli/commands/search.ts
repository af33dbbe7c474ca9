// `mapper search`: read, build a layer per workload, search each, report, write the results directory.

import { join } from 'node:path';
import { type Diagnostic, error, hasErrors, warning } from '../../diagnostics/diagnostic.js';
import { slug } from '../../math/slug.js';
import { duration, readable } from '../../report/numbers.js';
import { plainStyle } from '../../report/style.js';
import { configHash } from '../../results/config-hash.js';
import { rowsToCsv } from '../../results/csv.js';
import type { JsonObject } from '../../results/evaluation-json.js';
import { networkFigures } from '../../results/network-figures.js';
import { failedSearchJson } from '../../results/search-json.js';
import type { InputFile } from '../../spec/read/input-file.js';
import type { NetworkGraph } from '../../workload/import/network-files.js';
import type { Context } from '../context.js';
import { answerNo, badInput, done, type Ending } from '../ending.js';
import { hasAxes, noFiles, readGiven, sectionsOf } from '../inputs.js';
import { watchInterrupts } from '../interrupts.js';
import type { LayerInput } from '../layer-input.js';
import { buildLayer, groupLayers, type Layer, networkName, withDistinctNames } from '../layers.js';
import { isOn, numberOf, textOf } from '../options.js';
import { print, refuse, saying, showDiagnostics } from '../output.js';
import { type SearchedLayers, searchLayers } from '../search-layers.js';
import {
  allDiagnostics,
  fullText,
  layerJson,
  mappingFiles,
  networkJson,
  notSearched,
  rowsOf,
  text,
} from '../search-output.js';
import { checkOut, writeTexts } from '../write-results.js';

export async function search(given: Context): Promise<Ending> {
  const { files, options } = given;
  if (textOf(options, 'batch') !== undefined) {
    const { searchBatch } = await import('../search-batch.js');
    return searchBatch(given);
  }
  if (hasAxes(options)) {
    const { searchAxes } = await import('../search-axes.js');
    return searchAxes(given);
  }
  const startedAt = new Date();
  const loaded = await readGiven(files, options);
  const usage = noFiles(files, 'no input files', 'mapper search <arch.yaml> <workload.yaml>...');
  const problems = [...usage, ...loaded.diagnostics, ...checkOut(options)];
  if (!loaded.value || hasErrors(problems)) return refuse(given, problems, asSearch);
  const { inputs, read } = loaded.value;
  const graph = graphOf(inputs);
  const resident = isOn(options, 'resident');
  if (resident && !graph) return refuse(given, [...problems, noGraph], asSearch);
  const context = saying(given, problems);

  const groups = groupLayers(inputs);
  const built = groups.map((group) => buildLayer(group, options, read));
  const sound = built.flatMap((one) => one.value ?? []);
  const said = built.flatMap((one) => one.diagnostics);
  if (sound.length < groups.length) return refuse(context, said, asSearch);
  const layers = withDistinctNames(sound, groups);
  const rank = numberOf(options, 'rank')!;
  if (layers.length > 1 && rank > 1) showDiagnostics(context, [bestOnly(rank)]);

  // What is read before takes no turns, and leaves nothing: there a signal ends the process by itself.
  const found = await searchLayers(context, layers, watchInterrupts());
  const { searched, signal } = found;
  const complete = layers.length > 1 && searched.length === layers.length;
  const mapped = searched.map(({ layer, result }) => ({ ...layer, result }));
  const figures = complete && networkFigures(mapped, graph, { resident });
  const outcome = figures ? { ...found, figures } : found;
  showDiagnostics(context, [...searched.flatMap(allDiagnostics), ...notSearched(outcome, layers)]);
  // Before anything is printed: whoever reads may be gone.
  const written = await write(context, outcome, { layers, groups, inputs, startedAt });
  showDiagnostics(context, written);
  await show(context, outcome, layers);
  if (signal) return { kind: 'interrupted', signal };
  const refused = searched.some(({ result }) => result.diagnostics.some(({ code }) => code === 'E-UNSUPPORTED'));
  if (refused || hasErrors(written)) return badInput;
  return searched.every(({ result }) => result.mappings.length > 0) ? done : answerNo;
}

const noGraph = error('E-OPTION', '--resident needs to know who takes whose output', {
  expected: 'an ONNX model, or a directory with a network.yaml',
});

function bestOnly(rank: number): Diagnostic {
  const hint = 'mappings.csv and --json hold the others';
  return warning('W-UNUSED', `--rank ${rank} is not followed: of several layers the best mappings are shown`, { hint });
}

/** Of the one network that all layers belong to. */
function graphOf(inputs: readonly LayerInput[]): NetworkGraph | undefined {
  const layers = inputs.filter((input) => input.layer !== undefined);
  const [first] = layers;
  const graph = first?.graph;
  const same = layers.every((input, at) => input.graph === graph && input.layer === at);
  const others = inputs.some((input) => input.layer === undefined && sectionsOf(input).has('problem'));
  return graph && same && !others && layers.length === graph.files.length ? graph : undefined;
}

const asSearch = { documentOf: failedSearchJson };

async function show(context: Context, outcome: SearchedLayers, layers: readonly Layer[]): Promise<void> {
  const { options, terminal, version } = context;
  const { searched, elapsedSeconds } = outcome;
  await print(context, {
    json: () => document(outcome, layers),
    csv: () => rowsToCsv(searched.flatMap((one) => rowsOf(one, one.result.mappings, version))),
    text: (style) => text(outcome, layers.length, { style, rank: numberOf(options, 'rank')! }),
  });
  if (isOn(options, 'json') || isOn(options, 'csv') || isOn(options, 'quiet')) return;
  const tried = searched.reduce((sum, { result }) => sum + result.counters.evaluations, 0);
  if (terminal.errIsTerminal && tried > 0)
    terminal.err(`${readable(tried)} mappings evaluated in ${duration(elapsedSeconds)}\n`);
}

function document(outcome: SearchedLayers, layers: readonly Layer[]): JsonObject {
  const [only] = outcome.searched;
  return layers.length === 1 && only ? layerJson(only) : networkJson(outcome, layers);
}

interface Written {
  readonly layers: readonly Layer[];
  readonly groups: readonly (readonly InputFile[])[];
  readonly inputs: readonly InputFile[];
  readonly startedAt: Date;
}

/** Nothing is written when nothing valid was found: there is no mapping to keep, and what to say has been said. */
async function write(context: Context, outcome: SearchedLayers, run: Written): Promise<readonly Diagnostic[]> {
  const { version, options } = context;
  const { searched, figures: { residency } = {} } = outcome;
  const [first] = run.layers;
  const rows = searched.flatMap((one) => rowsOf(one, one.result.mappings, version));
  if (rows.length === 0 || isOn(options, 'no-results')) return [];
  const planned = run.layers.length;
  // What stays on chip is in no row.
  const network = [...run.layers.map((layer) => layer.configHash), ...(residency ? [residency] : [])];
  const hash = planned === 1 ? first!.configHash : configHash(network);
  const name = `${slug(networkName(run.layers, run.groups))}-${slug(first!.problem.architecture.name)}-${hash.slice(0, 8)}`;
  const frontier = searched.flatMap((one) => rowsOf(one, one.result.frontier, version));
  const texts = {
    result: document(outcome, run.layers),
    mappingsCsv: rowsToCsv(rows),
    stats: fullText(outcome, planned, plainStyle),
    mappings: new Map([
      ...mappingFiles(searched, planned),
      ...(frontier.length > 0 ? [['frontier.csv', rowsToCsv(frontier)] as const] : []),
    ]),
  };
  const { threads, ...asked } = first!.options;
  const written = await writeTexts(context, join('results', name), texts, {
    seed: first!.options.seed,
    configuration: {
      command: 'search',
      compat: textOf(options, 'compat'),
      model: first!.plan.options,
      search: asked,
      threads,
    },
    configHash: hash,
    inputs: run.inputs,
    startedAt: run.startedAt,
    stopReasons: searched.map(({ result }) => result.stopReason),
  });
  return written.diagnostics;
}
