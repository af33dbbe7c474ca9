// Inputs that are no YAML workload: an ONNX model, a table of layers, a network with its graph, lines of einsum. Each becomes the
// workloads that it stands for, as if they had been imported to a directory before.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../diagnostics/span.js';
import { beginsAsResults } from '../results/stored-mapping.js';
import { numberOf } from '../spec/build/values.js';
import { childOf, type Node } from '../spec/node.js';
import { newBudget } from '../spec/read/compose.js';
import { glanceAt, readTree } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { loadInput } from '../spec/read/load.js';
import type { OpenBytes } from '../spec/read/open-bytes.js';
import { isDirectory } from '../spec/read/project-files.js';
import { looksLikeEinsum } from '../workload/import/einsum.js';
import type { Network, NetworkStep } from '../workload/import/network.js';
import { graphOf, layerText, networkFileName, readNetwork } from '../workload/import/network-files.js';
import { einsumInputs, einsumLines } from './einsum-inputs.js';
import type { LayerInput } from './layer-input.js';
import { isOn, listOf, type Options } from './options.js';

export type ModelKind = 'onnx' | 'scalesim' | 'csv' | 'einsum';

/** What kind of model an argument is or names; undefined for ordinary input files. */
export function modelKind(path: string): ModelKind | undefined {
  if (isLine(path)) return 'einsum';
  const [, extension] = /\.(onnx|csv|einsum)$/i.exec(path) ?? [];
  return extension?.toLowerCase() as ModelKind | undefined;
}

/** The layers that an argument stands for; undefined where it is an ordinary file. */
export async function modelInputs(path: string, options: Options): Promise<Outcome<readonly LayerInput[]> | undefined> {
  const kind = modelKind(path);
  if (kind === 'einsum') {
    const lines = loadLines(path);
    return lines.value ? einsumInputs(lines.value, stemOf(path)) : { value: undefined, diagnostics: lines.diagnostics };
  }
  // What `mapper search` writes is CSV too.
  if (kind === 'csv' && beginsAsResults(loadInput(path, 'any').value?.source.text ?? '')) return undefined;
  if (kind !== undefined) {
    const { value, diagnostics } = await loadNetwork(path, kind, options);
    return { value: value && layersOf(value, path), diagnostics };
  }
  const inDirectory = isDirectory(path) ? join(path, networkFileName) : path;
  // Any other directory is refused where files are read.
  if (basename(inDirectory) === networkFileName && (inDirectory === path || existsSync(inDirectory)))
    return networkInputs(inDirectory);
  return undefined;
}

export async function loadNetwork(path: string, kind: ModelKind, options: Options): Promise<Outcome<Network>> {
  const name = stemOf(path);
  if (kind === 'onnx') return loadOnnx(path, name, options);
  const file = loadLines(path);
  if (!file.value) return { value: undefined, diagnostics: file.diagnostics };
  const source = file.value;
  if (kind === 'einsum') {
    const lines = einsumLines(source, name);
    if (!lines.value) return { value: undefined, diagnostics: lines.diagnostics };
    const { networkOf, outputWords } = await import('../workload/import/network.js');
    const steps = lines.value.map(({ name: own, problem }) => ({
      name: own,
      times: 1,
      produces: outputWords(problem),
      consumes: [],
      layer: { name: own, operator: 'Einsum', problem },
    }));
    return { value: networkOf(name, steps), diagnostics: lines.diagnostics };
  }
  const { importTable } = await import('../workload/import/csv.js');
  return importTable(source, name, /\.csv$/i.test(path) && kind === 'csv' ? undefined : kind);
}

async function loadOnnx(path: string, name: string, options: Options): Promise<Outcome<Network>> {
  const dimensions = dimensionsOf(options);
  if (!dimensions.value) return { value: undefined, diagnostics: dimensions.diagnostics };
  const [{ importOnnx }, { openBytes }, { weightDensity }] = await Promise.all([
    import('../workload/import/onnx/import-onnx.js'),
    import('../spec/read/open-bytes.js'),
    import('../workload/import/onnx/weight-density.js'),
  ]);
  const opened = openBytes(path);
  if (!opened.value) return { value: undefined, diagnostics: opened.diagnostics };
  const source = opened.value;
  const missing: Diagnostic[] = [];
  // One at a time: there may be one for each tensor, more than may be open together.
  let other: { readonly file: string; readonly bytes: OpenBytes | undefined } | undefined;
  const beside = (file: string): OpenBytes | undefined => {
    if (other?.file === file) return other.bytes;
    other?.bytes?.close();
    other = { file, bytes: openBytes(join(dirname(path), file)).value };
    return other.bytes;
  };
  const densities = isOn(options, 'density-from-weights')
    ? weightDensity(source, { path, missing, beside })
    : undefined;
  try {
    const { value, diagnostics } = importOnnx(
      { path, name, source, beside },
      {
        dimensions: dimensions.value,
        skipUnknown: isOn(options, 'skip-unknown'),
        ...(densities && { densityOf: densities.of }),
      },
    );
    if (densities?.any() === false && missing.length === 0 && value) {
      const message = `${path} holds no weights that --density-from-weights could count, all count as dense`;
      const hint =
        'give the model with its weights, quantized ones with one zero point, or densities by --set problem.instance.densities.Weights=0.5';
      missing.push(warning('W-MODEL', message, { hint }));
    }
    return { value, diagnostics: [...diagnostics, ...missing] };
  } finally {
    source.close();
    other?.bytes?.close();
  }
}

/** `--dim batch=1,seq=128`, repeatable. */
function dimensionsOf(options: Options): Outcome<ReadonlyMap<string, number>> {
  const diagnostics: Diagnostic[] = [];
  const sizes = new Map<string, number>();
  for (const item of listOf(options, 'dim').flatMap((one) => one.split(','))) {
    const at = item.lastIndexOf('=');
    const size = Number(item.slice(at + 1));
    if (at > 0 && Number.isSafeInteger(size) && size >= 0 && item.slice(at + 1).trim() !== '')
      sizes.set(item.slice(0, at).trim(), size);
    else diagnostics.push(error('E-OPTION', `--dim must be NAME=N with a whole number, got "${item}"`));
  }
  return { value: hasErrors(diagnostics) ? undefined : sizes, diagnostics };
}

/** As if they lay in a directory called as the model, so that their names are the same as after an import. */
function layersOf(network: Network, path: string): readonly LayerInput[] {
  const graph = graphOf(network);
  // A table says nothing about who takes whose output.
  const known = network.steps.some(({ consumes }) => consumes.length > 0);
  const directory = path.replace(/\.\w+$/, '');
  return network.layers.map((layer, at) => ({
    source: {
      name: join(directory, graph.files[at]!),
      text: layerText(network, layer, { at, origin: basename(path) }),
    },
    directory: null,
    role: 'any',
    ...(known && { graph }),
    layer: at,
  }));
}

function networkInputs(path: string): Outcome<readonly LayerInput[]> {
  const file = loadInput(path, 'any');
  if (!file.value) return { value: undefined, diagnostics: file.diagnostics };
  const diagnostics: Diagnostic[] = [];
  const tree = readTree(file.value, { diagnostics, budget: newBudget() });
  const section = childOf(tree, 'network');
  if (!section) {
    const span = { source: file.value.source, start: 0, end: 0 };
    if (!hasErrors(diagnostics))
      diagnostics.push(error('E-REQUIRED', `${path} has no top-level key network`, { span }));
    return { value: undefined, diagnostics };
  }
  const read = readNetwork(section, stemOf(dirname(path)));
  diagnostics.push(...read.diagnostics);
  const graph = read.value;
  const layers = graph?.files.flatMap((name, layer): LayerInput[] => {
    const input = loadInput(join(dirname(path), name), 'any');
    diagnostics.push(...input.diagnostics);
    if (!input.value) return [];
    diagnostics.push(...contradictedCount(input.value, graph.steps, { layer, section }));
    return [{ ...input.value, graph, layer }];
  });
  return { value: hasErrors(diagnostics) ? undefined : layers, diagnostics };
}

/** Totals count a layer as often as its file says, what stays on chip as often as the steps run it. */
function contradictedCount(
  input: InputFile,
  steps: readonly NetworkStep[],
  { layer, section }: { readonly layer: number; readonly section: Node },
): readonly Diagnostic[] {
  // Whatever else is wrong with the file is said where it is read.
  const problem = childOf(glanceAt(input), 'problem');
  const stated = childOf(problem, 'count');
  const count = stated ? numberOf(stated) : 1;
  const run = steps.reduce((sum, step) => sum + (step.layer === layer ? step.times : 0), 0);
  if (!problem || count === undefined || count === run) return [];
  const times = (number: number): string => (number === 1 ? 'once' : `${number} times`);
  const message = `this layer occurs ${times(count)} by its count, and the steps of the network run it ${times(run)}`;
  const related = [{ message: 'the steps are here', span: section.span }];
  return [error('E-CONFLICT', message, { span: (stated ?? problem).span, expected: `count: ${run}`, related })];
}

/** An argument that is a line of einsum itself. */
function isLine(argument: string): boolean {
  return looksLikeEinsum(argument) && !existsSync(argument);
}

function loadLines(argument: string): Outcome<SourceFile> {
  if (isLine(argument)) return { value: { name: '<workload>', text: argument }, diagnostics: [] };
  const { value, diagnostics } = loadInput(argument, 'any');
  return { value: value?.source, diagnostics };
}

/** What stands for an argument that cannot be loaded: its name. */
export function unreadInput(path: string): LayerInput {
  const name = isLine(path) ? `${stemOf(path)}.yaml` : path;
  return { source: { name, text: '' }, directory: null, role: 'any' };
}

function stemOf(path: string): string {
  if (isLine(path)) return 'einsum';
  return basename(path).replace(/\.\w+$/, '');
}
