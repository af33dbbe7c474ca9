// From what was typed to what it means: every flag of a command resolved by one precedence, each value remembering
// where it came from (`--print-config`). Command line, then MAPPER_* variables, then the --config file, then a sweep file,
// then, for a search, the `mapper:` section of the inputs, then the default.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { closest, didYouMean } from '../diagnostics/suggestion.js';
import type { CommandName, Flag, FlagValue } from './flag.js';
import { parseFlagValue } from './flag-value.js';
import { environmentName, type FlagName, flags, flagsOf } from './flags.js';
import type { ConfigValues } from './read-config.js';

export type Origin = 'command line' | 'environment' | 'config file' | 'sweep file' | 'mapper section' | 'default';

export interface ResolvedValue {
  readonly value: FlagValue | undefined;
  readonly origin: Origin;
  /** For instance the variable or the file. */
  readonly where?: string;
}

export type Options = ReadonlyMap<FlagName, ResolvedValue>;

export interface OptionSources {
  readonly typed: ReadonlyMap<string, unknown>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config?: { readonly file: string; readonly values: ConfigValues };
}

export function resolveOptions(command: CommandName, sources: OptionSources): Outcome<Options> {
  const diagnostics: Diagnostic[] = [];
  const options = new Map<FlagName, ResolvedValue>();
  for (const flag of flagsOf(command)) {
    const given = firstGiven(flag, sources);
    if (!given) {
      options.set(flag.name, { value: flag.default, origin: 'default' });
      continue;
    }
    const parsed = parseFlagValue(flag, given.raw, given.name);
    const { origin, where, span } = given;
    diagnostics.push(...parsed.diagnostics.map((one) => (span ? { ...one, span } : one)));
    if (parsed.value !== undefined) options.set(flag.name, { value: parsed.value, origin, ...(where && { where }) });
  }
  diagnostics.push(...oneForm(options), ...unknownConfigKeys(sources), ...unknownVariables(sources));
  return { value: hasErrors(diagnostics) ? undefined : options, diagnostics };
}

/** Of --json and --csv that of the higher precedence. */
function oneForm(options: Map<FlagName, ResolvedValue>): readonly Diagnostic[] {
  if (!isOn(options, 'json') || !isOn(options, 'csv')) return [];
  const both = (['json', 'csv'] as const).map((name) => ({ name, ...options.get(name)! }));
  const [json, csv] = both.map(({ origin }) => ORIGINS.indexOf(origin));
  if (json === csv) {
    const given = both.map(({ name, origin, where = '' }) =>
      origin === 'environment' ? where : origin === 'config file' ? `${name} in ${where}` : `--${name}`,
    );
    const hint = json === 0 ? undefined : 'leave one of them out; what is typed, --json or --csv, beats both';
    return [error('E-OPTION', `${given.join(' and ')} are both given`, { expected: 'one of them', hint })];
  }
  options.set(json! < csv! ? 'csv' : 'json', { value: false, origin: 'default' });
  return [];
}

const ORIGINS: readonly Origin[] = ['command line', 'environment', 'config file'];

/** Fills in what a sweep file or an input file's `mapper:` section says, where nothing of higher precedence spoke. */
export function withSection(
  options: Options,
  section: ReadonlyMap<FlagName, FlagValue>,
  origin: 'sweep file' | 'mapper section',
): Options {
  const merged = new Map(options);
  for (const [name, value] of section) {
    if (options.get(name)?.origin === 'default') merged.set(name, { value, origin });
  }
  return merged;
}

/** As if it had been typed, unless it comes from elsewhere. */
export function withValue(
  options: Options,
  name: FlagName,
  value: FlagValue,
  origin: Origin = 'command line',
): Options {
  return new Map([...options, [name, { value, origin }] as const]);
}

export function isOn(options: Options, name: FlagName): boolean {
  return options.get(name)?.value === true;
}

export function textOf(options: Options, name: FlagName): string | undefined {
  const value = options.get(name)?.value;
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(options: Options, name: FlagName): number | undefined {
  const value = options.get(name)?.value;
  return typeof value === 'number' ? value : undefined;
}

export function listOf(options: Options, name: FlagName): readonly string[] {
  const value = options.get(name)?.value;
  return Array.isArray(value) ? value : [];
}

interface Given {
  readonly raw: unknown;
  /** How to call it in a message. */
  readonly name: string;
  readonly origin: Origin;
  readonly where?: string;
  /** In a file. */
  readonly span?: Span;
}

function firstGiven(flag: Flag, sources: OptionSources): Given | undefined {
  const typed = sources.typed.get(flag.name);
  if (typed !== undefined) return { raw: typed, name: `--${flag.name}`, origin: 'command line' };
  const variable = environmentName(flag);
  const environment = sources.environment[variable];
  if (environment !== undefined && environment !== '') {
    const raw = flag.kind === 'list' ? environment.split(';').map((part) => part.trim()) : environment;
    return { raw, name: variable, origin: 'environment', where: variable };
  }
  const config = sources.config;
  const found = flag.name === 'config' ? undefined : config?.values.get(flag.name);
  if (!config || !found) return undefined;
  const { value: raw, span } = found;
  return { raw, name: `${flag.name} in ${config.file}`, origin: 'config file', where: config.file, span };
}

function unknownConfigKeys({ config }: OptionSources): Diagnostic[] {
  if (!config) return [];
  const known: readonly string[] = flags.map((flag) => flag.name).filter((name) => name !== 'config');
  return [...config.values]
    .filter(([key]) => !known.includes(key))
    .map(([key, { keySpan: span }]) => {
      return error('E-OPTION', `unknown key ${key} in ${config.file}`, { span, hint: didYouMean(key, known) });
    });
}

/** The environment serves other programs as well, so that this is no error; values may be secret. */
function unknownVariables({ environment }: OptionSources): Diagnostic[] {
  const known = flags.map(environmentName);
  const names = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OF_TESTS.test(name) && environment[name])
    .map((name) => {
      const meant = closest(name.slice(PREFIX.length), names);
      const hint = meant && `did you mean ${PREFIX}${meant}?`;
      return warning('W-UNUSED', `${name} in the environment has no effect: no flag is called so`, { hint });
    });
}

const PREFIX = 'MAPPER_';

/** What our own tests are told. */
const OF_TESTS = /^MAPPER_(PROPERTY_|FUZZ_|OPTIMAL_|RECORD$|ALL_MACHINES$)/;
