// `npm run bench -- peer`: the last growth run that is kept beside another mapper that proves its optimum, as
// docs/images/growth-peer.svg. The peer's points were measured once, by hand, on the growth benchmark's own points; their
// file says of which version, when and how.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { root } from './built.js';
import type { GrowthRow } from './growth.js';
import { type Drawn, peerPlot } from './growth-plot.js';

export function drawPeer(): void {
  const bench = new URL('test/bench/', root);
  const run = readdirSync(fileURLToPath(new URL('runs', bench)))
    .filter((name) => name.endsWith('-growth'))
    .sort()
    .at(-1);
  const read = (path: string): Drawn[] => drawnRows(readFileSync(new URL(path, bench), 'utf8'));
  const plot = peerPlot(read(`runs/${run}/raw.csv`) as GrowthRow[], {
    name: 'AccelForge',
    rows: read('peer-accelforge.csv'),
  });
  writeFileSync(new URL('docs/images/growth-peer.svg', root), plot);
}

/** Lines that begin with # are remarks. */
export function drawnRows(text: string): Drawn[] {
  return parse(text, { columns: true, comment: '#', cast: (cell, { header }) => (header ? cell : typed(cell)) });
}

function typed(cell: string): string | number {
  return cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell);
}
