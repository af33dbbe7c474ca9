// What a search is asked, from the resolved options; and what a `mapper:` section of the input files says about them
// (E.1), where the command line, the environment and the config file are silent.

import { availableParallelism } from 'node:os';
import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { own } from '../math/own.js';
import { mostThreads } from '../parallel/worker-pool.js';
import type { Algorithm, Metric, SearchOptions } from '../search/result.js';
import { type Entry, type MapNode, type PlainValue, plain } from '../spec/node.js';
import type { Flag, FlagValue } from './flag.js';
import { parseFlagValue } from './flag-value.js';
import { type FlagName, flags } from './flags.js';
import { isOn, listOf, numberOf, type Options, textOf, withSection } from './options.js';

export function searchOptions(options: Options): SearchOptions {
  return {
    objective: listOf(options, 'objective') as readonly Metric[],
    algorithm: textOf(options, 'algorithm') as Algorithm,
    top: Math.max(numberOf(options, 'top') ?? 1, numberOf(options, 'rank') ?? 1),
    ...(isOn(options, 'distinct') && { distinct: true }),
    frontier: isOn(options, 'frontier'),
    threads: Math.min(numberOf(options, 'threads') ?? availableParallelism(), mostThreads()),
    seed: textOf(options, 'seed')!,
    timeLimitSeconds: numberOf(options, 'time-limit') ?? null,
    maxEvaluations: numberOf(options, 'max-evaluations') ?? null,
    victoryCondition: numberOf(options, 'victory-condition') ?? null,
    imperfect: isOn(options, 'imperfect'),
    memoryLimitBytes: numberOf(options, 'memory-limit')! * 2 ** 20,
  };
}

/** Of more threads than are of any use only so many are started. */
export function checkThreads(options: Options): readonly Diagnostic[] {
  const asked = numberOf(options, 'threads') ?? 0;
  const most = mostThreads();
  if (asked <= most) return [];
  const message = `${asked} threads are more than this machine has a use for: ${most} are started`;
  return [warning('W-DROPPED', message, { hint: 'without --threads, it is one per core' })];
}

/** What is shown must be kept, whatever else was asked for. */
export function checkRank(options: Options): readonly Diagnostic[] {
  const [top, rank] = [numberOf(options, 'top'), numberOf(options, 'rank') ?? 1];
  // Other commands that search have no --top.
  if (top === undefined || rank <= top || options.get('top')!.origin === 'default') return [];
  const message = `the ${rank} best mappings are kept and written, not ${top}: the one of rank ${rank} is to be shown`;
  return [warning('W-DROPPED', message, { hint: `give --rank up to ${top}, or --top ${rank}` })];
}

/** The options with the `mapper:` section between config file and defaults. */
export function withMapper(options: Options, mapper: MapNode | undefined): Outcome<Options> {
  if (!mapper) return { value: options, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const section = new Map<FlagName, FlagValue>();
  for (const entry of mapper.entries) readEntry(entry, section, diagnostics);
  // A section written for a mapper that samples must not cost the proof: only the user asks for another search.
  const followed = textOf(options, 'algorithm') === 'optimal' ? [] : samplingLimits;
  section.delete('algorithm');
  const left = mapper.entries.filter((entry) => isLeft(entry, followed));
  for (const { key } of left) if (samplingLimits.includes(key)) section.delete(counterparts[key]!);
  if (left.length > 0 && !hasErrors(diagnostics)) diagnostics.push(notFollowed(left));
  return { value: hasErrors(diagnostics) ? undefined : withSection(options, section, 'mapper section'), diagnostics };
}

/** Keys of the reference with a counterpart; 0 is its word for no limit. */
const counterparts: Readonly<Record<string, FlagName>> = {
  algorithm: 'algorithm',
  optimization_metrics: 'objective',
  optimization_metric: 'objective',
  num_threads: 'threads',
  search_size: 'max-evaluations',
  victory_condition: 'victory-condition',
};

/** How long to go on sampling. */
const samplingLimits: readonly string[] = ['search_size', 'victory_condition'];

/** What else of the section says how to sample. */
const samplingKeys: readonly string[] = ['algorithm', 'timeout', 'max_permutations_per_if_visit', 'filter_revisits'];

function isLeft({ key, value }: Entry, followed: readonly string[]): boolean {
  if (![...samplingLimits, ...samplingKeys].includes(key) || followed.includes(key)) return false;
  const said = plain(value);
  return said !== null && said !== 0 && said !== false && said !== 'optimal';
}

function notFollowed(left: readonly Entry[]): Diagnostic {
  const said = left.map(({ key, value }) => `${key} ${String(plain(value))}`).join(', ');
  const algorithm = left.find(({ key }) => key === 'algorithm');
  const other = algorithm ? String(plain(algorithm.value)).replaceAll('_', '-') : 'random';
  const hint = `the search that proves runs; --algorithm ${other} samples instead`;
  return warning('W-UNUSED', `not followed of the mapper section: ${said}`, { span: left[0]!.keySpan, hint });
}

/** Ours, which may also be written with underscores. */
const ourKeys: readonly FlagName[] = [
  'objective',
  'top',
  'frontier',
  'seed',
  'threads',
  'time-limit',
  'max-evaluations',
  'imperfect',
  'memory-limit',
];

function readEntry(entry: Entry, section: Map<FlagName, FlagValue>, diagnostics: Diagnostic[]): void {
  const value = plain(entry.value);
  const spelled = entry.key.replaceAll('_', '-') as FlagName;
  const name = own(counterparts, entry.key) ?? (ourKeys.includes(spelled) ? spelled : undefined);
  if (name === undefined || value === null) return;
  if (value === 0 && (entry.key === 'search_size' || entry.key === 'victory_condition')) return;
  const flag = flags.find((one) => one.name === name)!;
  const raw = name === 'objective' ? metrics(value, entry, diagnostics) : value;
  if (raw === undefined) return;
  const parsed = parseFlagValue(flag, raw, `mapper.${entry.key}`);
  diagnostics.push(...parsed.diagnostics.map((one) => ({ ...one, span: entry.value.span })));
  if (parsed.value !== undefined) section.set(name, parsed.value);
}

/** A metric by its own name, or by one that the field has for it. */
export function metricOf(word: string): Metric | undefined {
  const { value } = parseFlagValue(objectiveFlag, word, '');
  return Array.isArray(value) ? (value[0] as Metric) : undefined;
}

const objectiveFlag: Flag = flags.find(({ name }) => name === 'objective')!;

/** The reference can also count accesses, which is no objective here. */
function metrics(value: PlainValue, entry: Entry, diagnostics: Diagnostic[]): readonly Metric[] | undefined {
  const words = (Array.isArray(value) ? value : String(value).split(',')).map(String);
  const known = words.map((word) => metricOf(word));
  const unknown = words.filter((_, at) => known[at] === undefined);
  const kept = known.filter((one) => one !== undefined);
  const { span } = entry.value;
  for (const word of unknown) {
    const access = /accesses/.test(word);
    const hint = access
      ? `its access counts are not searched for; ${kept.length > 0 ? 'the other metrics are' : 'edp is, unless --objective says otherwise'}`
      : didYouMean(word, [...objectiveFlag.choices!, ...Object.keys(objectiveFlag.aliases!)]);
    if (access) diagnostics.push(warning('W-UNUSED', `objective ${word} is left out`, { span, hint }));
    else diagnostics.push(error('E-OPTION', `unknown objective ${word}`, { span, hint }));
  }
  return kept.length > 0 ? kept : undefined;
}
