// Runs the vectors of one group against answers by number: each must have one, and each answer a vector.

import { expect, it } from 'vitest';
import type { Core } from '../../../src/machines/epu/parameters.js';
import { coreOf } from '../../../src/machines/epu/parameters.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { shapeOf } from '../../../src/machines/epu/shape.js';
import type { Problem, Verdict } from '../../../src/machines/epu/verdict.js';
import type { Vector } from '../../golden/epu/vectors.js';
import { vectors } from '../../golden/epu/vectors.js';

export const [q8, q16, q32] = [coreOf('q8'), coreOf('q16'), coreOf('q32')];

export function checkVectors(group: Vector['group'], answers: Readonly<Record<number, () => unknown>>): void {
  const asked = vectors.filter((vector) => vector.group === group);
  it('has an answer to every vector', () => {
    expect(Object.keys(answers).map(Number)).toEqual(asked.map(({ id }) => id));
  });
  for (const { id, request, expected } of asked) {
    it(`${id}: ${request}`, () => expect(answers[id]!()).toEqual(expected));
  }
}

export function on<T>(cores: readonly Core[], answer: (core: Core) => T): readonly T[] {
  return cores.map(answer);
}

export function plane(rows: number, columns: number, channels = 1): Shape {
  return shapeOf([1, channels, rows, columns]);
}

/** What a ruling allows, or the code of the first rule against it. */
export function verdict<T, S>(ruling: Verdict<T>, answer: (value: T) => S): S | string {
  return ruling.kind === 'legal' ? answer(ruling.value) : codeOf(ruling.problems);
}

export function codeOf(findings: readonly Problem[]): string {
  return findings[0]?.code ?? 'ok';
}
