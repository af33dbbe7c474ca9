// The VectorList layout DELTANELEMENTS: a base of two words, and a word per sub-vector with its offset from the base address
// and its count (section 2.6). The wider the alignment, the fewer bits the offset needs and the more the count has.

import { roundUp } from '../../padding.js';
import { type Generation, hasSecondGeneration } from '../generation.js';
import { illegal, legal, type Verdict } from '../verdict.js';

/** What the widths of the fields go by. The documents say both; they agree for natural alignment. */
export type FieldKey = 'alignment' | 'size';

export interface ListForm {
  readonly elementBytes: number;
  readonly alignment: number;
  readonly key: FieldKey;
}

const mostSubVectors = 65_535;

const widest = 16;

/** The offset counts in units of `unitBytes`. */
export function fieldWidths({ elementBytes, alignment, key }: ListForm) {
  const unitBytes = Math.min(key === 'size' ? elementBytes : alignment, widest);
  const shift = Math.log2(unitBytes);
  const countBits = 11 + shift;
  return { unitBytes, offsetBits: 21 - shift, countBits, mostElements: 2 ** countBits - 1 };
}

/** A word per sub-vector: they lie one behind the other, each at the next multiple of the alignment. */
export function packList(
  generation: Generation,
  lengths: readonly number[],
  form: ListForm,
): Verdict<readonly number[]> {
  if (!hasSecondGeneration(generation)) {
    return illegal('generation', `DELTANELEMENTS is not available on ${generation}, only from mk2 on`);
  }
  const { elementBytes, alignment } = form;
  if (alignment % elementBytes !== 0) {
    return illegal('alignment', `alignment ${alignment} is no multiple of the element's ${elementBytes} bytes`);
  }
  if (lengths.length > mostSubVectors) {
    return illegal('list-length', `${lengths.length} sub-vectors, and a list counts up to ${mostSubVectors}`);
  }
  const { unitBytes, offsetBits, mostElements } = fieldWidths(form);
  const words: number[] = [];
  let offsetBytes = 0;
  for (const length of lengths) {
    if (length > mostElements) {
      const most = `${mostElements} in a list aligned to ${unitBytes} bytes`;
      return illegal('length', `a sub-vector of ${length} elements, and the count goes to ${most}`);
    }
    words.push(elementWord(length, offsetBytes / unitBytes, offsetBits));
    offsetBytes += roundUp(length * elementBytes, alignment);
    if (offsetBytes > 2 ** 21) return illegal('memory-full', `${offsetBytes} B of data, beyond any address`);
  }
  return legal(words);
}

/** Base and words. */
export function listBytes(subVectors: number): number {
  return 8 + 4 * subVectors;
}

/** Count in the top bits, offset in the low ones. */
function elementWord(count: number, offset: number, offsetBits: number): number {
  return count * 2 ** offsetBits + offset;
}

/**
 * Two words, each a pointer in bits 20 to 0 and half of the number of sub-vectors in bits 31 to 24, the lower half first. Bits 23 to 21
 * are written as zero here and must not be relied upon.
 */
export function baseWords(dataAddress: number, tableAddress: number, subVectors: number): readonly [number, number] {
  const low = subVectors % 256;
  return [dataAddress + low * 2 ** 24, tableAddress + Math.floor(subVectors / 256) * 2 ** 24];
}
