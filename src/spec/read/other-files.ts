// What lies beside the inputs in a folder of results, and inputs of before YAML: told by their first lines, for as YAML
// they are a single value, or nonsense.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';

const MAPPING = 'a mapping is read from the .map.yaml beside it, or written as YAML with mapping: at the top';

interface Kind {
  readonly first: RegExp;
  readonly what: string;
  readonly hint: string;
}

const kinds: readonly Kind[] = [
  { first: /^\S+ \[ .*\] *\r?\n-{3}/, what: 'a printed loop nest', hint: MAPPING },
  {
    first: /^Buffer and Arithmetic Levels/,
    what: 'printed statistics',
    hint: `they are for comparing with; ${MAPPING}`,
  },
  { first: /^<\?xml/, what: 'XML', hint: MAPPING },
  {
    first: /^(?:(?:#|\/\/)[^\n]*\n\s*)*[\w-]+\s*[:=]\s*\{\s*(?:[\w-]+\s*[:=]\s*\{\s*)*[\w-]+\s*=[^;}]*;/,
    what: 'a libconfig file',
    hint: 'write it as YAML: key: value where it says key = value; and no semicolons',
  },
];

/** Refuses a file that is plainly of another kind. */
export function otherKind(source: SourceFile): Diagnostic | undefined {
  const start = source.text.search(/\S/);
  const head = source.text.slice(Math.max(0, start), start + 4_000);
  const kind = kinds.find(({ first }) => first.test(head));
  if (!kind) return undefined;
  const span = { source, start, end: start + head.search(/\r?\n|$/) };
  const { what, hint } = kind;
  return error('E-TYPE', `${source.name} is ${what}`, { span, expected: 'a YAML file', found: what, hint });
}
