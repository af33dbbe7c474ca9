import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../../src/diagnostics/render.js';
import { loadInput } from '../../src/spec/read/load.js';
import { type Axis, grid } from '../../src/sweep/axis.js';
import { readSweep } from '../../src/sweep/sweep-file.js';
import { temporaryDirectory } from './killing.js';

const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true }));
mkdirSync(join(directory, 'nets'));
for (const name of ['a.yaml', 'b.yaml', 'nets/1.yaml', 'nets/2.yaml', 'nets/10.yml', 'nets/notes.txt']) {
  writeFileSync(join(directory, name), 'variables: {}\n');
}

function read(body: string) {
  const path = join(directory, 'test.yaml');
  writeFileSync(path, `sweep:\n  architectures: [a.yaml]\n  workloads: [b.yaml]\n${body.replace(/^/gm, '  ')}\n`);
  return readSweep(loadInput(path, 'any').value!);
}

function settings(body: string): readonly string[] {
  const { value, diagnostics } = read(body);
  expect(diagnostics).toEqual([]);
  return value!.settings.map((one) => one.map(({ key, value: set }) => `${key}=${set}`).join(' '));
}

describe('the axes of a sweep', () => {
  it.each([
    ['values: [1024, 2k, a*2, true]', ['1024', '2048', 'a*2', 'true']],
    ['range: 2k..16k', ['2048', '4096', '8192', '16384']],
    ['range: 1..100*10', ['1', '10', '100']],
    ['range: 4..17+4', ['4', '8', '12', '16']],
    ['range: 0.1..0.4+0.1', ['0.1', '0.2', '0.3', '0.4']],
    ['range: {from: 1, to: 100, steps: 3, scale: log}', ['1', '10', '100']],
    ['range: {from: 1, to: 9, steps: 5}', ['1', '3', '5', '7', '9']],
    ['range: {from: 1, to: 3}', ['1', '2', '3']],
    ['values: "1,2,8..32"', ['1', '2', '8', '16', '32']],
  ])('%s', (text, values) => {
    expect(settings(`axes: [{set: GLB.depth, ${text}}]`)).toEqual(values.map((value) => `GLB.depth=${value}`));
  });

  it('set several things to values of which some are equal', () => {
    const values = settings('axes: [{set: [a, b, c], values: [[1, 1, 2], [1, 2, 2]]}]');
    expect(values).toEqual(['a=1 b=1 c=2', 'a=1 b=2 c=2']);
  });

  it('form a grid, the last one fastest', () => {
    const axes = 'axes: [{set: a, values: [1, 2]}, {set: b, values: [3, 4]}]';
    expect(settings(axes)).toEqual(['a=1 b=3', 'a=1 b=4', 'a=2 b=3', 'a=2 b=4']);
  });

  it('share what they set in a grid, so that each is read once', () => {
    const axes: readonly Axis[] = [
      { keys: ['a'], values: [['1'], ['2']] },
      { keys: ['b'], values: [['3'], ['4'], ['5']] },
    ];
    expect(new Set(grid(axes).flat()).size).toBe(5);
  });

  it('advance together in a zip, and within an axis that sets several things', () => {
    expect(settings('mode: zip\naxes: [{set: a, values: [1, 2]}, {set: b, values: [3, 4]}]')).toEqual([
      'a=1 b=3',
      'a=2 b=4',
    ]);
    expect(settings('axes: [{set: [a, b], values: [[1, 3], 5]}]')).toEqual(['a=1 b=3', 'a=5 b=5']);
  });

  it('are drawn without repeats from a seed', () => {
    const body = (more: string): string =>
      `mode: random\n${more}\naxes: [{set: a, range: 1..64}, {set: b, values: [1, 2, 3]}]`;
    const first = settings(body('samples: 10'));
    expect(new Set(first).size).toBe(10);
    expect(settings(body('samples: 10'))).toEqual(first);
    expect(settings(body('samples: 10\nseed: 1'))).not.toEqual(first);
    expect(new Set(settings(body('samples: 1000'))).size).toBe(21);
  });

  it('are drawn until all are, however many are asked for', () => {
    expect(settings('mode: random\nsamples: 1000000\naxes: [{set: a, range: 1..2}]')).toHaveLength(2);
    expect(settings('mode: random\nsamples: 9\naxes: {set: a, range: {from: 1, to: 5}}')).toHaveLength(5);
  });

  it.each(['samples: 3', 'seed: 3'])('are not drawn for %s alone, which is said', (text) => {
    const { value, diagnostics } = read(`axes: [{set: a, values: [1, 2]}]\n${text}`);
    expect(value!.settings).toHaveLength(2);
    expect(diagnostics).toMatchObject([{ code: 'W-UNUSED', message: expect.stringContaining('mode: random') }]);
  });

  it('may be listed point by point', () => {
    expect(settings('mode: list\npoints: [{a: 1}, {a: 2, b: 3k}]')).toEqual(['a=1', 'a=2 b=3072']);
  });

  it.each([
    ['axes: [{set: a, values: [1k, 2, 1024]}]', 'axis a has the value 1024 already', ['a=1024', 'a=2'], '1024'],
    ['axes: [{set: a, values: "1,2,1..2"}]', 'axis a has the value 1 already', ['a=1', 'a=2'], '"1,2,1..2"'],
    [
      'mode: zip\naxes: [{set: a, values: [1, 1, 1]}, {set: b, values: [3, 4, 3]}]',
      'a=1, b=3',
      ['a=1 b=3', 'a=1 b=4'],
      'mode: zip',
    ],
    ['mode: list\npoints: [{a: 1}, {a: 2}, {a: 1}]', 'the point a=1 is there already', ['a=1', 'a=2'], '{a: 1}'],
  ])('count once where they are there twice: %s', (text, message, expected, place) => {
    const { value, diagnostics } = read(text);
    expect(value!.settings.map((one) => one.map(({ key, value: set }) => `${key}=${set}`).join(' '))).toEqual(expected);
    expect(diagnostics[0]).toMatchObject({ severity: 'warning', message: expect.stringContaining(message) });
    const { source, start, end } = diagnostics[0]!.span!;
    expect(source.text.slice(start, end)).toContain(place);
    // The second of the two.
    expect(start).toBe(place === 'mode: zip' ? source.text.indexOf('arch') : source.text.lastIndexOf(place));
  });

  it('need not be there', () => {
    expect(settings('')).toEqual(['']);
  });
});

it('an architecture that is listed twice counts once', () => {
  const path = join(directory, 'again.yaml');
  writeFileSync(path, 'sweep: {architectures: [a.yaml, b.yaml, a.yaml], workloads: [b.yaml]}\n');
  const { value, diagnostics } = readSweep(loadInput(path, 'any').value!);
  expect(value!.architectures.map(({ paths }) => relative(directory, paths[0]!))).toEqual(['a.yaml', 'b.yaml']);
  expect(diagnostics).toEqual([
    expect.objectContaining({ message: expect.stringContaining('a.yaml is there already') }),
  ]);
  expect(diagnostics[0]!.span!.start).toBe('sweep: {architectures: [a.yaml, b.yaml, '.length);
});

describe('the files of a sweep', () => {
  const paths = (list: string): readonly (readonly string[])[] => {
    const { value, diagnostics } = read(`files: ${list}`);
    expect(diagnostics).toEqual([]);
    return value!.files.map((path) => [relative(directory, path)]);
  };

  it('are relative to it, in the order of their names where one stands for many', () => {
    expect(paths('nets')).toEqual([['nets/1.yaml'], ['nets/10.yml'], ['nets/2.yaml']]);
    expect(paths('[nets/*.yaml, a.yaml]')).toEqual([['nets/1.yaml'], ['nets/2.yaml'], ['a.yaml']]);
    expect(paths('"nets/?.yaml"')).toEqual([['nets/1.yaml'], ['nets/2.yaml']]);
  });

  it('stand together in a list of a list', () => {
    const path = join(directory, 'groups.yaml');
    writeFileSync(path, 'sweep:\n  architectures: [[a.yaml, b.yaml], a.yaml]\n  workloads: b.yaml\n');
    const { value } = readSweep(loadInput(path, 'any').value!);
    expect(value!.architectures.map((group) => group.paths.length)).toEqual([2, 1]);
  });
});

describe('mistakes in a sweep file', () => {
  it.each([
    ['axis: [{set: a, values: [1]}]', 'E-KEY', '4:3', 'unknown key axis in sweep', 'did you mean axes?'],
    ['axes: [{set: a}]', 'E-TYPE', '4:10', 'axis a has neither values nor a range', 'values: [1024, 2048]'],
    ['axes: [{set: a, values: [1], range: 1..2}]', 'E-TYPE', '4:10', 'axis a has both values and a range', ''],
    ['axes: [{set: a, range: 8..2}]', 'E-TYPE', '4:26', 'ends at 2, before it begins at 8', ''],
    ['axes: [{set: a, range: 0..8}]', 'E-TYPE', '4:26', 'is logarithmic and does not begin above 0', ''],
    ['axes: [{set: a, range: 1..8*1}]', 'E-TYPE', '4:26', 'does not advance by 1', ''],
    ['axes: [{set: a, range: two}]', 'E-TYPE', '4:26', 'cannot be read', 'for example 2k..16k'],
    ['axes: [{set: [a, b], values: [[1, 2, 3]]}]', 'E-TYPE', '4:33', 'sets 2 things, to 3 values here', ''],
    ['axes: [{set: a, values: [1]}, {set: a, values: [2]}]', 'E-DUPLICATE', '4:9', 'two axes set a', ''],
    ['axes: {a: [1, 2], set: a}', 'E-KEY', '4:10', 'unknown key a in sweep.axes', 'one of set, values, range'],
    ['axes: {values: [1, 2]}', 'E-REQUIRED', '4:9', 'sweep.axes has no set', ''],
    [
      'axes: [{set: GLB.depth, values: [1]}, {set: GLB.attributes.memory_depth, values: [2]}]',
      'E-DUPLICATE',
      '4:9',
      'two axes set the same, as GLB.depth and as GLB.attributes.memory_depth',
      '',
    ],
    [
      'mode: list\npoints: [{n: 1}, {n: 2, variables.n: 3}]',
      'E-DUPLICATE',
      '5:20',
      'the point sets the same, as n and as variables.n',
      '',
    ],
    [
      'mode: random\nsamples: 1000001\naxes: {set: a, values: [1]}',
      'E-SIZE',
      '5:12',
      '1000001 samples are more',
      'at most 1000000',
    ],
    [
      'mode: zip\naxes: [{set: a, values: [1]}, {set: b, values: [1, 2]}]',
      'E-CONFLICT',
      '5:9',
      'equally many values: a 1, b 2',
      '',
    ],
    ['mode: random\naxes: [{set: a, values: [1]}]', 'E-REQUIRED', '4:9', 'mode: random needs samples', 'samples: 100'],
    ['mode: list', 'E-REQUIRED', '4:9', 'mode: list needs points', 'points: ['],
    ['points: [{a: 1}]', 'E-CONFLICT', '4:11', 'points go with mode: list', ''],
    [
      'points: [{a: 1}]\naxes: [{set: a, values: [1]}, {set: a, values: [2]}]',
      'E-DUPLICATE',
      '5:9',
      'two axes set a',
      '',
    ],
    ['mode: gird', 'E-TYPE', '4:9', 'sweep.mode cannot be', 'one of grid, zip'],
    ['files: [nowhere.yaml]', 'E-READ', '4:11', 'no file matches nowhere.yaml', 'relative to the sweep file'],
    [
      `files: [${'x'.repeat(300)}.yaml]`,
      'E-READ',
      '4:11',
      'xxx.yaml: the name is too long',
      'relative to the sweep file',
    ],
    ['objective: edp\nobjectives: [edp]', 'E-CONFLICT', '5:15', 'objective and objectives are both given', ''],
    [
      'axes: [{set: a, range: 1..999+1}, {set: b, range: 1..999+1}, {set: c, range: 1..9+1}]',
      'E-SIZE',
      '4:9',
      'combinations',
      'mode: random',
    ],
  ])('%s', (body, code, place, message, hint) => {
    const { value, diagnostics } = read(body);
    expect(value).toBeUndefined();
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    const text = renderDiagnostic(diagnostics[0]!, { color: false });
    expect(text).toContain(`test.yaml:${place}`);
    expect(text).toContain(message);
    expect(text).toContain(hint);
  });
});
