// A random valid mapping of an instance, and the instance with less room around it.

import type { Mapping } from '../../src/mapping/mapping.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import { fillNest } from '../../src/model/nest-buffer.js';
import { metricValue } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import { type Choices, pick, shuffled } from '../support/choices.js';
import { contextOf, type Instance } from './instance.js';
import { type PinKind, type Pins, pinKinds, pinned } from './pinned.js';

const tries = 60;

/**
 * The cheapest of a few: coincidences that make a mapping cheaper than usual are what a bound must allow for. Undefined
 * where the mapspace is empty, cannot be numbered, or hardly any of its mappings is valid.
 */
export function drawMapping(instance: Instance): Mapping | undefined {
  const { choices } = instance;
  const { mapspace, evaluator } = contextOf(instance, {});
  if (mapspace.size === 0n || !mapspace.sizeIsExact || !mapspace.perfect) return undefined;
  const metric = pick(choices, ['energy', 'energy', 'cycles'] satisfies Metric[]);
  const wanted = pick(choices, [1, 5, 30]);
  let best: { readonly mapping: Mapping; readonly value: number } | undefined;
  for (let tried = 0, valid = 0; tried < tries && valid < wanted; tried += 1) {
    const mapping = mapspace.at(drawIndex(choices) % mapspace.size);
    fillNest(evaluator.nest, mapping);
    if (evaluator.evaluate() !== VALID) continue;
    valid += 1;
    const value = metricValue(metric, evaluator);
    if (best === undefined || value < best.value) best = { mapping, value };
  }
  return best?.mapping;
}

function drawIndex(choices: Choices): bigint {
  let index = 0n;
  for (let digit = 0; digit < 3; digit += 1) index = (index << 30n) + BigInt(choices.below(2 ** 30));
  return index;
}

export function pinnedInstance(instance: Instance, pins: Pins): Instance | undefined {
  const mapping = drawMapping(instance);
  return mapping && { ...instance, problem: pinned(instance.problem, mapping, pins) };
}

/** Pins one kind of choices at one level after the other until at most `most` mappings are left. */
export function fittedInstance(instance: Instance, most: number): Instance | undefined {
  const fits = (one: Instance): boolean => contextOf(one, {}).mapspace.size <= BigInt(most);
  const mapping = drawMapping(instance);
  if (mapping === undefined) return undefined;
  if (fits(instance)) return instance;
  const { problem, choices } = instance;
  const levels = [...problem.architecture.levels.keys()];
  const pairs = levels.flatMap((level) => pinKinds.map((kind) => ({ kind, level })));
  const order = shuffled(choices, pairs);
  for (let count = 1; count < order.length; count += 1) {
    const given = order.slice(0, count);
    const pins = (kind: PinKind, level: number): boolean =>
      given.some((one) => one.kind === kind && one.level === level);
    const fitted = { ...instance, problem: pinned(problem, mapping, pins) };
    if (fits(fitted)) return fitted;
  }
  return undefined;
}
