// The questions about arithmetic on a chip and on a tile, as the command line offers them.

import type { Inspection, InspectionOption } from '../../machine.js';
import { choice, integer, integers, number } from '../../options.js';
import { parametersQuestion } from '../../parameter-table.js';
import { generations } from '../parameters.js';
import { generationOption } from './answers.js';

const count = (name: string, doc: string, fallback?: number): InspectionOption =>
  integer(name, 'COUNT', doc, { min: 1, ...(fallback === undefined ? { required: true } : { default: fallback }) });

/** The first of them unless told. */
const first = (name: string, choices: readonly string[], doc: string): InspectionOption =>
  choice(name, 'WHICH', choices, doc, { default: choices[0]! });

const types = ['half', 'float'];

const planOptions: readonly InspectionOption[] = [
  generationOption,
  first('type', types, 'of inputs and results'),
  choice('partials', 'WHICH', types, 'type of the partial sums; floats halve the rate of halves', {
    without: 'the type of the inputs',
  }),
  integer('tiles', 'COUNT', 'tiles to use at most', { min: 1, without: 'all tiles of the chip' }),
  integers('split', 'POSITIONS,IN,OUT', 'tiles along output positions, input channels and output channels', {
    min: 1,
    without: 'the best one that fits',
  }),
  integer('serial', 'COUNT', 'parts of the output channels one after the other, with --split', {
    min: 1,
    without: 'one, or the best',
  }),
  choice('coefficient-loads', 'WHICH', ['64', '128'], 'bits of each load of coefficients', {
    without: "the default of the chip's library: 128 on mk1, else 64",
  }),
  number('memory-proportion', 'SHARE', "of a tile's memory, for what is there only during the work", {
    min: 0,
    default: 0.6,
  }),
];

const planNotes =
  'Terms are summed: supersteps do not overlap. `basis` says which terms rest on published formulas and which are estimates, `estimates` which numbers are.';

export const computeQuestions: readonly Inspection[] = [
  {
    name: 'matmul',
    summary: 'estimate the cycle terms of a matrix product [M,K] x [K,N] on one chip',
    notes: planNotes,
    options: [
      count('m', 'rows of the left side'),
      count('k', 'columns of the left side'),
      count('n', 'columns of the right side'),
      ...planOptions,
    ],
    examples: ['mapper inspect ipu matmul --generation mk2 --m 1024 --k 1024 --n 1024 --tiles 1472'],
    load: async () => (await import('./contraction.js')).answerMatmul,
  },
  {
    name: 'convolution',
    summary: 'estimate the cycle terms of a convolution on one chip',
    notes: `${planNotes} Kernels larger than one are estimated as so many loads of coefficients.`,
    options: [
      count('batch', 'images', 1),
      count('height', "rows of the input's field"),
      count('width', "columns of the input's field"),
      count('in-channels', 'channels of the input'),
      count('out-channels', 'channels of the output'),
      count('kernel-height', 'rows of the kernel', 1),
      count('kernel-width', 'columns of the kernel', 1),
      count('stride', 'in both directions', 1),
      integer('padding', 'COUNT', 'rows and columns added on each side', { min: 0, default: 0 }),
      ...planOptions,
    ],
    examples: [
      'mapper inspect ipu convolution --height 56 --width 56 --in-channels 64 --out-channels 64 --kernel-height 3 --kernel-width 3 --padding 1',
    ],
    load: async () => (await import('./contraction.js')).answerConvolution,
  },
  {
    name: 'amp',
    summary: "estimate a tile's 1x1 convolution of halves on the matrix unit of Mk2",
    options: [
      integer('elements', 'COUNT', 'of field and batch on the tile', { min: 0, required: true }),
      count('in-groups', 'groups of 16 input channels', 1),
      count('out-groups', 'groups of 16 output channels', 1),
      count('groups', 'convolution groups', 1),
      first('coefficient-bytes', ['8', '16'], 'loaded each cycle'),
    ],
    examples: ['mapper inspect ipu amp --elements 384 --in-groups 4 --out-groups 4'],
    load: async () => (await import('./kernels.js')).answerAmp,
  },
  {
    name: 'outer-product',
    summary: "estimate a tile's outer product",
    options: [
      first('type', ['float', 'half'], 'of the elements'),
      count('width', 'elements of the field'),
      count('channels', 'output channels of a group'),
      count('groups', 'groups of output channels', 1),
    ],
    examples: ['mapper inspect ipu outer-product --type float --width 4 --channels 16'],
    load: async () => (await import('./kernels.js')).answerOuterProduct,
  },
  {
    name: 'reduction',
    summary: 'estimate adding up partial sums on a tile',
    options: [
      count('outputs', 'sums to make'),
      integer('depth', 'COUNT', 'partial sums to add to the first one', { min: 0, required: true }),
      first('from', ['float', 'half'], 'type of the partial sums'),
      first('to', ['float', 'half'], 'type of the results'),
      first('placement', ['interleaved', 'plain'], 'memory of the partial sums'),
    ],
    examples: ['mapper inspect ipu reduction --outputs 96 --depth 7'],
    load: async () => (await import('./kernels.js')).answerReduction,
  },
  {
    name: 'rates',
    summary: 'say what a chip does at best: arithmetic by type, memory, exchange',
    options: [generationOption, count('in-channels', 'input channels of a slim convolution', 4)],
    examples: ['mapper inspect ipu rates --generation bow'],
    load: async () => (await import('./rates.js')).answerRates,
  },
  parametersQuestion(
    'ipu',
    choice('generation', 'NAME', generations, 'which chip', { without: 'all of them' }),
    async () => (await import('./rates.js')).answerParameters,
  ),
];
