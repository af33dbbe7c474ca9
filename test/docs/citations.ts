// Citations of the documentation's numbered sections in comments and prose, and the places that they may lead to.

/** `page` of docs/, without its ending, and the number of a `section` in it. */
export interface Citation {
  readonly from: string;
  readonly page: string;
  readonly section: string;
}

/** Numbers that can be cited, by page. */
export type Places = ReadonlyMap<string, ReadonlySet<string>>;

const heading = /^#{1,6} (?:([A-Z](?:\.\d+)*|\d+(?:\.\d+)*)\.?) /gm;
const rule = /\*\*([A-Z]\d{1,2})\*\*/g;

/** Numbered headings, and rules in bold such as **L3**. */
export function placesOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(heading), ...text.matchAll(rule)].map(([, number]) => number!));
}

/** What `text` cites, a source or a page by its `path` from the root. `places`: which pages have rules with codes. */
export function citationsIn(path: string, text: string, places: Places): readonly Citation[] {
  const prose = path.endsWith('.ts') ? commentsOf(text) : path.endsWith('.md') ? withoutCode(text) : text;
  const machine = /^(?:(?:src|test)\/machines\/(\w+)\/|docs\/(.+)\.md$)/.exec(path)?.slice(1).join('') ?? '';
  const codes = new Set(
    [...(places.get(machine) ?? [])].filter((place) => /^[A-Z]\d/.test(place)).map((one) => one[0]),
  );
  const found: Citation[] = dotted(prose).map((section) => ({ from: path, page: 'semantics', section }));
  for (const section of numbered(prose)) found.push({ from: path, page: machine, section });
  if (path.endsWith('.ts') && codes.size > 0)
    for (const section of coded(prose, codes)) found.push({ from: path, page: machine, section });
  return found;
}

export function unresolved(citations: readonly Citation[], places: Places): string[] {
  return citations
    .filter(({ page, section }) => !places.get(page)?.has(section))
    .map(({ from, page, section }) => `${from}: no section ${section} in ${page}`);
}

const letter = String.raw`[A-I](?:\.\d+){1,2}`;

/** F.13, ranges such as F.9 to F.11, and letters alone after the word section. */
function dotted(prose: string): string[] {
  const single = [...prose.matchAll(new RegExp(`(?<![\\w.$])(${letter})(?![\\w])`, 'g'))].map(([, one]) => one!);
  const ranges = prose.matchAll(new RegExp(`(?<![\\w.$])(${letter}) to (${letter})`, 'g'));
  const letters = [...prose.matchAll(/\b[Ss]ections?((?:(?:,| and| to)? [A-I](?:\.\d+)*\b)+)/g)];
  const alone = letters.flatMap(([, list]) => [...list!.matchAll(/\b[A-I]\b(?!\.\d)/g)].map(([one]) => one));
  return [...single, ...[...ranges].flatMap(([, from, to]) => between(from!, to!)), ...alone];
}

/** Section 2.3, sections 2.6, 2.7, sections 2.3 to 2.5: of the page of a machine. */
function numbered(prose: string): string[] {
  const number = String.raw`\d+(?:\.\d+)?`;
  const list = new RegExp(`\\b[Ss]ections? (${number}(?:(?:, and|,| and| to) ${number})*)(?![\\w.]*\\d)`, 'g');
  return [...prose.matchAll(list)].flatMap(([, numbers]) => [
    ...[...numbers!.matchAll(new RegExp(number, 'g'))].map(([one]) => one),
    ...[...numbers!.matchAll(new RegExp(`(${number}) to (${number})`, 'g'))].flatMap(([, from, to]) =>
      between(from!, to!),
    ),
  ]);
}

/** L3, ranges such as B1 to B7. */
function coded(prose: string, codes: ReadonlySet<string | undefined>): string[] {
  const single = [...prose.matchAll(/(?<![\w.])([A-Z])\d{1,2}\b/g)].filter(([, code]) => codes.has(code));
  const ranges = [...prose.matchAll(/(?<![\w.])([A-Z])(\d{1,2}) to \1(\d{1,2})\b/g)].filter(([, code]) =>
    codes.has(code),
  );
  return [
    ...single.map(([one]) => one),
    ...ranges.flatMap(([, code, from, to]) => numbersBetween(Number(from), Number(to)).map((one) => `${code}${one}`)),
  ];
}

/** The sections within a range whose ends differ in their last number. */
function between(from: string, to: string): string[] {
  const at = from.lastIndexOf('.') + 1;
  if (from.slice(0, at) !== to.slice(0, at)) return [];
  return numbersBetween(Number(from.slice(at)), Number(to.slice(at))).map((one) => `${from.slice(0, at)}${one}`);
}

function numbersBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => from + 1 + at);
}

const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\.|[^\x60\\])*\x60`;
const pattern = String.raw`(?<=[=(,:!&|?{};[]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;

/** The comments of a source, as running text. */
function commentsOf(text: string): string {
  const tokens = [...text.matchAll(new RegExp(`(${comment})|${quoted}|${pattern}`, 'g'))];
  const comments = tokens.flatMap(([, one]) => one ?? []);
  return comments.join('\n').replace(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' ');
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');
}
