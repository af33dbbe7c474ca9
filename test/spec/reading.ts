// Reads texts as files would be read, for the tests of this folder.

import { type Diagnostic, hasErrors } from '../../src/diagnostics/diagnostic.js';
import { positionAt } from '../../src/diagnostics/span.js';
import { type PlainValue, plain } from '../../src/spec/node.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { type ReadOptions, readSpec } from '../../src/spec/read-spec.js';
import type { Attribute, Branch, Leaf, Spec } from '../../src/spec/spec.js';

export function input(name: string, text: string, more: Partial<InputFile> = {}): InputFile {
  return { source: { name, text }, directory: null, role: 'any', ...more };
}

export interface Reading {
  readonly spec: Spec | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** `code line:column` of everything said. */
  readonly said: readonly string[];
}

/** A text, or several by file name. */
export function read(texts: string | Readonly<Record<string, string>>, options: Partial<ReadOptions> = {}): Reading {
  const files = typeof texts === 'string' ? { 'in.yaml': texts } : texts;
  const inputs = Object.entries(files).map(([name, text]) => input(name, text));
  const { value, diagnostics } = readSpec(inputs, { compat: 'none', overrides: [], ...options });
  return { spec: value, diagnostics, said: diagnostics.map(place) };
}

/** The Spec of a text that must be fine. */
export function readSound(texts: string | Readonly<Record<string, string>>, options: Partial<ReadOptions> = {}): Spec {
  const { spec, diagnostics } = read(texts, options);
  if (!spec || hasErrors(diagnostics)) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return spec;
}

function place({ code, span }: Diagnostic): string {
  if (!span) return code;
  const { line, column } = positionAt(span.source, span.start);
  return `${code} ${line}:${column}`;
}

/** Every leaf in document order. */
export function leavesOf(branch: Branch | undefined): readonly Leaf[] {
  return (branch?.nodes ?? []).flatMap((node) => ('nodes' in node ? leavesOf(node) : [node]));
}

export function attributesOf(spec: Spec, leaf: string): Readonly<Record<string, PlainValue>> {
  const found = leavesOf(spec.architecture).find((one) => one.name.value === leaf);
  if (!found) throw new Error(`no leaf ${leaf}`);
  const pairs = [...found.attributes].map(([key, attribute]: readonly [string, Attribute]) => [key, attribute.value]);
  return Object.fromEntries(pairs);
}

export function variablesOf(spec: Spec): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries([...spec.variables].map(([key, { value }]) => [key, value]));
}

/** An architecture of one storage and one compute leaf, with these attribute lines in the storage. */
export function withAttributes(...lines: readonly string[]): string {
  return `architecture:
  version: 0.4
  nodes:
  - !Component
    name: GLB
    class: storage
    attributes:
${lines.map((line) => `      ${line}\n`).join('')}  - !Component
    name: MAC
    class: mac
`;
}

export { plain };
