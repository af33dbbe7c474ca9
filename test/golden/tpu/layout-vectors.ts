// The layout vectors: indices, memory images, sizes, refusals, formats and slices, computed by brute force from the
// definition on XLA's page, nine of the sizes published. Each says where it comes from.

import { readFileSync } from 'node:fs';
import type { Tile } from '../../../src/machines/tpu/layout/tiling.js';

export interface LayoutVectors {
  readonly meta: { readonly counts: Readonly<Record<string, number>> };
  readonly vectors: readonly LayoutVector[];
  readonly equivalences: readonly { readonly a: string; readonly b: string; readonly same_memory_image: boolean }[];
  readonly raw_star_form: readonly RawStar[];
  readonly format_choice: readonly FormatChoice[];
  readonly slices: readonly SliceVector[];
  readonly errors: readonly ErrorVector[];
}

export interface LayoutVector {
  readonly id: string;
  readonly shape: string;
  readonly element_type: string;
  readonly element_bits: number;
  readonly dims: readonly number[];
  readonly minor_to_major: readonly number[];
  readonly tiles: readonly Tile[];
  readonly physical_dims: readonly number[];
  readonly final_shape: readonly number[];
  readonly elements_logical: number;
  readonly elements_padded: number;
  readonly bytes_logical: number;
  readonly bytes_padded: number;
  readonly expansion: number | null;
  readonly linear_index_row_major?: readonly number[];
  readonly memory_image?: readonly number[];
  readonly samples: readonly {
    readonly element: readonly number[];
    readonly linear_index: number;
    readonly byte_offset: number;
  }[];
}

export interface RawStar {
  readonly dims: readonly number[];
  readonly minor_to_major: readonly number[];
  readonly tiles_numeric: readonly (readonly number[])[];
  readonly tiles_star: readonly Tile[];
  readonly final_shape: readonly number[];
  readonly last_element_index: number;
}

export interface FormatChoice {
  readonly element_type: string;
  readonly dims: readonly number[];
  readonly minor_to_major: readonly number[];
  readonly tiles: readonly Tile[];
  readonly bytes_padded: number;
}

export interface SliceVector {
  readonly shape: string;
  readonly lo: readonly number[];
  readonly hi: readonly number[];
  readonly tiles_touched: number;
  readonly bytes_moved: number;
  readonly bytes_useful: number;
  readonly overfetch: number;
}

export interface ErrorVector {
  readonly id: string;
  readonly shape?: string;
  readonly raw?: {
    readonly dims: readonly number[];
    readonly minor_to_major: readonly number[];
    readonly tiles: readonly (readonly number[])[];
  };
  readonly element?: readonly number[];
  readonly code: string;
}

export const vectors = JSON.parse(
  readFileSync(new URL('layout-vectors.json', import.meta.url), 'utf8'),
) as LayoutVectors;
