// Lists of dataspaces as bit masks (B.1): `[A, B]`, `"A, B"`, `"*"` for all.

import { error } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { bitsOf } from '../math/bits.js';
import { locatedNames } from '../spec/build/values.js';
import type { Node } from '../spec/node.js';
import type { NameScope } from './factor-text.js';
import { spanWithin } from './text-span.js';

export function readDataspaces(node: Node, scope: NameScope): number {
  if (node.kind === 'list') return node.items.reduce((mask, item) => mask | readDataspaces(item, scope), 0);
  return locatedNames(node).reduce((mask, { value }) => mask | maskOf(value, node, scope), 0);
}

export function allDataspaces(scope: Pick<NameScope, 'workload'>): number {
  return 2 ** scope.workload.dataspaces.length - 1;
}

export function dataspaceNames(mask: number, scope: Pick<NameScope, 'workload'>): string {
  return bitsOf(mask)
    .map((id) => scope.workload.dataspaces[id]!.name)
    .join(', ');
}

function maskOf(word: string, node: Node, scope: NameScope): number {
  if (word === '*') return allDataspaces(scope);
  const names = scope.workload.dataspaces.map((dataspace) => dataspace.name);
  const id = names.indexOf(word);
  if (id >= 0) return 1 << id;
  const details = {
    span: spanWithin(node.span, word),
    expected: `one of ${names.join(', ')}, or "*" for all`,
    hint: didYouMean(word, names),
  };
  scope.diagnostics.push(error('E-NAME', `unknown dataspace ${word}`, details));
  return 0;
}
