// Problems and mappings from YAML text, for the tests of this folder: a small accelerator whose leaves take constraints.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { type BuiltMapping, buildMapping } from '../../src/mapping/build-mapping.js';
import type { Mapping } from '../../src/mapping/mapping.js';
import { buildProblem, type Problem } from '../../src/mapping/problem.js';
import type { Compat } from '../../src/spec/compat.js';
import { readSpec } from '../../src/spec/read-spec.js';
import type { Spec } from '../../src/spec/spec.js';

export const gemm = `
problem:
  shape:
    name: gemm
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 4, N: 8, K: 8}
`;

/** Flow-style `constraints:` groups by leaf. */
export type LeafConstraints = Partial<Record<'DRAM' | 'GLB' | 'PE' | 'RF' | 'mac', string>>;

/** DRAM, GLB, 4 x 2 PEs, each with an RF and a MAC. */
export function accelerator(constraints: LeafConstraints = {}, mesh = '{meshX: 4, meshY: 2}'): string {
  const of = (leaf: keyof LeafConstraints): string => (constraints[leaf] ? `, constraints: ${constraints[leaf]}` : '');
  const buffer = (depth: number): string =>
    `attributes: {width: 8, datawidth: 8, depth: ${depth}, vector_access_energy: 1}`;
  return `
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 8, datawidth: 8, vector_access_energy: 100}${of('DRAM')}}
  - !Component {name: GLB, class: storage, ${buffer(1024)}${of('GLB')}}
  - !Container {name: PE, spatial: ${mesh}${of('PE')}}
  - !Component {name: RF, class: storage, ${buffer(16)}${of('RF')}}
  - !Component {name: mac, class: intmac, attributes: {energy: 1}${of('mac')}}
`;
}

export interface Texts {
  readonly architecture?: string;
  readonly problem?: string;
  /** Further top-level keys, `mapping:` among them. */
  readonly more?: string;
  readonly compat?: Compat;
}

export interface Built {
  readonly problem: Problem | undefined;
  readonly built: BuiltMapping | undefined;
  readonly mapping: Mapping | undefined;
  /** Of the problem, and of the mapping if there was a problem. */
  readonly problemDiagnostics: readonly Diagnostic[];
  readonly mappingDiagnostics: readonly Diagnostic[];
  readonly text: string;
}

export function read(texts: Texts): { spec: Spec; text: string } {
  const text = [texts.architecture ?? accelerator(), texts.problem ?? gemm, texts.more ?? ''].join('\n');
  const source = { name: 'all.yaml', text };
  const outcome = readSpec([{ source, directory: null, role: 'any' }], {
    compat: texts.compat ?? 'none',
    overrides: [],
  });
  if (!outcome.value) throw new Error(outcome.diagnostics.map((one) => one.message).join('\n'));
  return { spec: outcome.value, text };
}

export function build(texts: Texts): Built {
  const { spec, text } = read(texts);
  const compat = texts.compat ?? 'none';
  const problem = buildProblem(spec, { compat });
  const mapping = problem.value && buildMapping(spec, problem.value, { compat });
  return {
    problem: problem.value,
    built: mapping?.value,
    mapping: mapping?.value?.mapping,
    problemDiagnostics: problem.diagnostics,
    mappingDiagnostics: mapping?.diagnostics ?? [],
    text,
  };
}

export function said(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((one) => `${one.code} ${one.message}`);
}

/** Innermost level first; each level `spatial | temporal : kept`, loops inner to outer. */
export function shown({ problem, mapping }: Built): string[] {
  if (!problem || !mapping) throw new Error('no mapping');
  const { dimensions, dataspaces } = problem.workload;
  return mapping.levels.map((level, index) => {
    const end = (loop: { bound: number; residual: number }): string =>
      loop.residual === loop.bound ? `${loop.bound}` : `${loop.bound},${loop.residual}`;
    const spatial = level.spatial.map((loop) => `${dimensions[loop.dimension]}${end(loop)}${loop.axis}`).join(' ');
    const temporal = level.temporal.map((loop) => `${dimensions[loop.dimension]}${end(loop)}`).join(' ');
    const kept = dataspaces.filter((_, id) => level.keep[id]).map((one) => one.name);
    return `${problem.architecture.levels[index]!.name}: ${spatial} | ${temporal} : ${kept.join('')}`;
  });
}
