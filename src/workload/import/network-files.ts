// A network on disk: one workload file a distinct layer, and `network.yaml`, which runs them in order and says who takes whose
// output. Files are written here and `network.yaml` is read back.

import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../../diagnostics/diagnostic.js';
import { inOneLine } from '../../diagnostics/visible.js';
import { grouped } from '../../math/count-text.js';
import { slug } from '../../math/slug.js';
import { booleanOf, locatedNames, numberOf } from '../../spec/build/values.js';
import { childOf, itemsOf, type Node, plain, textOf } from '../../spec/node.js';
import { checkAgainstSchema } from '../../spec/read/schema-validator.js';
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
function layerFileNames({ layers }: Pick<Network, 'layers'>): readonly string[] {
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
    `# ${inOneLine(`${network.name} from ${origin}`)}: ${grouped(String(networkMacs(network)))} MACs.`,
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
  const check = { schema: 'network', definition: 'network', label: 'network', failed: new Set<Node>() } as const;
  const wrong = checkAgainstSchema(section, plain(section), check);
  if (wrong.length > 0) return failure(...wrong);
  const diagnostics: Diagnostic[] = [];
  const items = itemsOf(childOf(section, 'steps'));
  const files = [...new Set(items.map((item) => textOf(item, 'workload')!))];
  const steps = items.map((item, at): NetworkStep => {
    const later = { least: at + 1, most: items.length, diagnostics };
    return {
      name: textOf(item, 'name') ?? `step ${at + 1}`,
      layer: files.indexOf(textOf(item, 'workload')!),
      times: numberOf(childOf(item, 'times')) ?? 1,
      produces: numberOf(childOf(item, 'produces')) ?? 0,
      consumes: itemsOf(childOf(item, 'consumes')).map((one) => readConsumed(one, at, diagnostics)),
      neededUntil: (stepNumber(item, 'needed_until', later) ?? at + 1) - 1,
      isOutput: booleanOf(childOf(item, 'output')) === true,
    };
  });
  const name = textOf(section, 'name') ?? fallbackName;
  return { value: hasErrors(diagnostics) ? undefined : { name, files, steps }, diagnostics };
}

function readConsumed(node: Node, at: number, diagnostics: Diagnostic[]): Consumed {
  const from = stepNumber(node, 'from', { least: 1, most: at, diagnostics });
  return {
    dataspace: textOf(node, 'dataspace')!,
    words: numberOf(childOf(node, 'words')) ?? 0,
    from: from === undefined ? null : from - 1,
    through: locatedNames(childOf(node, 'through')).map(({ value }) => value),
    whole: booleanOf(childOf(node, 'whole')) === true,
  };
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly diagnostics: Diagnostic[];
}

/** Steps are counted from 1; what is no number of a step that may stand there is said. */
function stepNumber(map: Node, key: string, { least, most, diagnostics }: Range): number | undefined {
  const node = childOf(map, key);
  const number = numberOf(node);
  if (node && number !== undefined && (number < least || number > most)) {
    const expected = `an integer from ${least} to ${most}`;
    diagnostics.push(error('E-TYPE', `${key} cannot be ${number}`, { span: node.span, expected }));
  }
  return number;
}
