// Inputs that are no YAML workload: an ONNX model, a table of layers, a network with its graph, lines of einsum. Each becomes the
// workloads that it stands for, as if they had been imported to a directory before.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.js';
import { error, hasErrors } from '../diagnostics/diagnostic.js';
import { childOf } from '../spec/node.js';
import { newBudget } from '../spec/read/compose.js';
import { readTree } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { loadInput } from '../spec/read/load.js';
import { looksLikeEinsum, readEinsum } from '../workload/import/einsum.js';
import type { Network } from '../workload/import/network.js';
import {
  graphOf,
  layerText,
  type NetworkGraph,
  networkFileName,
  readNetwork,
} from '../workload/import/network-files.js';
import { workloadText } from '../workload/import/workload-text.js';
import type { Options } from './options.js';
import { isOn, listOf } from './options.js';

/** A layer of a network whose graph is known. */
export interface LayerInput extends InputFile {
  readonly graph?: NetworkGraph;
  /** Index into the graph's files. */
  readonly layer?: number;
}

export type ModelKind = 'onnx' | 'scalesim' | 'csv' | 'einsum';

/** What kind of model a path names; undefined for ordinary input files. */
export function modelKind(path: string): ModelKind | undefined {
  const [, extension] = /\.(onnx|csv|einsum)$/i.exec(path) ?? [];
  return extension?.toLowerCase() as ModelKind | undefined;
}

/** The layers that an argument stands for; undefined where it is an ordinary file. */
export async function modelInputs(path: string, options: Options): Promise<Outcome<readonly LayerInput[]> | undefined> {
  if (looksLikeEinsum(path) && !existsSync(path)) return einsumInputs({ name: '<workload>', text: path }, 'workload');
  const kind = modelKind(path);
  if (kind === 'einsum') {
    const file = loadInput(path, 'any');
    return file.value
      ? einsumInputs(file.value.source, stemOf(path))
      : { value: undefined, diagnostics: file.diagnostics };
  }
  if (kind === 'csv' && isResultTable(path)) return undefined;
  if (kind !== undefined) {
    const { value, diagnostics } = await loadNetwork(path, { kind, options });
    return { value: value && layersOf(value, path), diagnostics };
  }
  const inDirectory = isDirectory(path) ? join(path, networkFileName) : path;
  if (basename(inDirectory) === networkFileName || (inDirectory !== path && existsSync(inDirectory)))
    return networkInputs(inDirectory);
  return undefined;
}

export interface LoadNetworkOptions {
  readonly kind: ModelKind;
  readonly options: Options;
}

/** A model file read to a network. */
export async function loadNetwork(path: string, { kind, options }: LoadNetworkOptions): Promise<Outcome<Network>> {
  const name = stemOf(path);
  if (kind === 'onnx') return loadOnnx(path, name, options);
  const file = loadInput(path, 'any');
  if (!file.value) return { value: undefined, diagnostics: file.diagnostics };
  const { source } = file.value;
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
  const densities = isOn(options, 'density-from-weights')
    ? weightDensity(source, { path, missing, openBeside: (file) => openBytes(join(dirname(path), file)) })
    : undefined;
  try {
    const { value, diagnostics } = importOnnx(
      { path, name, source },
      {
        dimensions: dimensions.value,
        skipUnknown: isOn(options, 'skip-unknown'),
        ...(densities && { densityOf: densities }),
      },
    );
    return { value, diagnostics: [...diagnostics, ...missing] };
  } finally {
    source.close();
  }
}

/** `--dim batch=1,seq=128`, repeatable. */
function dimensionsOf(options: Options): Outcome<ReadonlyMap<string, number>> {
  const diagnostics: Diagnostic[] = [];
  const sizes = new Map<string, number>();
  for (const item of listOf(options, 'dim').flatMap((one) => one.split(','))) {
    const at = item.lastIndexOf('=');
    const size = Number(item.slice(at + 1));
    if (at > 0 && Number.isSafeInteger(size) && size >= 1) sizes.set(item.slice(0, at).trim(), size);
    else diagnostics.push(error('E-OPTION', `--dim must be NAME=N with a positive integer, got "${item}"`));
  }
  return { value: hasErrors(diagnostics) ? undefined : sizes, diagnostics };
}

/** As if they lay in a directory called as the model, so that their names are the same as after an import. */
function layersOf(network: Network, path: string): readonly LayerInput[] {
  const graph = graphOf(network);
  const directory = path.replace(/\.\w+$/, '');
  return network.layers.map((layer, at) => ({
    source: {
      name: join(directory, graph.files[at]!),
      text: layerText(network, layer, { at, origin: basename(path) }),
    },
    directory: null,
    role: 'any',
    ...(network.steps.length > 0 && { graph }),
    layer: at,
  }));
}

function networkInputs(path: string): Outcome<readonly LayerInput[]> {
  const file = loadInput(path, 'any');
  if (!file.value) return { value: undefined, diagnostics: file.diagnostics };
  const diagnostics: Diagnostic[] = [];
  const tree = readTree(file.value, { diagnostics, budget: newBudget() });
  const section = tree?.kind === 'map' ? childOf(tree, 'network') : undefined;
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
    return input.value ? [{ ...input.value, graph, layer }] : [];
  });
  return { value: hasErrors(diagnostics) ? undefined : layers, diagnostics };
}

function einsumInputs(source: InputFile['source'], name: string): Outcome<readonly LayerInput[]> {
  const lines = einsumLines(source, name);
  const inputs = lines.value?.map(
    ({ name: own, problem, text }): LayerInput => ({
      source: {
        name: `${own}.yaml`,
        text: workloadText({ comment: [text], name: own, count: 1, problem }),
      },
      directory: null,
      role: 'any',
    }),
  );
  return { value: inputs, diagnostics: lines.diagnostics };
}

interface EinsumLine {
  readonly name: string;
  readonly text: string;
  readonly problem: Parameters<typeof workloadText>[0]['problem'];
}

/** One a line, `#` begins a comment, `name:` may stand before. */
function einsumLines(source: InputFile['source'], fallback: string): Outcome<readonly EinsumLine[]> {
  const diagnostics: Diagnostic[] = [];
  const found: EinsumLine[] = [];
  let start = 0;
  for (const whole of source.text.split('\n')) {
    const from = start;
    start += whole.length + 1;
    const line = whole.replace(/#.*$/, '').trimEnd();
    if (line.trim() === '') continue;
    const [label = '', name] = /^\s*([\w.-]+)\s*:\s*/.exec(line) ?? [];
    const read = readEinsum(source, from + label.length, from + line.length);
    diagnostics.push(...read.diagnostics);
    if (read.value)
      found.push({
        name: name ?? `${fallback}${found.length === 0 ? '' : `-${found.length + 1}`}`,
        text: line.trim(),
        problem: read.value,
      });
  }
  if (found.length === 0 && diagnostics.length === 0) {
    diagnostics.push(
      error('E-MODEL', `${source.name} holds no line such as Z[m,n] = A[m,k] * B[k,n]; m=128, n=96, k=64`),
    );
  }
  return { value: hasErrors(diagnostics) ? undefined : found, diagnostics };
}

function stemOf(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}

/** What `mapper search` writes is CSV too. */
function isResultTable(path: string): boolean {
  return /^\uFEFF?architecture,workload,/.test(loadInput(path, 'any').value?.source.text ?? '');
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
