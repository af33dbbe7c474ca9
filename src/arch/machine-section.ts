// `machine: {name: ..., ...}`: which machine model evaluates the architecture, and its parameters.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import { entryOf, type MapNode, plain } from '../spec/node.js';
import type { Architecture } from './architecture.js';

export const genericMachine = 'generic';

export function readMachine(
  section: MapNode | undefined,
  diagnostics: Diagnostic[],
): Pick<Architecture, 'machine' | 'machineParameters'> {
  if (!section) return { machine: genericMachine, machineParameters: {} };
  const name = entryOf(section, 'name')?.value;
  const parameters = section.entries.filter((entry) => entry.key !== 'name');
  const machineParameters = Object.fromEntries(parameters.map((entry) => [entry.key, plain(entry.value)]));
  if (name?.kind === 'scalar' && typeof name.value === 'string') return { machine: name.value, machineParameters };
  const message = name ? 'machine.name must be a name' : 'the machine section names no machine';
  diagnostics.push(error('E-REQUIRED', message, { span: (name ?? section).span, expected: 'name: <machine>' }));
  return { machine: genericMachine, machineParameters };
}
