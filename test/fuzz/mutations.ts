// What becomes of an input in the hands of somebody careless or hostile: the one list of mutations for all fuzz tests.

import { type Choices, chance, pick } from '../support/choices.js';

/** Pieces of syntax that mean something to a reader. */
export const fragments = [
  '{',
  '}',
  '[',
  ']',
  ': ',
  '- ',
  '\n',
  '\n  ',
  ', ',
  '*w',
  '&w ',
  '*g',
  '!Component ',
  '!Nope ',
  '!include x',
  '<<: *g',
  '<<<: *g',
  '"',
  "'",
  '#',
  '---\n',
  '? ',
  '| ',
  '>\n',
  '-1',
  '1.5',
  '.nan',
  'null',
  'n*',
  '(',
  ')',
  '**',
  '__proto__',
  'ignore',
  '{{',
  '\t',
  '\r',
  '\0',
  '😀',
  '~',
  '@',
  '`',
  '%',
  '0x',
  '1e999',
] as const;

const numbers = [
  ...['0', '1', '2', '3', '5', '7', '16', '60', '64', '97', '720', '5040', '1000003', '1e6', '4294967296'],
  ...[
    '9007199254740993',
    '1e20',
    '1e308',
    '1e-308',
    '-1',
    '0.5',
    '1.5',
    '-0',
    '1,024',
    '1_000',
    '0x10',
    '.inf',
    '.nan',
  ],
  ...['null', '"8"', '[1]', '{a: 1}', '(n)', '2**70', 'true', ''],
] as const;

const words = [
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '=1+1',
    '"\\e[31m"',
    '"../x"',
    '/etc/hostname',
    '/dev/zero',
  ],
  ...['keep', 'bypass', 'temporal', 'spatial', 'null', '~', '*', '!include', 'é', '😀', '"a b"', `${'w'.repeat(300)}`],
] as const;

/** One to four mutations; most of them leave what a reader takes. */
export function mutated(choices: Choices, text: string): string {
  let now = text;
  for (let left = pick(choices, [1, 1, 2, 4]); left > 0; left -= 1) now = mutatedOnce(choices, now);
  return now;
}

function mutatedOnce(choices: Choices, text: string): string {
  const kind = choices.below(20);
  if (kind < 7) return replaced(choices, text, { token: /(?<![\w.])\d[\d.]*(?:e[+-]?\d+)?/g, by: numbers });
  if (kind < 12) return replaced(choices, text, { token: /[A-Za-z_][\w-]*/g, by: words });
  if (kind < 17) return movedLines(choices, text);
  const at = choices.below(text.length + 1);
  const inserted = chance(choices, 70) ? pick(choices, fragments) : String.fromCharCode(choices.below(0x3000));
  return text.slice(0, at) + inserted + text.slice(at + choices.below(12));
}

interface Replacing {
  readonly token: RegExp;
  readonly by: readonly string[];
}

/** Another number or name of the text itself as often as one from the list. */
function replaced(choices: Choices, text: string, { token, by }: Replacing): string {
  const found = [...text.matchAll(token)];
  if (found.length === 0) return text;
  const { index, 0: old } = pick(choices, found);
  const next = chance(choices, 50) ? pick(choices, found)[0] : pick(choices, by);
  return text.slice(0, index) + next + text.slice(index + old.length);
}

/** A few lines dropped, doubled, moved, or set in or out. */
function movedLines(choices: Choices, text: string): string {
  const lines = text.split('\n');
  const from = choices.below(lines.length);
  const block = lines.slice(from, from + 1 + choices.below(6));
  const without = lines.toSpliced(from, block.length);
  const to = choices.below(without.length + 1);
  switch (choices.below(5)) {
    case 0:
      return without.join('\n');
    case 1:
      return lines.toSpliced(from, 0, ...block).join('\n');
    case 2:
      return lines.toSpliced(from, 0, ...Array.from({ length: 1 + choices.below(12) }, () => block).flat()).join('\n');
    case 3:
      return without.toSpliced(to, 0, ...block).join('\n');
    default:
      return lines.toSpliced(from, block.length, ...block.map((line) => `  ${line}`)).join('\n');
  }
}

/** The same for a file that is not text. */
export function mutatedBytes(choices: Choices, bytes: Uint8Array): Uint8Array {
  let now = Uint8Array.from(bytes);
  for (let left = pick(choices, [1, 1, 2, 8]); left > 0; left -= 1) {
    const at = choices.below(now.length);
    if (chance(choices, 60)) now[at] = choices.below(256);
    else if (chance(choices, 50)) now = now.slice(0, at);
    else now = Uint8Array.from([...now.slice(0, at), ...now.slice(at + 1 + choices.below(9))]);
    if (now.length === 0) return now;
  }
  return now;
}
