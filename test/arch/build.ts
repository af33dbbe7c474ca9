// Architectures from YAML text, for the tests of this folder.

import type { Architecture } from '../../src/arch/architecture.js';
import { buildArchitecture } from '../../src/arch/build-architecture.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { Compat } from '../../src/spec/compat.js';
import { readSpec } from '../../src/spec/read-spec.js';

export interface Built {
  readonly architecture: Architecture | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** `nodes` is the YAML of the node list, indented by two; `more` are further top-level keys. */
export function build(nodes: string, options: { compat?: Compat; more?: string } = {}): Built {
  const compat = options.compat ?? 'none';
  const text = `architecture:\n  nodes:\n${nodes}\n${options.more ?? ''}`;
  const read = readSpec([{ source: { name: 'arch.yaml', text }, directory: null, role: 'any' }], {
    compat,
    overrides: [],
  });
  if (!read.value) throw new Error(read.diagnostics.map((one) => one.message).join('\n'));
  const built = buildArchitecture(read.value, { compat });
  return { architecture: built.value, diagnostics: built.diagnostics };
}

export function said(built: Built): string[] {
  return built.diagnostics.map((one) => `${one.code} ${one.message}`);
}

/** Everything but the warnings of assumed energies, which most of these architectures give. */
export function saidBesidesEnergy(built: Built): string[] {
  return said(built).filter((text) => !text.startsWith('W-ENERGY'));
}
