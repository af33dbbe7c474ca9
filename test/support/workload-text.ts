// Dataspaces written in one line each: `I C sP+2R` is a dataspace I with the ranks C and s*P + 2*R, `=` marks the output.

import type { Dataspace, Term } from '../../src/workload/workload.js';

export interface ParsedDataspaces {
  /** In order of appearance. */
  readonly dimensions: readonly string[];
  readonly dataspaces: readonly Dataspace[];
}

/** Dimensions are single letters; before them a coefficient, a number or a letter that `coefficientOf` knows. */
export function parseDataspaces(
  lines: readonly string[],
  coefficientOf: (letter: string) => number = () => 1,
): ParsedDataspaces {
  const dimensions: string[] = [];
  const termOf = (text: string): Term => {
    const name = text.at(-1)!;
    if (!dimensions.includes(name)) dimensions.push(name);
    const factor = text.slice(0, -1);
    const coefficient = factor === '' ? 1 : /^-?\d+$/.test(factor) ? Number(factor) : coefficientOf(factor);
    return { dimension: dimensions.indexOf(name), coefficient };
  };
  const dataspaces = lines.map((line): Dataspace => {
    const [name, ...ranks] = line.split(' ');
    return {
      name: name!.replace('=', ''),
      readWrite: name!.startsWith('='),
      projection: ranks.map((rank) => rank.split('+').map(termOf)),
    };
  });
  return { dimensions, dataspaces };
}
