// The loop nest for the terminal: what `Evaluation.loopNest` says in the reference's format, without its second figure
// for every tile and its blanks at line ends.

import { grouped } from '../math/count-text.js';
import type { Style } from './style.js';

export function nestText(loopNest: string, style: Style): string {
  const lines = loopNest.trimEnd().split('\n');
  let underline = '';
  const shown = lines.map((line) => {
    const header = /^(?!\| )(.+?) \[ (.*)\] $/.exec(line);
    if (header) {
      const tiles = header[2]!
        .replace(/:(\d+) \(\d+\) /g, (_, words: string) => ` ${grouped(words)}, `)
        .replace(/, $/, '');
      const name = header[1]!;
      underline = '-'.repeat(name.length + (tiles === '' ? 0 : tiles.length + 2));
      return tiles === '' ? style.accent(name) : `${style.accent(name)}: ${tiles}`;
    }
    if (/^-+$/.test(line)) return style.dim(underline);
    return line.trimEnd();
  });
  return `${shown.join('\n')}\n`;
}
