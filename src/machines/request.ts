// Reading a checked request: typed access to its options by name. Asking for an option under the wrong type is a mistake in
// the machine's own table, not the user's.

import type { InspectionRequest, OptionValue } from './machine.js';

export function isOn({ options }: InspectionRequest, name: string): boolean {
  return options.get(name) === true;
}

export function textOf({ options }: InspectionRequest, name: string): string | undefined {
  return ofType(options.get(name), name, (value) => typeof value === 'string');
}

export function numberOf({ options }: InspectionRequest, name: string): number | undefined {
  return ofType(options.get(name), name, (value) => typeof value === 'number');
}

export function numbersOf({ options }: InspectionRequest, name: string): readonly number[] | undefined {
  return ofType(options.get(name), name, (value): value is readonly number[] => Array.isArray(value));
}

/** For options that are required or have a default. */
export function requiredText(request: InspectionRequest, name: string): string {
  return present(textOf(request, name), name);
}

export function requiredNumber(request: InspectionRequest, name: string): number {
  return present(numberOf(request, name), name);
}

export function requiredNumbers(request: InspectionRequest, name: string): readonly number[] {
  return present(numbersOf(request, name), name);
}

function ofType<T extends OptionValue>(
  value: OptionValue | undefined,
  name: string,
  fits: (value: OptionValue) => value is T,
): T | undefined {
  if (value === undefined || fits(value)) return value;
  throw new TypeError(`option ${name} is read as another kind than it is declared`);
}

function present<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw new TypeError(`option ${name} is neither required nor has it a default`);
}
