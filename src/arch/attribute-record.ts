// Attributes as plain data, for estimators and machines.

import type { PlainValue } from '../spec/node.js';
import type { Attributes } from '../spec/spec.js';

export function plainAttributes(attributes: Attributes): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries([...attributes].map(([name, attribute]) => [name, attribute.value]));
}
