// The optimum of a problem against that of an easier one.

import { compareFigures } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import { pick } from '../support/choices.js';
import { figuresText, runToEnd } from './chain-run.js';
import { contextOf, type Instance } from './instance.js';
import {
  chargedByUse,
  type Easier,
  moreBandwidth,
  moreCapacity,
  moreInstances,
  oneConstraintFewer,
} from './relaxed-problem.js';

export type Way = (instance: Instance) => { readonly harder: Instance; readonly easier: Easier | undefined };

export const ways: readonly (readonly [string, Way])[] = [
  ['more capacity', (harder) => ({ harder, easier: moreCapacity(harder.choices, harder.problem) })],
  ['more bandwidth', (harder) => ({ harder, easier: moreBandwidth(harder.choices, harder.problem) })],
  ['one constraint fewer', (harder) => ({ harder, easier: oneConstraintFewer(harder.choices, harder.problem) })],
  [
    'more instances',
    (instance) => {
      // A longer row moves elements to other neighbours, and more instances are a lower utilization of all.
      const harder: Instance = {
        ...instance,
        problem: chargedByUse(instance.problem),
        model: { ...instance.model, linkTransfers: false },
        objective: pick(instance.choices, [['edp'], ['energy'], ['cycles', 'energy'], ['ed2p']] satisfies Metric[][]),
      };
      return { harder, easier: moreInstances(harder.choices, harder.problem) };
    },
  ],
];

/** Undefined where there is nothing to compare, or a mapspace has more than `most` mappings. */
export function monotoneComplaints(instance: Instance, way: Way, most: bigint): string[] | undefined {
  const { harder, easier } = way(instance);
  if (easier === undefined) return undefined;
  const { objective, model } = harder;
  const before = contextOf(harder, { objective });
  const after = contextOf({ problem: easier.problem, model }, { objective });
  if (before.mapspace.size === 0n || after.mapspace.size > most) return undefined;
  if (!before.mapspace.perfect || !after.mapspace.perfect) return undefined;
  const worse = runToEnd(before).best[0];
  if (worse === undefined) return undefined;
  const better = runToEnd(after).best[0];
  if (better !== undefined && compareFigures(objective, better, worse) <= 0) return [];
  const found = better === undefined ? 'nothing' : figuresText(better);
  return [`${easier.what}: ${found} instead of ${figuresText(worse)}`];
}
