// Permutations as people write them (B.3), first dimension innermost: `[A, B]`, `"A, B"`, `"AB"`, and `_` where the free
// dimensions stand, as in `["A", "_", "B"]` or `"A_B"`: what follows it is fixed outermost.

import { error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { locatedNames } from '../spec/build/values.js';
import type { Node } from '../spec/node.js';
import { type NameScope, unknownDimension } from './factor-text.js';
import { spanWithin } from './text-span.js';

export interface PermutationEntry {
  readonly innermost: readonly number[];
  readonly outermost: readonly number[];
  readonly span: Span;
}

const gap = '_';

/** undefined when nothing is stated: null, or an empty list or string. */
export function readPermutation(node: Node, scope: NameScope): PermutationEntry | undefined {
  const words = wordsOf(node, scope);
  if (words.length === 0) return undefined;
  const seen = new Set<string>();
  const sides: [number[], number[]] = [[], []];
  for (const [at, word] of words.entries()) {
    // `___A`: one for each free dimension.
    if (word.text === gap && words[at - 1]?.text === gap) continue;
    if (seen.has(word.text)) {
      const message = word.text === gap ? 'the permutation has two gaps' : `${word.text} stands twice in a permutation`;
      scope.diagnostics.push(error('E-PERMUTATION', message, { span: word.span }));
      continue;
    }
    seen.add(word.text);
    if (word.text === gap) continue;
    const dimension = scope.workload.dimensions.indexOf(word.text);
    if (dimension < 0) scope.diagnostics.push(unknownDimension(word.text, word.span, scope));
    else sides[seen.has(gap) ? 1 : 0].push(dimension);
  }
  return { innermost: sides[0], outermost: sides[1], span: node.span };
}

interface Word {
  readonly text: string;
  readonly span: Span;
}

function wordsOf(node: Node, scope: NameScope): readonly Word[] {
  if (node.kind === 'list') return node.items.flatMap((item) => wordsOf(item, scope));
  return locatedNames(node).flatMap(({ value }) => separate(value, spanWithin(node.span, value), scope));
}

/** `ABC` run together: always the longest dimension name that fits; a word that is a name is taken as it is. */
function separate(word: string, span: Span, scope: NameScope): readonly Word[] {
  const { dimensions } = scope.workload;
  if (word === gap || dimensions.includes(word)) return [{ text: word, span }];
  const names = [...dimensions, gap].sort((a, b) => b.length - a.length);
  const words: Word[] = [];
  for (let at = 0; at < word.length; ) {
    const text = names.find((name) => word.startsWith(name, at));
    if (text === undefined) return [{ text: word.length > 1 && words.length > 0 ? word.slice(at) : word, span }];
    words.push({ text, span });
    at += text.length;
  }
  return words;
}
