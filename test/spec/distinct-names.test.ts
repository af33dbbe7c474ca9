import { describe, expect, it } from 'vitest';
import { distinctNames, type Named } from '../../src/spec/build/distinct-names.js';

/** Files by path, the same one wherever it is named again. */
function things(...all: readonly (readonly [name: string, ...paths: string[]])[]): readonly Named[] {
  const files = new Map<string, Named['files'][number]>();
  return all.map(([name, ...paths]) => ({
    name,
    files: paths.map((path) => {
      const file = files.get(path) ?? { source: { name: path, text: '' }, directory: null };
      files.set(path, file);
      return file;
    }),
  }));
}

describe('names that files share', () => {
  it.each([
    [
      'stay where they are distinct',
      [
        ['a', 'x.yaml'],
        ['b', 'y.yaml'],
      ],
      ['a', 'b'],
    ],
    [
      'stay where the files are the same',
      [
        ['a', 'x.yaml'],
        ['a', 'x.yaml'],
      ],
      ['a', 'a'],
    ],
    [
      'are told apart by the files',
      [
        ['gemm', 'n/one.yaml'],
        ['gemm', 'n/two.yaml'],
      ],
      ['gemm (one)', 'gemm (two)'],
    ],
    [
      'by the folders where need be',
      [
        ['m', 'p/a/m.yaml'],
        ['m', 'p/b/m.yaml'],
      ],
      ['a/m', 'b/m'],
    ],
    [
      'by as much of the path as it takes',
      [
        ['m', 'a/x/m.yaml'],
        ['m', 'b/x/m.yaml'],
        ['m', 'a/y/m.yaml'],
      ],
      ['a/x/m', 'b/x/m', 'y/m'],
    ],
    [
      'by what else was read',
      [
        ['m', 'm.yaml', 'r/one.yaml'],
        ['m', 'm.yaml', 'r/two.yaml'],
        ['m', 'm.yaml'],
      ],
      ['m (one)', 'm (two)', 'm'],
    ],
    [
      'by numbers with their folders',
      [
        ['conv', 'a/00.yaml'],
        ['conv', 'b/05.yaml'],
      ],
      ['conv (a/00)', 'conv (b/05)'],
    ],
    [
      'and never by a name that another has',
      [
        ['m', 'a.yaml'],
        ['m', 'b.yaml'],
        ['m (a)', 'c.yaml'],
      ],
      ['m (a) (2)', 'm (b)', 'm (a)'],
    ],
  ] as readonly [string, readonly [string, ...string[]][], readonly string[]][])('%s', (_, given, expected) => {
    expect(distinctNames(things(...given))).toEqual(expected);
  });

  it('are numbered where nothing tells them apart', () => {
    const again = things(['m', 'm.yaml'])[0]!;
    expect(distinctNames([...things(['m', 'm.yaml']), again])).toEqual(['m', 'm (2)']);
  });
});
