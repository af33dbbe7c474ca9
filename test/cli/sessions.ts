// Documents that show sessions: fenced blocks of `console` with a command each, `$ mapper ...`, and what it prints. `...`
// stands for lines left out.

import { expect } from 'vitest';
import { mapper } from './run-mapper.js';

export interface Block {
  readonly language: string;
  readonly title: string | undefined;
  readonly text: string;
}

export interface Session {
  readonly command: string;
  readonly text: string;
  readonly shown: readonly string[];
}

export function blocksOf(document: string): readonly Block[] {
  return [...document.matchAll(/^```(\w+)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, title, text]) => ({
    language: language!,
    title,
    text: text!,
  }));
}

export function sessionsOf(document: string): readonly Session[] {
  return blocksOf(document)
    .filter(({ language }) => language === 'console')
    .map(({ text }) => {
      const [command, ...shown] = text.trimEnd().split('\n');
      return { command: command!.replace(/^\$ mapper /, ''), text, shown };
    });
}

/** The document with what its commands print today, typed one after the other in `directory`; each must succeed. */
export function refreshed(document: string, directory: string): string {
  return sessionsOf(document).reduce((text, session) => {
    const { command, shown } = session;
    const { status, stdout, stderr } = mapper(wordsOf(command), { directory });
    expect(status, `${command}\n${stderr}`).toBe(0);
    const printed = `${stdout}${stderr}`.trimEnd().split('\n');
    const now = [`$ mapper ${command}`, ...asShown(printed, shown)].join('\n');
    return text.replace(session.text, () => `${now}\n`);
  }, document);
}

/** As a shell would: blanks stay in single quotes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|[^\s']+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Without the hash of the configuration. */
function stable(line: string): string {
  return line.trimEnd().replace(/-[0-9a-f]{8}$/, '-########');
}

/** What is printed, with the omissions of what is shown: a part between two of them begins and ends with the same word. */
function asShown(printed: readonly string[], shown: readonly string[]): string[] {
  if (!shown.includes('...')) return printed.map((line) => shown.find((one) => stable(one) === stable(line)) ?? line);
  const words = (line: string | undefined): string => line!.split(/\s+/)[0]!;
  let from = 0;
  return shown
    .join('\n')
    .split(/^\.\.\.$/m)
    .flatMap((part, at) => {
      const wanted = part.split('\n').slice(at === 0 ? 0 : 1, part.endsWith('\n') ? -1 : undefined);
      const omission = at === 0 ? [] : ['...'];
      if (wanted.length === 0) return omission;
      const first = printed.findIndex((line, index) => index >= from && words(line) === words(wanted[0]));
      const last = printed.findIndex(
        (line, index) => index >= first + Math.min(1, wanted.length - 1) && words(line) === words(wanted.at(-1)),
      );
      expect([part, first >= 0, last >= 0]).toEqual([part, true, true]);
      from = last + 1;
      return [...omission, ...printed.slice(first, last + 1)];
    });
}
