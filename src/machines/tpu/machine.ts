// Google's TPU, as far as it can be asked questions.

import type { Inspection, Machine } from '../machine.js';
import { choice, first, integer, integers, onOff, text } from '../options.js';
import { parametersQuestion } from '../parameter-table.js';
import { operandTypes } from './generation.js';
import { generations } from './generations.js';
import { dataflows } from './mxu/unpipelined-cycles.js';

const names = generations.map(({ name }) => name);
const generation = choice('generation', 'NAME', names, 'which chip', { required: true });

const sizes = [
  integer('m', 'ROWS', 'rows of activations', { min: 1, required: true }),
  integer('k', 'DEPTH', 'length of the reduction', { min: 1, required: true }),
  integer('n', 'COLUMNS', 'columns of weights', { min: 1, required: true }),
];

const layout: Inspection = {
  name: 'layout',
  summary: 'where the elements of an array lie in memory, and what padding costs',
  notes: `A shape is an element type, bounds and, in braces, the dimensions from minor to major, then tiles and element bits: F32[3,5]{1,0:T(2,2)}. Tiles may be repeated, have fewer dimensions than the array, and combine dimensions with *; E(n) stores elements in n bits.

The document holds the memory image, the number of the element at each place or -1 for padding, where there are at most 4096 places.`,
  positional: { name: 'shape', doc: 'an XLA shape with its layout, in quotes', takes: 'one' },
  options: [
    integers('index', 'I,J', 'tell where this element lies'),
    integer('slot', 'PLACE', 'tell which element lies at this place, counted in elements'),
    text('slice', 'LO:HI,LO:HI', 'tell what moving these ranges costs'),
    integer('granule', 'BYTES', 'move slices in aligned pieces of so many bytes', { min: 1, without: 'whole tiles' }),
    onOff('xla-ranks', 'count dimensions that a tile has and the array lacks as 1, as in U32[]{:T(256)}'),
  ],
  examples: [
    'mapper inspect tpu layout "F32[3,5]{1,0:T(2,2)}" --index 2,3',
    'mapper inspect tpu layout "BF16[100,300]{1,0:T(8,128)(2,1)}" --slice 0:16,0:256 --json',
  ],
  load: async () => (await import('./inspections/layout.js')).inspectLayout,
};

const format: Inspection = {
  name: 'format',
  summary: 'the layout that an array gets by default',
  notes:
    'Which tiles a compiler chooses for narrow types with few rows, and for arrays of one dimension, has changed over time; --rows gives others.',
  positional: { name: 'shape', doc: 'an XLA shape; of a layout only the order of dimensions counts', takes: 'one' },
  options: [integer('rows', 'N', 'rows of the first tile', { min: 1, without: 'by type and shape' })],
  examples: ['mapper inspect tpu format "BF16[100,300]" --json'],
  load: async () => (await import('./inspections/format.js')).inspectFormat,
};

const matmul: Inspection = {
  name: 'matmul',
  summary: 'cycles of a matrix multiplication on the systolic arrays, term by term',
  notes: `[m,k] by [k,n], weights staying in the arrays: a fold is one array full of weights, and while it works the weights of the next are fetched and shifted in. Cycles are those of the arrays alone: activations are there when they are needed.

Parameters that no public source gives are marked as recalled or estimate in the answer.`,
  options: [
    generation,
    ...sizes,
    choice('type', 'TYPE', operandTypes, 'what is multiplied, activations by weights', {
      without: 'int8 on v1, bf16 on all others',
    }),
    integer('mxus', 'N', 'arrays that share the folds', { min: 1, without: 'those of one core' }),
    choice('weights', 'PLACE', ['chip', 'memory'], 'where weights come from', {
      without: 'memory on v1, chip on all others',
    }),
  ],
  examples: ['mapper inspect tpu matmul --generation v5e --m 512 --k 1024 --n 1024 --json'],
  load: async () => (await import('./inspections/matmul.js')).inspectMatmul,
};

const unpipelined: Inspection = {
  name: 'unpipelined',
  summary: 'cycles of a product on one array whose folds do not overlap, by dataflow, as SCALE-Sim counts them',
  options: [
    integers('array', 'ROWS,COLUMNS', 'cells of the array', { min: 1, required: true }),
    ...sizes,
    first('dataflow', 'NAME', dataflows, 'what stays in the array'),
  ],
  examples: ['mapper inspect tpu unpipelined --array 32,32 --m 128 --k 256 --n 64 --dataflow output-stationary'],
  load: async () => (await import('./inspections/unpipelined.js')).inspectUnpipelined,
};

const rates: Inspection = {
  name: 'rates',
  summary: 'peaks of a chip by type, its memory, and the operations per byte at which they meet',
  options: [generation],
  examples: ['mapper inspect tpu rates --generation v5e'],
  load: async () => (await import('./inspections/rates.js')).inspectRates,
};

const parameters = parametersQuestion(
  'tpu',
  generation,
  async () => (await import('./inspections/rates.js')).inspectParameters,
);

export const tpu: Machine = {
  name: 'tpu',
  summary: 'tiled arrays and systolic arrays of the Tensor Processing Unit',
  inspections: [layout, format, matmul, unpipelined, rates, parameters],
};
