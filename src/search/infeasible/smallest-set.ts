// A smallest set of requirements that cannot hold together. First one from which nothing can be dropped, by leaving out
// halves, quarters and in the end single ones; then, while the effort lasts, smaller ones: whatever cannot hold together
// must have a member outside every set that can, so the smallest set that meets all such outsides is looked at next.

import type { Decision, Feasibility } from './feasibility.js';
import { smallestHittingSet } from './hitting-set.js';
import { isOf, type Requirement } from './requirement.js';
import { isSatisfied } from './satisfied.js';

export interface SmallestSet {
  readonly members: readonly Requirement[];
  /** Whether it is known that without any one of them, bounds apart, something fits. */
  readonly irreducible: boolean;
}

export interface Asking {
  readonly feasibility: Feasibility;
  /** With at most so many steps, if that is said. */
  readonly decide: (requirements: readonly Requirement[], steps?: number) => Decision;
  /** No more than what is necessary is to be asked. */
  readonly tired: () => boolean;
}

/** `all` must be known not to hold together. */
export function smallestSet(all: readonly Requirement[], asking: Asking): SmallestSet {
  const first = reduced(all, asking);
  if (first.members.length <= 1) return first;
  const smaller = smallerSet(all, first.members.length, asking);
  if (smaller === undefined) return first;
  return reduced(smaller, asking);
}

/** Steps for a first look at whether a bound matters. */
const stepsForBound = 20_000;

/**
 * What asks for more is left out first, if it can be: without it all other questions are easy. Then bounds, where that is
 * quickly seen. Dropping one member may make another one dispensable, so the last pass is one in which none was.
 */
function reduced(all: readonly Requirement[], { decide }: Asking): SmallestSet {
  let members = all;
  const isBound = isOf('bound');
  const leaveOut = (one: Requirement, steps?: number): void => {
    const left = members.filter((other) => other !== one);
    if (decide(left, steps).verdict === 'nothing') members = left;
  };
  for (const one of all.filter(isOf('utilization', 'parallelism'))) leaveOut(one);
  for (const one of all.filter(isBound)) leaveOut(one, stepsForBound);
  members = [...members.filter((one) => !isBound(one)), ...members.filter(isBound)];
  for (let size = Math.ceil(members.length / 2); ; size = Math.ceil(size / 2)) {
    let dropped = false;
    let irreducible = true;
    for (let at = 0; at < members.length; ) {
      const part = members.slice(at, at + size);
      const left = members.filter((one) => !part.includes(one));
      const { verdict } = decide(left);
      if (verdict === 'nothing') {
        members = left;
        dropped = true;
        continue;
      }
      // A bound is a fact of the workload: whether another one would do is not worth much effort.
      if (verdict === 'unknown' && !part.every(isBound)) irreducible = false;
      at += size;
    }
    if (size === 1 && !dropped) return { members: members.toSorted((a, b) => a.id - b.id), irreducible };
  }
}

/** Undefined when there is none with fewer members, or none was found in time. */
function smallerSet(all: readonly Requirement[], size: number, asking: Asking): readonly Requirement[] | undefined {
  const outsides: (readonly number[])[] = [];
  const byId = new Map(all.map((one) => [one.id, one]));
  while (!asking.tired()) {
    const ids = smallestHittingSet(outsides, size - 1);
    if (ids === undefined) return undefined;
    const next = ids.map((id) => byId.get(id)!);
    const decision = asking.decide(next);
    if (decision.verdict === 'nothing') return next;
    if (decision.verdict === 'unknown') return undefined;
    const holding = grown(all, next, { ...asking, decision });
    if (asking.decide(holding).verdict !== 'fits') return undefined;
    outsides.push(all.filter((one) => !holding.includes(one)).map(({ id }) => id));
  }
  return undefined;
}

/** Adds requirements that hold together with those that do, as many as can be had quickly. */
function grown(
  all: readonly Requirement[],
  start: readonly Requirement[],
  { feasibility, decide, tired, decision }: Asking & { readonly decision: Decision & { verdict: 'fits' } },
): readonly Requirement[] {
  const holding = new Set(start);
  const absorb = ({ witness }: typeof decision): void => {
    for (const one of all) if (isSatisfied(one, witness, feasibility)) holding.add(one);
  };
  absorb(decision);
  for (const one of all) {
    if (holding.has(one) || tired()) continue;
    const answer = decide([...holding, one]);
    if (answer.verdict !== 'fits') continue;
    holding.add(one);
    absorb(answer);
  }
  return [...holding];
}
