// The points of another mapper that proves its optimum, measured once by hand on the growth benchmark's own points; the
// file says of which version, when and how.

import { parse } from 'csv-parse/sync';
import { root } from './built.js';
import type { Drawn } from './growth-plot.js';

export const peerFile = new URL('test/bench/peer-accelforge.csv', root);

/** Lines that begin with # are remarks. */
export function peerRows(text: string): { readonly name: string; readonly rows: readonly Drawn[] } {
  const records = parse(text, {
    columns: true,
    comment: '#',
    cast: (cell, { header }) => (header ? cell : typed(cell)),
  });
  return { name: 'AccelForge', rows: records as Drawn[] };
}

function typed(cell: string): string | number {
  const value = Number(cell);
  return cell === '' || Number.isNaN(value) ? cell : value;
}
