// A random valid mapping of an instance, and the instance with less room around it.

import type { Mapping } from '../../src/mapping/mapping.js';
import { Mapspace } from '../../src/mapspace/mapspace.js';
import { noHooks } from '../../src/search/chunk.js';
import type { Metric } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { pick, shuffled } from '../support/choices.js';
import { contextOf, type Instance } from './instance.js';
import { type PinKind, type Pins, pinKinds, pinned } from './pinned.js';

const tries = 100;

/**
 * The cheapest of a few: coincidences that make a mapping cheaper than usual are what a bound must allow for. Undefined
 * where the mapspace is empty, or hardly any of its mappings is valid.
 */
function drawMapping(instance: Instance, mapspace: Mapspace): Mapping | undefined {
  const { choices } = instance;
  const empty =
    mapspace.factors.some(({ space }) => space.count === 0) || mapspace.keeps.some(({ count }) => count === 0);
  if (empty || !mapspace.perfect) return undefined;
  const metric = pick(choices, ['energy', 'energy', 'cycles'] satisfies Metric[]);
  const wanted = pick(choices, [1, 5, 30]);
  const context = contextOf(instance, { objective: [metric], seed: `${choices.below(2 ** 30)}` }, mapspace);
  const order = { chunk: 0, of: null, maxEvaluations: tries, maxValid: wanted, scheduled: null, known: [] };
  const [best] = searchChunk(context, 'random', { order, hooks: noHooks }).best;
  if (best === undefined) return undefined;
  const point = mapspace.createPoint();
  mapspace.readKey(best.key, point);
  return mapspace.toMapping(point);
}

export function pinnedInstance(instance: Instance, pins: Pins): Instance | undefined {
  const mapping = drawMapping(instance, mapspaceOf(instance));
  return mapping && { ...instance, problem: pinned(instance.problem, mapping, pins) };
}

/** Pins one kind of choices at one level after the other until at most `most` mappings are left. */
export function fittedInstance(instance: Instance, most: number): Instance | undefined {
  const fits = (mapspace: Mapspace): boolean => mapspace.sizeIsExact && mapspace.size <= BigInt(most);
  const mapspace = mapspaceOf(instance);
  const mapping = drawMapping(instance, mapspace);
  if (mapping === undefined) return undefined;
  if (fits(mapspace)) return instance;
  const { problem, choices } = instance;
  const levels = [...problem.architecture.levels.keys()];
  const pairs = levels.flatMap((level) => pinKinds.map((kind) => ({ kind, level })));
  const order = shuffled(choices, pairs);
  const withPins = (count: number): Instance => {
    const given = order.slice(0, count);
    const pins = (kind: PinKind, level: number): boolean =>
      given.some((one) => one.kind === kind && one.level === level);
    return { ...instance, problem: pinned(problem, mapping, pins) };
  };
  // Each pin leaves less, so the first that leaves few enough is found by halving.
  let tooFew = 0;
  let enough = order.length;
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1;
    if (fits(mapspaceOf(withPins(middle)))) enough = middle;
    else tooFew = middle;
  }
  return enough < order.length ? withPins(enough) : undefined;
}

function mapspaceOf({ problem }: Instance): Mapspace {
  return new Mapspace(problem, { imperfect: false });
}
