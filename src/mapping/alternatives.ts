// A problem under each of the choices that its machine leaves open: what a search goes over.

import { remembered } from '../math/remembered.js';
import type { PlainValue } from '../spec/node.js';
import type { Problem } from './problem.js';

/** The problem itself and those under the machine's other choices. */
export function alternativesOf<P extends { readonly others?: readonly P[] }>(problem: P): readonly P[] {
  const { others = [], ...own } = problem;
  return [own as P, ...others];
}

/** Values that the machine's choices take over all alternatives, by key; undefined where nothing is open. */
export function searchedChoices(problem: Problem): Readonly<Record<string, readonly PlainValue[]>> | undefined {
  const alternatives = alternativesOf(problem);
  if (alternatives.length === 1) return undefined;
  const all = alternatives.flatMap(({ choices = {} }) => Object.entries(choices));
  const values = new Map<string, Map<string, PlainValue>>();
  for (const [key, value] of all)
    remembered(values, key, () => new Map<string, PlainValue>()).set(JSON.stringify(value), value);
  return Object.fromEntries([...values].map(([key, known]) => [key, [...known.values()]]));
}
