// What is said of a name that an expression does not know: a later key, a circle, a slip in the spelling. What is suggested
// suits the place: functions where one is called, numbers where one is wanted.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { closest, didYouMean } from '../../diagnostics/suggestion.js';
import type { Scope } from '../expression/evaluate-expression.js';
import { CONSTANTS, functionNames } from '../expression/functions.js';
import { ExpressionError, isFunction, isNamespace, type Value } from '../expression/value.js';
import type { Node, ScalarNode } from '../node.js';
import { UNLIMITED_HINT } from './limits.js';
import type { DeclaredType } from './schemas.js';

export interface Declaration {
  /** How the place is called in messages, e.g. `GLB.depth`. */
  readonly label: string;
  readonly type?: DeclaredType | undefined;
  /** The keys beside it; a name among them that is not visible comes later. */
  readonly siblings?: ReadonlyMap<string, Node>;
}

export type Candidate = ScalarNode & { readonly value: string };

export function isCandidate(node: Node): node is Candidate {
  return node.kind === 'scalar' && typeof node.value === 'string' && !node.quoted && node.value.trim() !== '';
}

/** Whether a key beside it has that name and needs it itself: then it is meant, and no text. */
export function isInCircle(name: string, { siblings, label }: Declaration): boolean {
  const own = lastWord(label);
  return name !== own && siblings !== undefined && siblings.has(name) && needs(name, own, siblings);
}

function lastWord(label: string): string {
  return label.slice(label.lastIndexOf('.') + 1);
}

/** The places of texts that an expression would compute with. */
export function textsIn(text: string, scope: Scope): Diagnostic['related'] {
  const names = [...new Set(namesIn(text))];
  const places = names.flatMap((name) => {
    const span = holds(scope, name, (value) => typeof value === 'string') ? scope.origin?.(name) : undefined;
    return span ? [{ message: `${name} is text`, span }] : [];
  });
  return places.length > 0 ? places : undefined;
}

export function nameHint(
  name: string,
  text: string,
  { scope, declaration }: { readonly scope: Scope; readonly declaration: Declaration },
): string | undefined {
  const { type, siblings, label } = declaration;
  const own = lastWord(label);
  if (siblings?.has(name) && needs(name, own, siblings))
    return `${name} needs ${own} itself: give it a value of its own`;
  if (siblings?.has(name)) return `an expression sees only what stands before it; move ${name} up`;
  if (type !== undefined && /^(inf(inity|inite)?|unlimited|unbounded|nan)$/i.test(text)) return UNLIMITED_HINT;
  const meant = nearestName(name, text, { scope, type });
  if (meant !== undefined || type === undefined) return meant;
  const names = [...new Set(scope.names())];
  return names.length > 0 && names.length <= MOST_NAMES_SHOWN ? `known here: ${names.join(', ')}` : undefined;
}

/** A function where one is called, and otherwise what may stand for the type that is wanted. */
function nearestName(
  name: string,
  text: string,
  { scope, type }: { readonly scope: Scope; readonly type: DeclaredType | undefined },
): string | undefined {
  const [, behind] = new RegExp(`(?<![\\w.])${name.replace(/\W/g, '\\$&')}\\s*([(.[]?)`).exec(text) ?? [];
  if (behind === '(') return didYouMean(name, functionNames());
  if (behind !== '') return didYouMean(name, scope.names());
  const words = type === 'boolean' ? ['true', 'false'] : type === 'integer' ? [] : CONSTANTS.keys();
  const wanted = name === text ? type : undefined;
  let candidates = [...words, ...scope.names()];
  for (let tries = 0; tries < 5; tries += 1) {
    const meant = closest(name, candidates);
    if (meant === undefined || suits(scope, meant, wanted)) return meant && `did you mean ${meant}?`;
    candidates = candidates.filter((one) => one !== meant);
  }
  return undefined;
}

/** Whether the name stands for a value of the type; those that have none yet are left out. */
function suits(scope: Scope, name: string, type: DeclaredType | undefined): boolean {
  return holds(scope, name, (value) => {
    if (value === undefined) return true;
    if (type === undefined) return !isNamespace(value) && !isFunction(value);
    return type === 'boolean' ? typeof value === 'boolean' : typeof value === 'bigint' || typeof value === 'number';
  });
}

/** Nothing holds of a name whose own value was at fault. */
function holds(scope: Scope, name: string, test: (value: Value | undefined) => boolean): boolean {
  try {
    return test(scope.lookup(name));
  } catch (problem) {
    if (problem instanceof ExpressionError) return false;
    throw problem;
  }
}

/** Whether what stands under `name` leads to `wanted`, through its siblings. */
function needs(name: string, wanted: string, siblings: ReadonlyMap<string, Node>, seen = new Set<string>()): boolean {
  if (name === wanted) return true;
  const node = siblings.get(name);
  if (!node || seen.has(name) || !isCandidate(node)) return false;
  seen.add(name);
  return namesIn(node.value).some((word) => needs(word, wanted, siblings, seen));
}

function namesIn(text: string): readonly string[] {
  return text.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];
}

const MOST_NAMES_SHOWN = 12;
