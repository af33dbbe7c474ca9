import { describe, expect, it } from 'vitest';
import { environmentName, flags, flagsOf } from '../../src/cli/flags.js';
import {
  isOn,
  listOf,
  numberOf,
  type OptionSources,
  resolveOptions,
  textOf,
  withSection,
} from '../../src/cli/options.js';
import type { ConfigValues } from '../../src/cli/read-config.js';

function sources(given: Partial<OptionSources>): OptionSources {
  return { typed: new Map(), environment: {}, ...given };
}

/** What a file would hold, wherever it stands there. */
function said(values: Readonly<Record<string, unknown>>): ConfigValues {
  const span = { source: { name: 'search.yaml', text: '' }, start: 0, end: 0 };
  return new Map(Object.entries(values).map(([key, value]) => [key, { value, keySpan: span, span }]));
}

describe('the flag table', () => {
  it('has names that are unique and spelled alike', () => {
    const names = flags.map((flag) => flag.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('has defaults that are among the choices and a value name on everything but switches', () => {
    for (const flag of flags) {
      expect(flag.kind === 'switch', flag.name).toBe(flag.value === undefined);
      const chosen = Array.isArray(flag.default) ? flag.default : [flag.default];
      if (flag.choices && flag.default !== undefined) expect(flag.choices).toEqual(expect.arrayContaining(chosen));
    }
  });
});

describe('precedence', () => {
  const config = { file: 'search.yaml', values: said({ top: 7, seed: 'c', quiet: true }) };

  it('is command line, environment, config file, default', () => {
    const environment = { MAPPER_TOP: '5', MAPPER_SEED: 'e' };
    const { value } = resolveOptions('search', { typed: new Map([['top', '3']]), environment, config });
    expect(value!.get('top')).toEqual({ value: 3, origin: 'command line' });
    expect(value!.get('seed')).toEqual({ value: 'e', origin: 'environment', where: 'MAPPER_SEED' });
    expect(value!.get('quiet')).toEqual({ value: true, origin: 'config file', where: 'search.yaml' });
    expect(value!.get('algorithm')).toEqual({ value: 'optimal', origin: 'default' });
  });

  it('puts the mapper section of the inputs between the config file and the defaults', () => {
    const { value } = resolveOptions('search', sources({ config }));
    const merged = withSection(
      value!,
      new Map<'seed' | 'algorithm', string>([
        ['seed', 'm'],
        ['algorithm', 'hybrid'],
      ]),
      'mapper section',
    );
    expect(textOf(merged, 'seed')).toBe('c');
    expect(merged.get('algorithm')).toEqual({ value: 'hybrid', origin: 'mapper section' });
  });

  it('ignores empty variables and the options of other commands in the config file', () => {
    const { value } = resolveOptions('evaluate', sources({ environment: { MAPPER_COMPAT: '' }, config }));
    expect(textOf(value!, 'compat')).toBe('auto');
    expect(value!.has('top')).toBe(false);
    expect(isOn(value!, 'quiet')).toBe(true);
  });
});

describe('variables of the environment that no flag has', () => {
  const said = (environment: Readonly<Record<string, string>>) => resolveOptions('search', sources({ environment }));

  it('are warned about, with what is meant, and nothing is held up', () => {
    const { value, diagnostics } = said({ MAPPER_TPO: '3', MAPPER_HOUSE: 'x', PATH: '/bin' });
    expect(value).toBeDefined();
    expect(diagnostics).toMatchObject([
      { code: 'W-UNUSED', message: expect.stringContaining('MAPPER_TPO'), hint: 'did you mean MAPPER_TOP?' },
      { code: 'W-UNUSED', message: expect.stringContaining('MAPPER_HOUSE') },
    ]);
  });

  it('are not those of other commands, empty ones and those of tests', () => {
    const environment = { MAPPER_TOLERANCE: 'cycles=1', MAPPER_TPO: '', MAPPER_PROPERTY_SEED: '1', MAPPER_RECORD: '1' };
    expect(said(environment).diagnostics).toEqual([]);
  });
});

describe('--json and --csv', () => {
  const resolved = (given: Partial<OptionSources>) => resolveOptions('search', sources(given));

  it('cannot both be typed', () => {
    const { value, diagnostics } = resolved({
      typed: new Map([
        ['json', true],
        ['csv', true],
      ]),
    });
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'E-OPTION', message: '--json and --csv are both given' }]);
  });

  it('give way to the one of higher precedence', () => {
    const { value } = resolved({ typed: new Map([['csv', true]]), environment: { MAPPER_JSON: '1' } });
    expect([isOn(value!, 'json'), isOn(value!, 'csv')]).toEqual([false, true]);
  });
});

describe('values', () => {
  it('takes lists from repeated flags, variables and config files', () => {
    const typed = resolveOptions('search', sources({ typed: new Map([['set', ['a=1', 'b=2']]]) }));
    const variable = resolveOptions('search', sources({ environment: { MAPPER_SET: 'a=1; b=2' } }));
    const config = resolveOptions('search', sources({ config: { file: 'c', values: said({ set: ['a=1', 'b=2'] }) } }));
    for (const outcome of [typed, variable, config]) expect(listOf(outcome.value!, 'set')).toEqual(['a=1', 'b=2']);
  });

  it('accepts the underscores of the field in names', () => {
    const { value } = resolveOptions('search', sources({ typed: new Map([['algorithm', 'linear_pruned']]) }));
    expect(textOf(value!, 'algorithm')).toBe('linear-pruned');
  });

  it('reads a lexicographic objective once each', () => {
    const { value } = resolveOptions('search', sources({ typed: new Map([['objective', 'energy, cycles,energy']]) }));
    expect(listOf(value!, 'objective')).toEqual(['energy', 'cycles']);
  });

  it.each([
    ['top', '0', '--top must be an integer of at least 1, got "0"'],
    ['top', '2.5', '--top must be an integer of at least 1, got "2.5"'],
    ['top', '', '--top must be an integer of at least 1, got ""'],
    ['time-limit', '-1', '--time-limit must be a number, in seconds, of at least 0, got "-1"'],
    ['time-limit', 'NaN', '--time-limit must be a number, in seconds, of at least 0, got "NaN"'],
    [
      'algorithm',
      'optimel',
      '--algorithm must be one of optimal, exhaustive, random, linear-pruned, random-pruned, hybrid, got "optimel"',
    ],
    ['out', '', '--out must be DIR, got ""'],
  ])('refuses --%s %j', (name, raw, message) => {
    const { value, diagnostics } = resolveOptions('search', sources({ typed: new Map([[name, raw]]) }));
    expect(value).toBeUndefined();
    expect(diagnostics.map((one) => one.message)).toEqual([message]);
  });

  it('suggests other names of a choice', () => {
    const { diagnostics } = resolveOptions('search', sources({ typed: new Map([['objective', 'latncy']]) }));
    expect(diagnostics.map(({ hint }) => hint)).toEqual(['did you mean latency?']);
  });

  it('suggests a choice, a config key, and collects every problem', () => {
    const { diagnostics } = resolveOptions(
      'search',
      sources({
        typed: new Map([['objective', 'enrgy']]),
        environment: { MAPPER_FRONTIER: 'maybe' },
        config: { file: 'c.yaml', values: said({ 'tim-limit': 3 }) },
      }),
    );
    expect(diagnostics.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      ['E-OPTION', expect.stringContaining('--objective must be one of'), 'did you mean energy?'],
      ['E-OPTION', 'MAPPER_FRONTIER must be true or false, got "maybe"', undefined],
      ['E-OPTION', 'unknown key tim-limit in c.yaml', 'did you mean time-limit?'],
    ]);
  });

  it.each([
    ['algorithm', { a: 1 }, 'got {"a":1}'],
    ['algorithm', null, 'got null'],
    ['objective', [{ a: 1 }], 'got {"a":1}'],
    ['objective', {}, 'got {}'],
  ])('shows what a file has for %s as it stands there: %j', (name, value, message) => {
    const config = { file: 'c.yaml', values: said({ [name]: value }) };
    const { diagnostics } = resolveOptions('search', sources({ config }));
    expect(diagnostics.map((one) => one.message)).toEqual([expect.stringContaining(message)]);
  });

  it('names variables after flags', () => {
    expect(environmentName(flagsOf('search').find((flag) => flag.name === 'time-limit')!)).toBe('MAPPER_TIME_LIMIT');
    const { value } = resolveOptions('search', sources({ environment: { MAPPER_TIME_LIMIT: '1.5' } }));
    expect(numberOf(value!, 'time-limit')).toBe(1.5);
  });
});
