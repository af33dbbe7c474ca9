// A network on disk: one workload file a distinct layer, and `network.yaml`, which runs them in order and says who takes whose
// output. Files are written here and `network.yaml` is read back.

import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { grouped } from '../../math/count-text.js';
import { slug } from '../../math/slug.js';
import { childOf, type MapNode, type Node, textOf } from '../../spec/node.js';
import { type Consumed, type Network, type NetworkLayer, type NetworkStep, networkMacs } from './network.js';
import { workloadText } from './workload-text.js';

export const networkFileName = 'network.yaml';

/** What a run needs of a network: which file a step runs, and the graph. */
export interface NetworkGraph {
  readonly name: string;
  /** File names of the layers, relative to that of the network. */
  readonly files: readonly string[];
  readonly steps: readonly NetworkStep[];
}

export function graphOf(network: Network): NetworkGraph {
  return { name: network.name, files: layerFileNames(network), steps: network.steps };
}

/** `01-conv1.yaml`, in the order of the layers. */
export function layerFileNames({ layers }: Pick<Network, 'layers'>): readonly string[] {
  const width = Math.max(2, String(layers.length).length);
  return layers.map(({ name }, at) => {
    return `${String(at + 1).padStart(width, '0')}-${slug(name, 'layer')}.yaml`;
  });
}

/** Name to text. `origin`: where the network comes from, for the comments. */
export function networkTexts(network: Network, origin: string): ReadonlyMap<string, string> {
  const names = layerFileNames(network);
  const files = new Map(network.layers.map((layer, at) => [names[at]!, layerText(network, layer, { at, origin })]));
  return files.set(networkFileName, networkText(network, origin));
}

const shownNames = 4;

export function layerText(
  network: Network,
  layer: NetworkLayer,
  { at, origin }: { readonly at: number; readonly origin: string },
): string {
  const names = network.steps.filter((step) => step.layer === at).map((step) => step.name);
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : '';
  const times = layer.count > 1 ? ` x ${layer.count}` : '';
  return workloadText({
    comment: [
      `${network.name}: ${layer.operator} ${names.slice(0, shownNames).join(', ')}${more}`,
      `From ${origin}.`,
      `${grouped(String(layer.macs))} MACs${times}.`,
    ],
    count: layer.count,
    problem: layer.problem,
  });
}

function networkText(network: Network, origin: string): string {
  const files = layerFileNames(network);
  const { steps, others } = network;
  return [
    `# ${network.name} from ${origin}: ${grouped(String(networkMacs(network)))} MACs.`,
    '# Steps in the order in which they run; `from` is the step whose output is taken, `through` what lies between, `whole` that it is all of it.',
    'network:',
    '  version: 0.4',
    `  name: ${JSON.stringify(network.name)}`,
    '  steps:',
    ...steps.map((step, at) => `    - ${flowText(stepEntries(step, at, files[step.layer]!))}`),
    ...(others.length === 0 ? [] : ['  others:', ...others.map((one) => `    - ${flowText({ ...one })}`)]),
    '',
  ].join('\n');
}

/** Numbers of steps count from 1. */
function stepEntries(step: NetworkStep, at: number, file: string): Record<string, unknown> {
  const consumes = step.consumes.map(({ dataspace, words, from, through, whole }) => ({
    dataspace,
    words,
    ...(from !== null && { from: from + 1 }),
    ...(through.length > 0 && { through }),
    ...(whole && { whole }),
  }));
  return {
    name: step.name,
    workload: file,
    ...(step.times > 1 && { times: step.times }),
    produces: step.produces,
    ...(consumes.length > 0 && { consumes }),
    ...(step.neededUntil !== at && { needed_until: step.neededUntil + 1 }),
    ...(step.isOutput && { output: true }),
  };
}

/** YAML in one line; JSON strings are YAML strings. */
function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${flowText(one)}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Reads the `network:` section of a file. */
export function readNetwork(section: Node, fallbackName: string): Outcome<NetworkGraph> {
  const diagnostics: Diagnostic[] = [];
  const list = childOf(section, 'steps');
  if (section.kind !== 'map' || list?.kind !== 'list' || list.items.length === 0) {
    const details = { span: section.span, expected: 'steps: a list of {name, workload, ...}' };
    return failure(error('E-REQUIRED', 'the network has no steps', details));
  }
  checkKeys(section, ['version', 'name', 'steps', 'others'], diagnostics);
  const files: string[] = [];
  const steps = list.items.map((item, at) => readStep(item, { at, count: list.items.length, files, diagnostics }));
  const name = textOf(section, 'name') ?? fallbackName;
  return { value: hasErrors(diagnostics) ? undefined : { name, files, steps }, diagnostics };
}

interface StepContext {
  readonly at: number;
  readonly count: number;
  readonly files: string[];
  readonly diagnostics: Diagnostic[];
}

const stepKeys = ['name', 'workload', 'times', 'produces', 'consumes', 'needed_until', 'output'];

function readStep(node: Node, context: StepContext): NetworkStep {
  const { at, count, files, diagnostics } = context;
  if (node.kind !== 'map') {
    const expected = '{name, workload, produces, consumes}';
    diagnostics.push(error('E-TYPE', `step ${at + 1} is no map`, { span: node.span, expected }));
    return { name: '', layer: 0, times: 1, produces: 0, consumes: [], neededUntil: at, isOutput: false };
  }
  checkKeys(node, stepKeys, diagnostics);
  const file = textOf(node, 'workload');
  if (file === undefined)
    diagnostics.push(error('E-REQUIRED', `step ${at + 1} names no workload`, { span: node.span }));
  else if (!files.includes(file)) files.push(file);
  const consumes = childOf(node, 'consumes');
  return {
    name: textOf(node, 'name') ?? `step ${at + 1}`,
    layer: file === undefined ? 0 : files.indexOf(file),
    times: numberOf(node, 'times', { otherwise: 1, least: 1, diagnostics }),
    produces: numberOf(node, 'produces', { otherwise: 0, least: 0, diagnostics }),
    consumes: consumes?.kind === 'list' ? consumes.items.flatMap((item) => readConsumed(item, context)) : [],
    neededUntil: numberOf(node, 'needed_until', { otherwise: at + 1, least: at + 1, most: count, diagnostics }) - 1,
    isOutput: isTrue(node, 'output'),
  };
}

function readConsumed(node: Node, { at, diagnostics }: StepContext): Consumed[] {
  const dataspace = textOf(node, 'dataspace');
  if (node.kind !== 'map' || dataspace === undefined) {
    const expected = '{dataspace, words, from, through, whole}';
    diagnostics.push(error('E-TYPE', 'this consumes no dataspace', { span: node.span, expected }));
    return [];
  }
  checkKeys(node, ['dataspace', 'words', 'from', 'through', 'whole'], diagnostics);
  const through = childOf(node, 'through');
  const from = numberOf(node, 'from', { otherwise: 0, least: childOf(node, 'from') ? 1 : 0, most: at, diagnostics });
  return [
    {
      dataspace,
      words: numberOf(node, 'words', { otherwise: 0, least: 0, diagnostics }),
      from: from === 0 ? null : from - 1,
      through:
        through?.kind === 'list' ? through.items.map((one) => (one.kind === 'scalar' ? String(one.value) : '')) : [],
      whole: isTrue(node, 'whole'),
    },
  ];
}

interface NumberRule {
  readonly otherwise: number;
  readonly least: number;
  readonly most?: number;
  readonly diagnostics: Diagnostic[];
}

function numberOf(
  map: MapNode,
  key: string,
  { otherwise, least, most = Number.MAX_SAFE_INTEGER, diagnostics }: NumberRule,
): number {
  const node = childOf(map, key);
  if (!node) return otherwise;
  const value = node.kind === 'scalar' ? node.value : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `an integer from ${least}` : `an integer from ${least} to ${most}`;
  diagnostics.push(
    error('E-TYPE', `${key} cannot be ${JSON.stringify(value ?? node.kind)}`, { span: node.span, expected: range }),
  );
  return otherwise;
}

function isTrue(map: MapNode, key: string): boolean {
  const node = childOf(map, key);
  return node?.kind === 'scalar' && node.value === true;
}

function checkKeys(map: MapNode, known: readonly string[], diagnostics: Diagnostic[]): void {
  for (const { key, keySpan } of map.entries) {
    if (known.includes(key)) continue;
    const hint = didYouMean(key, known);
    diagnostics.push(
      error('E-KEY', `unknown key ${key}`, { span: keySpan, expected: `one of ${known.join(', ')}`, hint }),
    );
  }
}
