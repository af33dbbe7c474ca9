// readSpec never throws and never answers with a value and an error at once, whatever becomes of the text.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { diagnosticToJson, renderDiagnostic } from '../../src/diagnostics/render.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { fragments } from '../fuzz/mutations.js';
import { input } from './reading.js';

const sound = `variables: {version: 0.4, n: 2, m: n*2}
architecture:
  version: 0.4
  nodes:
  - !Container {name: sys, attributes: {technology: "45nm", width: &w 8}}
  - !Component
    name: DRAM
    class: DRAM
    attributes: {datawidth: *w, width: 64//n}
    constraints: {temporal: {factors: [C=1], permutation: CM}}
  - !Parallel
    nodes:
    - !Component {name: GLB, class: SRAM, attributes: &g {depth: DRAM.attributes.width*n}, spatial: {meshX: m}}
    - !Nothing
  - !Component {name: MAC, class: mac, attributes: {<<: *g}}
problem:
  shape:
    name: s
    dimensions: [C, M]
    coefficients: [{name: W, default: 1}]
    data_spaces:
    - {name: A, projection: [[[C, W], [M]]]}
    - {name: Z, projection: [M], read_write: True}
  instance: {C: 4, M: n*2, densities: {A: 0.5}}
mapping:
- {target: GLB, type: temporal, factors: C4 M2, permutation: [C, M]}
ERT: {version: 0.4, tables: [{name: "s.DRAM[1..1]", actions: [{name: read, arguments: {}, energy: 1.5}]}]}
`;

function reads(text: string): void {
  const { value, diagnostics } = readSpec([input('in.yaml', text)], { compat: 'none', overrides: [] });
  expect(value === undefined).toBe(hasErrors(diagnostics));
  for (const diagnostic of diagnostics) {
    expect(renderDiagnostic(diagnostic, { color: true })).toContain(diagnostic.code);
    const { line = 1, column = 1 } = diagnosticToJson(diagnostic);
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
  }
}

test('the text that is mutated below is sound', () => {
  expect(readSpec([input('in.yaml', sound)], { compat: 'none', overrides: [] }).diagnostics).toEqual([]);
});

const fragment = fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 4, unit: 'binary' }));

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: sound.length }),
  remove: fc.nat({ max: 12 }),
  insert: fc.oneof(fragment, fc.constant('')),
});

test('whatever is cut out of it or put into it', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      reads(
        edits.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), sound),
      );
    }),
    { numRuns: 700 },
  );
});

test('whatever lines change places', () => {
  const lines = sound.split('\n');
  const index = fc.nat({ max: lines.length - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(index, index), { minLength: 1, maxLength: 5 }), (moves) => {
      reads(moves.reduce((current, [from, to]) => current.with(to, current[from]!), lines).join('\n'));
    }),
    { numRuns: 250 },
  );
});

test('whatever text it is', () => {
  fc.assert(fc.property(fc.string({ maxLength: 40, unit: 'binary' }), reads), { numRuns: 400 });
  fc.assert(
    fc.property(
      fc.array(fragment, { maxLength: 15 }).map((parts) => parts.join('')),
      reads,
    ),
    { numRuns: 400 },
  );
});

test('whatever value stands anywhere', () => {
  const value = fc.constantFrom(
    'null',
    '-1',
    '0',
    '1.5',
    '"8"',
    '[1]',
    '{a: 1}',
    'true',
    'text',
    '(n)',
    '(nope)',
    '[]',
    '{}',
    '.inf',
    '""',
  );
  const scalars = [...sound.matchAll(/(?<=: )[\w"*/.]+(?=[,}\n])/g)];
  expect(scalars.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.constantFrom(...scalars), value, (match, replacement) => {
      reads(sound.slice(0, match.index) + replacement + sound.slice(match.index + match[0].length));
    }),
    { numRuns: 300 },
  );
});

test('whatever is set', () => {
  const key = fc.oneof(
    fc.constantFrom('n', 'GLB.depth', 'GLB.spatial.meshX', 'problem.instance.C', 'a.b', '..', 'GLB.'),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(fragment, fc.string({ maxLength: 6 }), fc.constantFrom('1', 'n+1', '[1, 2]'));
  fc.assert(
    fc.property(fc.array(fc.record({ key, value }), { maxLength: 3 }), (overrides) => {
      const outcome = readSpec([input('in.yaml', sound)], { compat: 'none', overrides });
      expect(outcome.value === undefined).toBe(hasErrors(outcome.diagnostics));
    }),
    { numRuns: 250 },
  );
});
