// The points of a sweep as the command line and the sweep file together say: files loaded once, options of the file
// below those of the command line.

import { type Diagnostic, error, hasErrors, type Outcome } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { remembered } from '../math/remembered.js';
import type { Override } from '../spec/read/overrides.js';
import type { ReadOptions } from '../spec/read-spec.js';
import type { Setting } from '../sweep/axis.js';
import type { Point, PointSearch } from '../sweep/point.js';
import type { FileGroup, Sweep } from '../sweep/sweep-file.js';
import { inTermsOfFiles } from './einsum-inputs.js';
import type { FlagValue } from './flag.js';
import { parseFlagValue } from './flag-value.js';
import { type FlagName, flagsOf } from './flags.js';
import { loadSome, sectionsOf, withoutRepeatedLayers } from './inputs.js';
import type { LayerInput } from './layer-input.js';
import { buildLayer } from './layers.js';
import { unreadInput } from './model-files.js';
import { type Options, withSection, withValue } from './options.js';
import { metricOf } from './search-options.js';
import { unusedVariables } from './template-variables.js';

export interface SweepPoints {
  readonly points: readonly Point[];
  readonly read: (point: Point) => Outcome<PointSearch>;
}

export async function sweepPoints(sweep: Sweep, options: Options, read: ReadOptions): Promise<Outcome<SweepPoints>> {
  const diagnostics: Diagnostic[] = [];
  const shared = sweep.files.length > 0 ? await load(sweep.files, options, diagnostics) : [];
  const loading = { options, diagnostics, unread: new Map<readonly LayerInput[], readonly Diagnostic[]>() };
  const architectures: (readonly LayerInput[])[] = [];
  for (const group of sweep.architectures) architectures.push(await loadGroup(group, loading));
  const found: (readonly LayerInput[])[] = [];
  for (const group of sweep.workloads) found.push(...layersOf(await loadGroup(group, loading)));
  const workloads = withoutRepeatedLayers(found, diagnostics);
  diagnostics.push(...refusals([architectures, workloads], loading.unread));
  diagnostics.push(...unusedVariables([...shared, ...architectures.flat(), ...workloads.flat()], options));
  const section = searchSection(sweep, diagnostics);
  const own = withSection(options, section, 'sweep file');
  const objectives = options.get('objective')?.origin === 'default' ? objectivesOf(sweep, diagnostics) : [undefined];
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const points = architectures.flatMap((architecture) =>
    workloads.flatMap((workload) => {
      const wrong = [architecture, workload].flatMap((group) => loading.unread.get(group) ?? []);
      const unread = wrong.length > 0 && { unread: wrong };
      return sweep.settings.flatMap((settings) =>
        objectives.map((objective) => ({ architecture, workload, settings, objective, ...unread })),
      );
    }),
  );
  const placed = new WeakMap<Setting, Override>();
  const overrideOf = (one: Setting) => remembered(placed, one, () => ({ ...one, ...sweep.placeOf(one) }));
  return {
    value: {
      points,
      read: ({ architecture, workload, settings, objective, unread }) => {
        if (unread) return { value: undefined, diagnostics: unread };
        const said = inTermsOfFiles([...architecture, ...shared, ...workload]);
        const built = buildLayer(said.inputs, withObjective(own, objective), {
          ...read,
          overrides: [...read.overrides, ...settings.map(overrideOf)],
        });
        return { ...built, diagnostics: [...said.diagnostics, ...built.diagnostics] };
      },
    },
    diagnostics,
  };
}

async function load(
  paths: readonly string[],
  options: Options,
  diagnostics: Diagnostic[],
): Promise<readonly LayerInput[]> {
  const loaded = await loadSome(paths, options);
  diagnostics.push(...loaded.diagnostics);
  return loaded.value ?? [];
}

interface Loading {
  readonly options: Options;
  readonly diagnostics: Diagnostic[];
  /** What is wrong with files that cannot be loaded, by what stands for them. */
  readonly unread: Map<readonly LayerInput[], readonly Diagnostic[]>;
}

/** What cannot be loaded fails the points that are read from it, and no others. */
async function loadGroup(
  { paths, span }: FileGroup,
  { options, diagnostics, unread }: Loading,
): Promise<readonly LayerInput[]> {
  const loaded = await loadSome(paths, options);
  if (loaded.value) {
    diagnostics.push(...loaded.diagnostics);
    return loaded.value;
  }
  const named = { message: 'the sweep names it here', span };
  const inputs = paths.map(unreadInput);
  unread.set(
    inputs,
    loaded.diagnostics.map((one) => ({ ...one, related: [...(one.related ?? []), named] })),
  );
  return inputs;
}

/** Of what cannot be loaded: how the command was typed, or all there is of architectures or of workloads. */
function refusals(kinds: readonly (readonly (readonly LayerInput[])[])[], unread: Loading['unread']): Diagnostic[] {
  const wrong = [...unread.values()].flat();
  const isNothingLeft = kinds.some((groups) => groups.every((group) => unread.has(group)));
  return isNothingLeft ? wrong : wrong.filter(({ code }) => code === 'E-OPTION');
}

/** A file may stand for several layers; of a group that is read together only the problem is a layer. */
function layersOf(inputs: readonly LayerInput[]): readonly (readonly LayerInput[])[] {
  const layers = inputs.filter((input) => sectionsOf(input).has('problem'));
  const others = inputs.filter((input) => !layers.includes(input));
  return layers.length === 0 ? [inputs] : layers.map((layer) => [layer, ...others]);
}

function searchSection({ search }: Sweep, diagnostics: Diagnostic[]): ReadonlyMap<FlagName, FlagValue> {
  const all = flagsOf('sweep');
  // How many threads there are is a matter of the machine, and changes no answer.
  const known = all.filter(
    ({ name, group }) => (group === 'Search' || group === 'Model') && name !== 'objective' && name !== 'threads',
  );
  const section = new Map<FlagName, FlagValue>();
  for (const { name, keySpan, value, span } of search) {
    const flag = known.find((one) => one.name === name);
    if (!flag) {
      const names = known.map((one) => one.name);
      const isTyped = name !== 'objective' && all.some((one) => one.name === name);
      const elsewhere = isTyped ? `it stands on the command line: mapper sweep --${name}` : didYouMean(name, names);
      const hint = name === 'objective' ? 'objective stands beside search' : elsewhere;
      const details = { span: keySpan, expected: names.join(', '), hint };
      diagnostics.push(error('E-KEY', `unknown key ${name} in search`, details));
      continue;
    }
    const parsed = parseFlagValue(flag, value, name);
    diagnostics.push(...parsed.diagnostics.map((one) => ({ ...one, span })));
    if (parsed.value !== undefined) section.set(flag.name, parsed.value);
  }
  return section;
}

function objectivesOf({ objectives }: Sweep, diagnostics: Diagnostic[]): readonly (string | undefined)[] {
  const flag = flagsOf('sweep').find(({ name }) => name === 'objective')!;
  const known = objectives.flatMap(({ text, span }) => {
    const words = text.split(',').map((word) => metricOf(word) ?? word.trim());
    const parsed = parseFlagValue(flag, words, 'objective');
    diagnostics.push(...parsed.diagnostics.map((one) => ({ ...one, span })));
    return parsed.value === undefined ? [] : [(parsed.value as readonly string[]).join(',')];
  });
  return known.length > 0 ? [...new Set(known)] : [undefined];
}

function withObjective(options: Options, objective: string | undefined): Options {
  return objective === undefined ? options : withValue(options, 'objective', objective.split(','), 'sweep file');
}
