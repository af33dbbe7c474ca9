// `mapper search --axis KEY=VALUES`: a small sweep without a file, over the layers that the search would have had.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, error, hasErrors, warning } from '../diagnostics/diagnostic.js';
import { slug } from '../math/slug.js';
import { configHash } from '../results/config-hash.js';
import { settingOf } from '../spec/attribute-names.js';
import { type Axis, grid } from '../sweep/axis.js';
import { fromText, withoutRepeats } from '../sweep/axis-node.js';
import { localEngine } from '../sweep/local-engine.js';
import type { Point } from '../sweep/point.js';
import type { Context } from './context.js';
import type { Ending } from './ending.js';
import { isAxis, loadInputs, readOptions } from './inputs.js';
import { buildLayer, groupLayers } from './layers.js';
import { isOn, listOf, numberOf, type Options, textOf, withValue } from './options.js';
import { refuse, saying } from './output.js';
import { performSweep } from './perform-sweep.js';

/** What the environment or a file of options has of a key gives way to what is typed of it with the other flag. */
function givesWay(flag: 'set' | 'axis', item: string, options: Options): boolean {
  const other = flag === 'set' ? 'axis' : 'set';
  const isTyped = (name: typeof flag): boolean => options.get(name)?.origin === 'command line';
  if (isTyped(flag) || !isTyped(other)) return false;
  const keyOf = (text: string): string => text.split('=', 1)[0]!.trim();
  return listOf(options, other).some((one) => settingOf(keyOf(one)) === settingOf(keyOf(item)));
}

export async function searchAxes(context: Context): Promise<Ending> {
  const { files, options, version } = context;
  const settings = listOf(options, 'set').filter((item) => !givesWay('set', item, options));
  const fixed = settings.filter((item) => !isAxis(item));
  const plain = withValue(options, 'set', fixed);
  const loaded = await loadInputs(files, options);
  const read = readOptions(plain);
  const diagnostics = [...loaded.diagnostics, ...read.diagnostics, ...misfits(options)];
  const given = listOf(options, 'axis').filter((item) => !givesWay('axis', item, options));
  const axes = [...settings.filter(isAxis), ...given].flatMap((item) => readAxis(item, diagnostics) ?? []);
  const keys = [...(read.value?.overrides ?? []).map(({ key }) => key), ...axes.flatMap((axis) => axis.keys)];
  for (const key of axes.flatMap((axis) => axis.keys).filter((one, at, all) => all.indexOf(one) === at)) {
    if (keys.filter((one) => settingOf(one) === settingOf(key)).length === 1) continue;
    const hint = 'one axis with all values, or one --set';
    diagnostics.push(error('E-DUPLICATE', `${key} is set more than once, along an axis`, { hint }));
  }
  if (!loaded.value || !read.value || hasErrors(diagnostics)) return refuse(context, diagnostics);
  const overrides = read.value.overrides;
  const points = groupLayers(loaded.value).flatMap((group) => {
    const layer = { architecture: group.slice(0, -1), workload: group.slice(-1), objective: undefined };
    return grid(axes).map((settings): Point => ({ ...layer, settings }));
  });
  const threads = numberOf(options, 'threads') ?? availableParallelism();
  return performSweep(saying(context, diagnostics), {
    points,
    read: ({ architecture, workload, settings: own }) =>
      buildLayer([...architecture, ...workload], plain, { ...read.value!, overrides: [...overrides, ...own] }),
    keys: axes.flatMap(({ keys }) => keys),
    engine: localEngine(threads, version),
    shard: { index: 1, count: 1 },
    directory: isOn(options, 'no-results') ? undefined : (textOf(options, 'out') ?? directoryFor(points)),
  });
}

function readAxis(item: string, diagnostics: Diagnostic[]): Axis | undefined {
  const at = item.indexOf('=');
  const fail = (message: string): undefined => {
    const hint = '--axis GLB.depth=2k..16k, or 1k,3k,8k';
    diagnostics.push(error('E-OPTION', `axis ${item} ${message}`, { hint }));
    return undefined;
  };
  const axis = at > 0 ? fromText([item.slice(0, at).trim()], item.slice(at + 1), fail) : fail('is not KEY=VALUES');
  return axis && withoutRepeats(axis, (message) => diagnostics.push(warning('W-UNUSED', message, { found: item })));
}

/** What a search gives for one point and a sweep cannot give for many. */
function misfits(options: Options): readonly Diagnostic[] {
  return (['top', 'frontier', 'rank', 'distinct'] as const)
    .filter((name) => options.get(name)?.origin === 'command line')
    .map((name) => error('E-OPTION', `--${name} does not go with axes: a point has one row`));
}

/** Equal for equal files and axes, so that the same command continues where it stopped. */
function directoryFor(points: readonly Point[]): string {
  const sources = (inputs: Point['workload']): readonly string[] => inputs.map(({ source }) => source.text);
  const hash = configHash(points.map((one) => [sources(one.architecture), sources(one.workload), one.settings]));
  const [first] = points;
  const name = first?.workload[0]?.source.name.split(/[/\\]/).at(-1) ?? '';
  return join('results', `sweep-${slug(name.replace(/\.[^.]*$/, ''))}-${hash.slice(0, 8)}`);
}
