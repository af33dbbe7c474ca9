// What can be wrong with a layout or with a question about one. Codes are stable: scripts match on them.

import type * as machines from '../../verdict.js';

export type LayoutCode =
  | 'syntax' // the text is not a shape
  | 'element_type' // no such element type
  | 'element_bits' // E(0)
  | 'negative_dim' // an array bound below zero
  | 'mtm_rank' // minor_to_major is not as long as the array has dimensions
  | 'mtm_range' // minor_to_major names a dimension that is not there
  | 'mtm_duplicate' // or one twice
  | 'tile_empty' // T()
  | 'tile_rank' // a tile with more dimensions than are left to tile
  | 'tile_zero'
  | 'tile_negative' // below zero and no stored form of *
  | 'star_last' // * combines with the next more minor dimension, and there is none
  | 'size_overflow' // more bits than can be counted exactly
  | 'coord_rank' // an element with too few or too many coordinates
  | 'coord_range' // outside the array
  | 'slot_range' // outside the memory of the array
  | 'slice_rank'
  | 'slice_range'
  | 'slice_size' // too many elements to look at one by one
  | 'format_type' // no default format for this type
  | 'format_rows'; // rows that do not hold whole words

export type LayoutProblem = machines.Problem<LayoutCode>;

export type Verdict<T> = machines.Verdict<T, LayoutCode>;
