// Element types of the three parts and the rate at which arrays multiply them (sections 1 and 2.3).

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error, warning } from '../../../diagnostics/diagnostic.js';
import { oneOf } from '../../../diagnostics/suggestion.js';
import { childOf, entriesOf, type MapNode } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import { elementBits, elementTypeNames } from '../../element-bits.js';
import type { Operands } from '../../operands.js';
import { spanOf } from '../../section.js';
import { type Part, parts, type Settings } from './settings.js';

/** Of a sum, in accumulators, in vector memory and on its way to another chip. */
export const SUM_BITS = 32;

/** Under the names that rates go by. */
const families: Readonly<Record<string, readonly string[]>> = {
  bf16: ['bf16', 'bfloat16'],
  int8: ['int8', 's8', 'u8', 'uint8'],
  int4: ['int4', 's4', 'u4'],
  int16: ['int16', 's16', 'u16', 'uint16'],
  fp8: ['fp8', 'f8'],
};

export function typeOf(part: Part, { workload, operands, settings }: TypeContext): string {
  return workload.types.get(workload.dataspaces[operands[part]]!.name) ?? settings.types[part];
}

/** ρ; undefined where the arrays do not multiply these types. */
export function rateOf(context: TypeContext): number | undefined {
  return multiplied(context.settings.rowsPerCycle, context);
}

/** pJ of a multiply-accumulate of these types; undefined where the file gives one for all. */
export function macPjOf(context: TypeContext): number | undefined {
  return multiplied(context.settings.macPj, context);
}

/** What is known of both types together; an operand narrower than the other goes as if it were as wide. */
function multiplied(by: Readonly<Record<string, number>>, context: TypeContext): number | undefined {
  const [a, w] = [family(typeOf('activations', context)), family(typeOf('weights', context))];
  if (a === undefined || w === undefined) return undefined;
  if (a === w) return by[a];
  const both = by[`${a}x${w}`];
  if (both !== undefined) return both;
  const wider = elementBits(a)! >= elementBits(w)! ? a : w;
  return elementBits(a) === elementBits(w) ? undefined : by[wider];
}

/** Of a word of the tree: bytes, unless elements are narrower, which then take their bits and no more. */
export function wordBitsOf(context: TypeContext): number {
  return Math.min(8, ...parts.map((part) => elementBits(typeOf(part, context))!));
}

export interface TypeContext {
  readonly workload: Workload;
  readonly operands: Operands;
  readonly settings: Settings;
}

export function checkTypes(context: TypeContext, section: MapNode | undefined): Diagnostic[] {
  const types = childOf(section, 'types');
  const span = types?.span ?? section?.span;
  const { typeSpans } = context.workload;
  const unknown = parts.filter((part) => elementBits(typeOf(part, context)) === undefined);
  if (unknown.length > 0) {
    return unknown.map((part) =>
      error('E-MACHINE', `unknown element type ${typeOf(part, context)} of ${nameOf(part, context)}`, {
        span: typeSpans?.get(nameOf(part, context)) ?? childOf(types, part)?.span ?? span,
        expected: `one of ${elementTypeNames.join(', ')}`,
      }),
    );
  }
  const [a, w] = parts.map((part) => typeOf(part, context));
  if (rateOf(context) === undefined) {
    const expected = Object.keys(context.settings.rowsPerCycle).join(', ');
    const message = `the arrays do not multiply ${a} by ${w}`;
    const stated = parts.map((part) => typeSpans?.get(nameOf(part, context))).find((one) => one !== undefined);
    const hint = 'rates are machine.rows_per_cycle';
    return [error('E-MACHINE', message, { span: stated ?? span, expected, hint })];
  }
  return [];
}

/** Rates, energies and flags that go by a name nobody asks for: a slip in it would leave another figure in force. */
export function checkNames(architecture: Architecture, section: MapNode | undefined): Diagnostic[] {
  const types = Object.keys(families);
  const isType = (key: string): boolean => key.split('x').every((one, at) => at < 2 && types.includes(one));
  const { levels, compute } = architecture;
  const components = [...levels.map(({ name }) => name), compute.name];
  return [
    ...['rows_per_cycle', 'mac_pj'].map((key) => ({ key, names: types, isKnown: isType })),
    { key: 'energy_flags', names: components, isKnown: (key: string) => components.includes(key) },
  ].flatMap(({ key: owner, names, isKnown }) =>
    entriesOf(childOf(section, owner)).flatMap(({ key, keySpan }) =>
      isKnown(key)
        ? []
        : [
            warning('W-UNUSED', `machine.${owner} has ${key}, which is never asked for`, {
              span: keySpan,
              ...oneOf(key, names),
            }),
          ],
    ),
  );
}

/** A fan-out `stream` that is narrower than rows enter together gives rate away; wider ones are narrowed to the types. */
export function checkStream(context: TypeContext, width: number, section: MapNode | undefined): Diagnostic[] {
  const rows = Math.max(1, rateOf(context)!);
  if (width >= rows) return [];
  const [a, w] = [typeOf('activations', context), typeOf('weights', context)];
  const message = `an array takes ${rows} row${rows > 1 ? 's' : ''} of ${a} by ${w} a cycle, and the fan-out stream is ${width} wide`;
  return [warning('W-PROBLEM', message, { span: spanOf(section, 'types'), hint: `set rows_together to ${rows}` })];
}

function nameOf(part: Part, { workload, operands }: TypeContext): string {
  return workload.dataspaces[operands[part]]!.name;
}

function family(type: string): string | undefined {
  return Object.keys(families).find((name) => families[name]!.includes(type.toLowerCase()));
}
