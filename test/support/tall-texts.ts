// Trees with as many free levels, and workloads with as many dimensions, as one likes; and what there is to search.

import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { buildProblem, type Problem } from '../../src/mapping/problem.js';
import { readSpec } from '../../src/spec/read-spec.js';

/** Storages that may keep anything or nothing, the outermost aside. */
export function tallTree(storages: number): string {
  const inner = Array.from(
    { length: storages - 1 },
    (_, at) => `
  - !Component
    name: L${at}
    class: SRAM
    attributes: {depth: ${Math.max(16, 65_536 >> (2 * at))}, width: 64, datawidth: 8}`,
  );
  return `architecture:
  version: 0.4
  nodes:
  - !Component
    name: DRAM
    class: DRAM
    attributes: {width: 64, datawidth: 8}${inner.join('')}
  - !Component
    name: mac
    class: intmac
    spatial: {meshX: 4}
`;
}

/** Three dataspaces, each indexed by two thirds of the dimensions. */
export function wideProduct(dimensions: number, bound: number): string {
  const names = Array.from({ length: dimensions }, (_, at) => `D${at}`);
  const third = Math.max(1, Math.floor(dimensions / 3));
  const ranks = (list: readonly string[]): string => `[${list.map((name) => `[[${name}]]`).join(', ')}]`;
  return `problem:
  version: 0.4
  shape:
    name: wide
    dimensions: [${names.join(', ')}]
    data_spaces:
    - {name: W, projection: ${ranks(names.slice(0, 2 * third))}}
    - {name: I, projection: ${ranks(names.slice(third))}}
    - {name: O, projection: ${ranks([...names.slice(0, third), ...names.slice(2 * third)])}, read_write: true}
  instance: {${names.map((name) => `${name}: ${bound}`).join(', ')}}
`;
}

export function problemOf(...texts: readonly string[]): Problem {
  const inputs = texts.map((text, at) => ({
    source: { name: `${at}.yaml`, text },
    directory: null,
    role: 'any' as const,
  }));
  const spec = readSpec(inputs, { compat: 'none', overrides: [] });
  const problem = spec.value && buildProblem(spec.value, { compat: 'none' });
  if (!problem?.value || hasErrors(problem.diagnostics)) {
    throw new Error([...spec.diagnostics, ...(problem?.diagnostics ?? [])].map(({ message }) => message).join('\n'));
  }
  return problem.value;
}
