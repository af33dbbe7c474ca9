// Matrices that measured densities name as files (`file: matrix.mtx`), read beside the file that names them and
// inside the folder of the project.

import { dirname, resolve } from 'node:path';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { childOf, entriesOf, type Node, textOf } from '../node.js';
import type { NonzeroPattern } from '../spec.js';
import type { InputFile } from './input-file.js';
import { readText } from './load.js';
import { readMatrixMarket } from './matrix-market.js';
import { LEAVES_HINT, leaves } from './open-included.js';
import { findOne } from './project-files.js';

/** By the node of the file's name; a file that cannot be read is an error and is left out. */
export function readPatterns(
  problem: Node | undefined,
  inputs: readonly InputFile[],
  diagnostics: Diagnostic[],
): ReadonlyMap<Node, NonzeroPattern> {
  const patterns = new Map<Node, NonzeroPattern>();
  const instance = childOf(problem, 'instance');
  const given = entriesOf(childOf(instance, 'densities')).map(({ value }) => value);
  for (const density of [...given, childOf(instance, 'commonDensity')]) {
    if (textOf(density, 'distribution') !== 'measured') continue;
    const file = childOf(density, 'file');
    const pattern = file && readPattern(file, inputs, diagnostics);
    if (pattern) patterns.set(file, pattern);
  }
  return patterns;
}

function readPattern(node: Node, inputs: readonly InputFile[], diagnostics: Diagnostic[]): NonzeroPattern | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return undefined; // the schema has said so
  const { source } = node.span;
  const passed = inputs.find((input) => input.source === source);
  const directory = passed === undefined ? dirname(resolve(source.name)) : passed.directory;
  if (directory === null) {
    const hint = 'give the problem as a file';
    diagnostics.push(error('E-READ', 'this text has no directory to read a matrix from', { span: node.span, hint }));
    return undefined;
  }
  const path = resolve(directory, node.value);
  const project = passed?.project ?? inputs.find((input) => input.project !== undefined)?.project ?? directory;
  if (findOne(path, project).kind === 'outside') {
    diagnostics.push(error('E-INCLUDE', leaves(node.value), { span: node.span, hint: LEAVES_HINT }));
    return undefined;
  }
  const { text, problem } = readText(path, { name: node.value, span: node.span });
  if (problem !== undefined) diagnostics.push(problem);
  return text === undefined ? undefined : readMatrixMarket({ name: node.value, text }, diagnostics);
}
