// Results of CACTI, one a line.

import { readFileSync } from 'node:fs';

export interface Point {
  readonly technologyNm: number;
  readonly widthBits: number;
  readonly depth: number;
  readonly ports: number;
  readonly banks: number;
  readonly readPj: number;
  readonly writePj: number;
  readonly areaUm2: number;
  readonly leakageMw: number;
  readonly accessNs: number;
}

export function pointsOf(file: string): readonly Point[] {
  const lines = readFileSync(new URL(`../../golden/energy/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Point);
}
