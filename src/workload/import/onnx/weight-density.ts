// The share of a weight tensor that is not zero, counted where its data lies: in the model, or in a file beside it.

import { type Diagnostic, warning } from '../../../diagnostics/diagnostic.js';
import { type Beside, elementBytes, type Tensor } from './model.js';
import { sizeOf } from './operator.js';
import type { ByteSource } from './skim.js';

export interface WeightFiles {
  readonly path: string;
  /** What could not be read is said here, once a file. */
  readonly missing: Diagnostic[];
  readonly beside: Beside;
}

const chunkBytes = 1 << 20;

/** Densities by tensor, undefined where the data is not there; and whether any has been. */
export function weightDensity(source: ByteSource, files: WeightFiles) {
  let counted = false;
  const known = new Map<Tensor, number | undefined>();
  /** Files that cannot be read; '' for types. */
  const refused = new Set<string>();
  const count = (tensor: Tensor, zero: number): number | undefined => {
    const { data, payload, type, shape, values } = tensor;
    const size = sizeOf(shape);
    if (values) {
      const part = zero === 0 ? count(values, 0) : undefined;
      return part === undefined ? undefined : (part * sizeOf(values.shape)) / size;
    }
    if (data) return data.filter((one) => one !== zero).length / size;
    const width = elementBytes(type);
    if (width === undefined && !refused.has('')) {
      refused.add('');
      const types = 'floating-point numbers of eight bits and all of fewer bits';
      files.missing.push(
        warning('W-MODEL', `${files.path}: zeros of ${types} are not counted, such weights count as dense`),
      );
    }
    if (!payload || width === undefined || size === 0) return undefined;
    const bytes = size * width;
    const { file } = payload;
    if (zero !== 0 && width !== 1) return undefined;
    const extent = { bytes, width, zero: zero & 255, sign: floats.has(type) };
    if (file === undefined) return payload.bytes === bytes ? nonZero(source, payload.start, extent) / size : undefined;
    if (refused.has(file)) return undefined;
    const opened = files.beside(file);
    if (opened && opened.size >= payload.start + bytes) return nonZero(opened, payload.start, extent) / size;
    refused.add(file);
    files.missing.push(warning('W-MODEL', `${files.path}: weights in ${file} cannot be read and count as dense`));
    return undefined;
  };
  return {
    of: (tensor: Tensor, zero: number): number | undefined => {
      if (!known.has(tensor)) {
        const density = count(tensor, zero);
        counted ||= density !== undefined;
        known.set(tensor, rounded(density));
      }
      return known.get(tensor);
    },
    any: () => counted,
  };
}

/** Six digits are more than a mapping can tell; dense weights say nothing. */
function rounded(density: number | undefined): number | undefined {
  if (density === undefined || density === 1) return undefined;
  return Math.max(1e-6, Math.round(density * 1e6) / 1e6);
}

/** float, float16, double, bfloat16: minus zero is zero. */
const floats: ReadonlySet<number> = new Set([1, 10, 11, 16]);

interface Extent {
  readonly bytes: number;
  /** Bytes of an element, the highest last. */
  readonly width: number;
  /** The byte that stands for zero, where elements are of one byte. */
  readonly zero: number;
  /** Its highest bit is a sign alone. */
  readonly sign: boolean;
}

function nonZero(source: ByteSource, start: number, { bytes, width, zero, sign }: Extent): number {
  const highest = sign ? 127 : 255;
  let found = 0;
  for (let done = 0; done < bytes; done += chunkBytes) {
    const chunk = source.read(start + done, Math.min(chunkBytes, bytes - done));
    for (let at = 0; at + width <= chunk.length; at += width) {
      let any = chunk[at + width - 1]! & highest;
      for (let byte = 0; byte < width - 1; byte += 1) any |= chunk[at + byte]!;
      if (any !== zero) found += 1;
    }
  }
  return found;
}
