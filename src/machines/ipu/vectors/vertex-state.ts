// The state of a vertex: its fields one behind the other, each at its natural alignment, so that a field of two bytes pads
// before one of four (section 2.6).

import { roundUp } from '../../padding.js';

export interface StateField {
  readonly name: string;
  readonly bytes: number;
  readonly alignment: number;
}

export interface PlacedField extends StateField {
  readonly offset: number;
}

export function packVertex(fields: readonly StateField[]) {
  const placed: PlacedField[] = [];
  let end = 0;
  for (const field of fields) {
    const offset = roundUp(end, field.alignment);
    placed.push({ ...field, offset });
    end = offset + field.bytes;
  }
  const alignment = Math.max(1, ...fields.map((field) => field.alignment));
  const bytes = roundUp(end, alignment);
  const fieldBytes = fields.reduce((sum, field) => sum + field.bytes, 0);
  return { bytes, alignment, paddingBytes: bytes - fieldBytes, fields: placed };
}

/** The order that pads least: widest alignment first, otherwise as given. */
export function packedOrder(fields: readonly StateField[]): readonly StateField[] {
  return fields.toSorted((a, b) => b.alignment - a.alignment);
}
