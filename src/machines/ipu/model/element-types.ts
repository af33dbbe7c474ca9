// Element types of the operands, and what arithmetic they take: the inputs are both halves or both floats (section 1).

import { type Diagnostic, error, warning } from '../../../diagnostics/diagnostic.js';
import { own } from '../../../math/own.js';
import { childOf, type MapNode } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import type { Operands } from '../../operands.js';
import { spanOf } from '../../section.js';
import { inputBytes, type Precision, partialBytes } from '../compute/rates.js';
import type { FloatType } from '../compute/reduction.js';
import type { Settings } from './settings.js';

const floats: Readonly<Record<string, FloatType>> = {
  f16: 'half',
  fp16: 'half',
  half: 'half',
  f32: 'float',
  fp32: 'float',
  float: 'float',
};

/** Null where the types do not go together; `checkTypes` says why. */
export function operandTypes(workload: Workload, operands: Operands, settings: Settings): OperandTypes | null {
  const [activations, weights, outputs] = operandNames(workload, operands).map((name) =>
    floatOf(workload, name, settings),
  );
  if (!activations || !weights || !outputs || activations !== weights) return null;
  if (activations === 'float') return outputs === 'float' ? typesOf('float-float', 4) : null;
  // A sum of floats cannot come out of halves.
  const wide = settings.partials === 'float' || outputs === 'float';
  return typesOf(wide ? 'half-float' : 'half-half', outputs === 'float' ? 4 : 2);
}

export function checkTypes(
  workload: Workload,
  operands: Operands,
  { settings, section }: { readonly settings: Settings; readonly section: MapNode | undefined },
): Diagnostic[] {
  const names = operandNames(workload, operands);
  const unknown = names.filter((name) => !floatOf(workload, name, settings));
  const found = unknown.map((name) => {
    const type = typeName(workload, name, settings);
    const message = `the matrix unit multiplies halves and floats, and ${name} is of ${type}`;
    const span = workload.typeSpans?.get(name) ?? spanOf(section, 'type');
    return error('E-MACHINE', message, { span, expected: 'f16 or f32', found: type });
  });
  if (found.length > 0 || operandTypes(workload, operands, settings)) return found;
  const types = names.map((name) => `${name} ${typeName(workload, name, settings)}`).join(', ');
  const message = 'the inputs must be of one type, and products of floats are floats';
  return [
    error('E-MACHINE', message, {
      span: section?.span,
      expected: 'all f16, all f32, or f16 with results of f32',
      found: types,
    }),
  ];
}

/** Sums of halves that types leave no room for: `partials` stated for naught. */
export function checkPartials({ precision }: OperandTypes, section: MapNode | undefined): Diagnostic[] {
  const stated = childOf(section, 'partials');
  if (precision === 'half-half' || stated?.kind !== 'scalar' || stated.value !== 'half') return [];
  const message =
    'machine.partials of half has no effect: products of floats, and results of floats, have sums of floats';
  const hint = 'leave it out, or give inputs and results as f16';
  return [warning('W-UNUSED', message, { span: stated.span, expected: 'float', hint })];
}

/** Bytes of an element of the inputs, of a partial sum, and of a result. */
export type OperandTypes = ReturnType<typeof typesOf>;

function typesOf(precision: Precision, resultBytes: 2 | 4) {
  return { precision, inputBytes: inputBytes(precision), partialBytes: partialBytes(precision), resultBytes };
}

function operandNames({ dataspaces }: Workload, { activations, weights, outputs }: Operands): string[] {
  return [activations, weights, outputs].map((t) => dataspaces[t]!.name);
}

function floatOf(workload: Workload, name: string, settings: Settings): FloatType | undefined {
  return own(floats, typeName(workload, name, settings).toLowerCase());
}

function typeName({ types }: Workload, name: string, { type }: Settings): string {
  return types.get(name) ?? type;
}
