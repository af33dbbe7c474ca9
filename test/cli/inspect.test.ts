// The seam between the command line and machines: whatever machine is asked, the same rules.

import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/cli/commands/inspect.js';
import type { Context } from '../../src/cli/context.js';
import { exitCode } from '../../src/cli/ending.js';
import { flagsOf } from '../../src/cli/flags.js';
import { readRequest } from '../../src/cli/inspections.js';
import type { Answer, Inspection } from '../../src/machines/machine.js';
import { machines } from '../../src/machines/registry.js';
import { numberOf, requiredNumbers, requiredText, textOf } from '../../src/machines/request.js';
import { plainStyle } from '../../src/report/style.js';
import { mapperHere } from './run-mapper.js';

const questions = machines.flatMap((machine) =>
  machine.inspections.map((inspection) => ({ machine, inspection, words: [machine.name, inspection.name] })),
);

it('machines, their questions and options have names of their own', () => {
  const names = machines.map(({ name }) => name);
  expect(names).not.toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  for (const { inspections } of machines) {
    const own = inspections.map(({ name }) => name);
    expect(new Set(own).size).toBe(own.length);
    for (const { options } of inspections) {
      const all = [...options, ...flagsOf('inspect')].map(({ name }) => name);
      expect(new Set(all).size).toBe(all.length);
    }
  }
});

describe.each(questions)('$words', ({ inspection, words }) => {
  it('describes itself', async () => {
    const help = await mapperHere(['inspect', ...words, '--help']);
    expect([help.status, help.stderr]).toEqual([0, '']);
    for (const option of [...inspection.options, ...flagsOf('inspect')])
      expect(help.stdout).toContain(`--${option.name}`);
    expect(inspection.examples.length).toBeGreaterThan(0);
    for (const option of inspection.options) expect(option.kind === 'switch' || option.value !== undefined).toBe(true);
  });

  it.each(inspection.examples)('%s', async (example) => {
    const [program, command, ...args] = wordsOf(example);
    expect([program, command, ...args.slice(0, 2)]).toEqual(['mapper', 'inspect', ...words]);
    const plain = args.filter((word) => word !== '--json');
    const people = await mapperHere(['inspect', ...plain]);
    const json = await mapperHere(['inspect', ...plain, '--json', '--quiet']);
    expect([people.status, json.status]).toEqual([0, 0]);
    expect(people.stdout.trim()).not.toBe('');
    expect(people.stdout).toMatch(/\n$/);
    expect(JSON.parse(json.stdout)).toBeTypeOf('object');
    expect(json.stderr).toBe('');
  });
});

describe('what cannot be asked', () => {
  it.each([
    [[], 'mapper inspect'],
    [['nobody'], "unknown command 'nobody'"],
    [[machines[0]!.name], `mapper inspect ${machines[0]!.name}`],
    [[machines[0]!.name, 'nothing'], "unknown command 'nothing'"],
  ])('%j is bad usage', async (words, said) => {
    const { status, stdout, stderr } = await mapperHere(['inspect', ...words]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });
});

describe('an answer', () => {
  function asking(answer: Answer, flags: readonly string[] = []) {
    const inspection: Inspection = {
      ...{ name: 'sum', summary: 'add', options: [], examples: [] },
      load: async () => () => answer,
    };
    return run(inspection, flags);
  }

  async function run(inspection: Inspection, flags: readonly string[]) {
    let [out, err] = ['', ''];
    const context: Context = {
      files: [],
      options: new Map(
        flagsOf('inspect').map(({ name }) => [name, { value: flags.includes(name), origin: 'default' }]),
      ),
      terminal: {
        out: async (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        ...{ outStyle: plainStyle, errColor: false, outWidth: null, errWidth: null, errIsTerminal: false },
      },
      ...{ argv: [], version: '0', said: [] },
      asked: { inspection, typed: new Map() },
    };
    const ending = await inspect(context);
    return { status: exitCode(ending), out, err };
  }

  it('is text for people and a document with --json', async () => {
    const answer: Answer = {
      ...{ kind: 'answered', json: [1, 2], text: 'one, two\n' },
      warnings: [{ code: 'W_BEADS', message: 'few beads' }],
    };
    const warning = 'warning[W_BEADS]: few beads\n';
    expect(await asking(answer)).toEqual({ status: 0, out: 'one, two\n', err: warning });
    expect(await asking(answer, ['json'])).toEqual({ status: 0, out: '[\n  1,\n  2\n]\n', err: warning });
    expect(await asking(answer, ['quiet'])).toEqual({ status: 0, out: 'one, two\n', err: '' });
  });

  it('is a refusal with exit code 1', async () => {
    const refusal: Answer = { kind: 'refused', code: 'E_BEAD', message: 'no bead left', details: { beads: 0 } };
    expect(await asking(refusal)).toEqual({ status: 1, out: '', err: 'refused[E_BEAD]: no bead left\n' });
    expect(await asking({ ...refusal, text: '0 beads\n' })).toMatchObject({ status: 1, out: '0 beads\n' });
    const json = await asking(refusal, ['json', 'quiet']);
    expect(json).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(json.out)).toEqual({ legal: false, code: 'E_BEAD', message: 'no bead left', beads: 0 });
    expect(Object.keys(JSON.parse(json.out))).toEqual(['legal', 'code', 'message', 'beads']);
  });

  it('is a request for better words with exit code 2', async () => {
    const answer: Answer = { kind: 'misunderstood', problems: [{ message: 'no number', expected: 'a number' }] };
    const people = await asking(answer);
    expect(people).toMatchObject({ status: 2, out: '' });
    expect(people.err).toContain('error[E-OPTION]: no number');
    const document = JSON.parse((await asking(answer, ['json'])).out);
    expect(document).toMatchObject({ valid: false, diagnostics: [{ code: 'E-OPTION', expected: 'a number' }] });
  });
});

describe('a request', () => {
  const inspection: Inspection = {
    ...{ name: 'sum', summary: 'add', examples: [] },
    options: [
      { name: 'counts', kind: 'integers', value: 'N,N', min: 0, required: true, doc: 'counts' },
      { name: 'color', kind: 'choice', value: 'COLOR', choices: ['red', 'blue'], default: 'red', doc: 'color' },
      { name: 'rods', kind: 'integer', value: 'N', min: 1, doc: 'rods' },
    ],
    load: async () => () => ({ kind: 'answered', json: {}, text: '' }),
  };
  const read = (typed: Readonly<Record<string, string>>) =>
    readRequest({ inspection, typed: new Map(Object.entries(typed)) }, ['word']);

  it('has checked values and defaults', () => {
    const request = read({ counts: '3, 4', rods: '2' }).value!;
    expect(request.positional).toEqual(['word']);
    expect(requiredNumbers(request, 'counts')).toEqual([3, 4]);
    expect(requiredText(request, 'color')).toBe('red');
    expect(numberOf(request, 'rods')).toBe(2);
    expect(numberOf(read({ counts: '' }).value!, 'rods')).toBeUndefined();
    expect(() => textOf(request, 'rods')).toThrow(TypeError);
    expect(() => requiredText(request, 'nothing')).toThrow(TypeError);
  });

  it('says everything that is wrong with it', () => {
    const { value, diagnostics } = read({ color: 'green', rods: '0' });
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '--counts is missing',
      '--color must be one of red, blue, got "green"',
      '--rods must be an integer of at least 1, got "0"',
    ]);
    for (const counts of ['1,x', '1,,2', '1.5', '-1', '1,99999999999999999999']) {
      expect(read({ counts }).diagnostics.map(({ code }) => code)).toEqual(['E-OPTION']);
    }
  });
});

/** As a shell splits them; quotes only around whole words. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare!);
}
