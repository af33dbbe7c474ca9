// Every measured case through the real pipeline: the reference's counts and cycles exactly, its energies to 1e-6, its
// printed loop nest, its reasons to refuse. The literal walk that judges the kernel is held to the same.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { walk } from '../judges/walk.js';
import { type CaseTexts, type PipelineResult, runPipeline } from '../support/pipeline.js';
import { compareEvaluation, compareJudgement, type Expected } from './expected.js';
import { rejectionDifferences } from './rejection.js';

interface GoldenCase {
  readonly name: string;
  readonly texts: CaseTexts;
  readonly expected: Expected;
}

interface CorpusLine {
  readonly id: string;
  readonly tags: readonly string[];
  readonly arch: string;
  readonly problem: string;
  readonly mapping: string;
  readonly ert: string;
  readonly expected: Expected;
}

const here = new URL('./', import.meta.url);

function measuredCases(): GoldenCase[] {
  return readdirSync(new URL('cases/', here))
    .sort()
    .map((name) => {
      const files = readdirSync(new URL(`cases/${name}/`, here));
      const text = (file: string): string => readFileSync(new URL(`cases/${name}/${file}`, here), 'utf8');
      const optional = (file: string): string | undefined => (files.includes(file) ? text(file) : undefined);
      const texts = {
        architecture: text('arch.yaml'),
        problem: text('problem.yaml'),
        mapping: text('mapping.yaml'),
        ert: optional('ert.yaml'),
        art: optional('art.yaml'),
        imperfect: optional('imperfect.yaml'),
      };
      return { name, texts, expected: JSON.parse(text('expected.json')) as Expected };
    });
}

function randomCases(): GoldenCase[] {
  const lines = readFileSync(new URL('random/dense.jsonl', here), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { id, tags, arch, problem, mapping, ert, expected } = JSON.parse(line) as CorpusLine;
      return { name: `${id} ${tags.join(' ')}`, texts: { architecture: arch, problem, mapping, ert }, expected };
    });
}

/** Switches of the reference, by their environment variables. */
function run({ texts, expected }: GoldenCase): PipelineResult {
  const elision = expected.env?.TIMELOOP_ENABLE_FIRST_READ_ELISION !== '0';
  return runPipeline(texts, { compat: 'timeloop-v4', model: { firstReadElision: elision } });
}

function check(golden: GoldenCase): void {
  const result = run(golden);
  const { expected } = golden;
  if (expected.error !== undefined) {
    expect(rejectionDifferences(expected.error, result.diagnostics)).toEqual([]);
    return;
  }
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const plan = result.plan!;
  const walked = expected.env?.TIMELOOP_DISABLE_TEMPORAL_EXTRAPOLATION === '1';
  const judged = compareJudgement(walk(plan, result.mapping!, { extrapolation: !walked }), plan, expected);
  expect(judged.differences).toEqual([]);
  expect(judged.compared).toBeGreaterThan(20);
  expect(result.evaluation!.loopNest).toBe(expected.mapping_text);
  // The evaluator has no switch that makes it visit every iteration: only the judge can be held to that case.
  if (walked) return;
  const evaluated = compareEvaluation(result.evaluation!, plan, expected);
  expect(evaluated.differences).toEqual([]);
  expect(evaluated.compared).toBeGreaterThan(20);
}

describe('measured cases', () => {
  const cases = measuredCases();
  test('are all there', () => expect(cases.length).toBeGreaterThanOrEqual(64));
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => check(one));
});

describe('random corpus', () => {
  const cases = randomCases();
  test('is all there', () => expect(cases.length).toBe(167));
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => check(one));
});

test('a count that is off by one is a difference', () => {
  const golden = measuredCases()[0]!;
  const { evaluation, plan } = run(golden);
  const off = { ...evaluation!, cycles: evaluation!.cycles + 1 };
  expect(compareEvaluation(off, plan!, golden.expected).differences).toHaveLength(1);
  const [level, ...others] = evaluation!.levels;
  const [name, counts] = Object.entries(level!.dataspaces)[0]!;
  const dataspaces = { ...level!.dataspaces, [name]: { ...counts, scalarReads: counts.scalarReads + 1 } };
  const wrong = { ...evaluation!, levels: [{ ...level!, dataspaces }, ...others] };
  expect(compareEvaluation(wrong, plan!, golden.expected).differences).toHaveLength(1);
});

describe('without compatibility', () => {
  test('quirks of the reference are refused with a reason', () => {
    const quirks = randomCases().filter(({ name }) => name.includes('quirk:per-fanout-overflow'));
    expect(quirks.length).toBeGreaterThan(0);
    for (const { texts } of quirks) {
      const { diagnostics, evaluation } = runPipeline(texts, { compat: 'none' });
      expect(hasErrors(diagnostics)).toBe(true);
      expect(evaluation?.valid ?? false).toBe(false);
      expect(diagnostics.some(({ code }) => code === 'E-FANOUT' || code === 'E-INSTANCES')).toBe(true);
    }
  });
});
