// The machine of tiles with memory of their own, as far as questions go: memory, vectors, workers and loops, compute and exchange.

import type { InspectionOption, Machine } from '../machine.js';
import { choice, first, integer, integers, number, text } from '../options.js';
import { parametersQuestion } from '../parameter-table.js';
import { outsides } from './exchange/outside.js';
import { generations } from './generation.js';
import { generationOption } from './inspections/answers.js';
import { elementTypes } from './vectors/element-type.js';
import { vectorLayouts } from './vectors/vector-layout.js';
import { loopVariants } from './workers/loop-schedule.js';

const bytes = (name: string, doc: string): InspectionOption => integer(name, 'BYTES', doc, { min: 0, default: 0 });

const address = (name: string, doc: string): InspectionOption =>
  text(name, 'ADDRESS', doc, { without: 'by --placement and --region' });

const count = (name: string, doc: string, fallback?: number): InspectionOption =>
  integer(name, 'COUNT', doc, { min: 1, ...(fallback === undefined ? { required: true } : { default: fallback }) });

const types = ['half', 'float'];

const planOptions: readonly InspectionOption[] = [
  generationOption,
  first('type', 'WHICH', types, 'of inputs and results'),
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

const perTile = (name: string, value: string, doc: string): InspectionOption =>
  integers(name, value, doc, { min: 0, default: [0] });

export const ipu: Machine = {
  name: 'ipu',
  summary: 'tiles with their own memory and six workers each, exchanging in supersteps (Mk1, Mk2, Bow)',
  inspections: [
    // A tile's memory.
    {
      name: 'address',
      summary: 'say which region, bank or element, half and word an address of a tile is',
      positional: { name: 'address', doc: 'addresses, decimal or with 0x', takes: 'several' },
      options: [generationOption],
      examples: ['mapper inspect ipu address 0x80000 0x4C000 --generation mk2'],
      load: async () => (await import('./inspections/memory.js')).answerAddress,
    },
    {
      name: 'access',
      summary: 'say whether the accesses of one cycle are legal together',
      notes:
        'Two accesses of one bank in a cycle are an exception, not a wait. `fetch@ADDRESS` is the instruction fetch. What the hardware does when code and data meet in a bank is not published: `--fetch-rule`.',
      positional: { name: 'access', doc: 'what is accessed, e.g. `ld64@0x80000` or `st32@0x4C004`', takes: 'several' },
      options: [
        generationOption,
        first(
          'fetch-rule',
          'RULE',
          ['forbid', 'stall', 'ignore'],
          'what happens when data lies in the bank that the code runs from',
        ),
      ],
      examples: [
        'mapper inspect ipu access ld64@0x80000 st64@0x80008 --generation mk2',
        'mapper inspect ipu access ld2xst64pace@0x80000,0x80008,0x88000 fetch@0x4C000',
      ],
      load: async () => (await import('./inspections/memory.js')).answerAccess,
    },
    {
      name: 'memory',
      summary: "say whether a tile's contents fit, with code, stacks and the slack for reading past the end",
      options: [
        generationOption,
        bytes('data', 'data that may lie anywhere, padded to its alignment'),
        bytes('interleaved', 'data that must lie in region 1'),
        bytes('code', 'code of vertices, control and exchange'),
        bytes('vertices', 'state of the vertices'),
        bytes('descriptors', 'descriptors of vectors'),
        bytes('worker-stack', 'stack of each worker, without its scratch'),
        bytes('supervisor-stack', 'stack of the supervisor'),
      ],
      examples: ['mapper inspect ipu memory --data 300000 --interleaved 200000 --code 24000'],
      load: async () => (await import('./inspections/memory.js')).answerMemory,
    },
    // Vectors and vertices.
    {
      name: 'vector',
      summary: 'say what a vector, or several of different lengths, takes in a layout, with the packed words',
      notes:
        '`--outer` alone is a single vector, with `--inner` a vector of vectors. `best` is the layout with the fewest bytes of descriptors and padded data. Words of pointers need `--address`, those of the outer descriptor also `--table`.',
      options: [
        generationOption,
        choice('outer', 'LAYOUT', vectorLayouts, 'layout of the field, or of the outer vector'),
        choice('inner', 'LAYOUT', vectorLayouts, 'layout of the sub-vectors'),
        choice('layout', 'LAYOUT', ['deltanelements', 'best', ...vectorLayouts], 'instead of --outer and --inner'),
        integers('lengths', 'COUNTS', 'elements of each sub-vector, separated by commas', { min: 0, required: true }),
        integer('repeat', 'TIMES', 'the lengths so many times over', { min: 1, default: 1 }),
        choice('type', 'TYPE', elementTypes, 'type of the elements', { default: 'float' }),
        integer(
          'alignment',
          'BYTES',
          'least alignment of each sub-vector; never less than the element or the layout needs',
          { min: 1, default: 1 },
        ),
        first(
          'fields-by',
          'WHAT',
          ['alignment', 'size'],
          'what the widths of the fields of DELTANELEMENTS go by, where alignment and element size differ',
        ),
        first(
          'sizes',
          'WHICH',
          ['none', 'inner', 'both'],
          'which sizes the vertex must be able to ask for, with --layout best',
        ),
        text('address', 'ADDRESS', 'where the data begins'),
        text('table', 'ADDRESS', 'where the inner descriptors begin'),
      ],
      examples: [
        'mapper inspect ipu vector --outer one_ptr --inner short_span --lengths 3,7,1,5 --type float --generation mk2',
        'mapper inspect ipu vector --layout deltanelements --lengths 3,7,1,5 --type float',
        'mapper inspect ipu vector --layout best --sizes inner --lengths 3,7,1,5 --type half',
      ],
      load: async () => (await import('./inspections/vectors.js')).answerVector,
    },
    {
      name: 'vertex',
      summary: "say how a vertex's fields are packed",
      positional: { name: 'field', doc: 'layouts of vectors and types of values, in order', takes: 'several' },
      options: [generationOption],
      examples: ['mapper inspect ipu vertex scaled_ptr128 one_ptr ushort span'],
      load: async () => (await import('./inspections/vectors.js')).answerVertex,
    },
    // Workers and loops.
    {
      name: 'split',
      summary: 'split items over the six workers, with the packed quotient and what the tile divides',
      positional: { name: 'items', doc: 'how many items there are', takes: 'one' },
      options: [
        first(
          'rule',
          'RULE',
          ['leading', 'scattered'],
          'who takes the remainder: the first workers, or where multiples of a sixth fall',
        ),
      ],
      examples: ['mapper inspect ipu split 17', 'mapper inspect ipu split 8 --rule scattered'],
      load: async () => (await import('./inspections/workers.js')).answerSplit,
    },
    {
      name: 'loop',
      summary: 'count slots and cycles of an inner loop, and say whether the memory lets it run',
      notes:
        '`slots` are those of one worker with fill and drain, `cycles` those of the tile; `totalSlots` adds the control around the loop. Every slot is put to the banks at the addresses of the arrays.',
      options: [
        generationOption,
        choice('variant', 'VARIANT', loopVariants, 'which schedule', { required: true }),
        integer('vectors', 'COUNT', "a worker's vectors of 64 bits: two floats or four halves each", {
          min: 1,
          required: true,
        }),
        first(
          'placement',
          'WHERE',
          ['in-place', 'separate'],
          'one array, or arrays that are never in the same bank at once',
        ),
        choice('region', 'REGION', ['0', '1'], 'where the arrays lie', { default: '1' }),
        address('load', 'where the array that is loaded begins'),
        address('also-load', 'where the second one begins'),
        address('store', 'where the array that is stored begins'),
        integer('register', 'N', 'what the count register of axpy-listing holds', {
          min: 0,
          without: 'two less than --vectors, which is right',
        }),
      ],
      examples: [
        'mapper inspect ipu loop --variant load-3-ahead --vectors 100',
        'mapper inspect ipu loop --variant load-2-ahead --vectors 100 --placement separate',
        'mapper inspect ipu loop --variant axpy-listing --vectors 101',
      ],
      load: async () => (await import('./inspections/workers.js')).answerLoop,
    },
    {
      name: 'schedule',
      summary: 'put the vertices of a tile on its six contexts',
      options: [
        integers('items', 'COUNTS', 'items of each vertex, separated by commas', { min: 0, required: true }),
        first('kind', 'KIND', ['vertex', 'multi-vertex'], 'each vertex on one context, or on all six at once'),
        integer('slots-per-item', 'SLOTS', 'of a worker, for each item', { min: 1, default: 1 }),
        integer('overhead', 'SLOTS', 'of each run on a context', { min: 0, default: 0 }),
      ],
      examples: ['mapper inspect ipu schedule --items 100,80,90,70,60,50,40 --slots-per-item 3'],
      load: async () => (await import('./inspections/workers.js')).answerSchedule,
    },
    // Arithmetic on a chip and on a tile.
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
      load: async () => (await import('./inspections/contraction.js')).answerMatmul,
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
      load: async () => (await import('./inspections/contraction.js')).answerConvolution,
    },
    {
      name: 'amp',
      summary: "estimate a tile's 1x1 convolution of halves on the matrix unit of Mk2",
      options: [
        integer('elements', 'COUNT', 'of field and batch on the tile', { min: 0, required: true }),
        count('in-groups', 'groups of 16 input channels', 1),
        count('out-groups', 'groups of 16 output channels', 1),
        count('groups', 'convolution groups', 1),
        first('coefficient-bytes', 'WHICH', ['8', '16'], 'loaded each cycle'),
      ],
      examples: ['mapper inspect ipu amp --elements 384 --in-groups 4 --out-groups 4'],
      load: async () => (await import('./inspections/kernels.js')).answerAmp,
    },
    {
      name: 'outer-product',
      summary: "estimate a tile's outer product",
      options: [
        first('type', 'WHICH', ['float', 'half'], 'of the elements'),
        count('width', 'elements of the field'),
        count('channels', 'output channels of a group'),
        count('groups', 'groups of output channels', 1),
      ],
      examples: ['mapper inspect ipu outer-product --type float --width 4 --channels 16'],
      load: async () => (await import('./inspections/kernels.js')).answerOuterProduct,
    },
    {
      name: 'reduction',
      summary: 'estimate adding up partial sums on a tile',
      options: [
        count('outputs', 'sums to make'),
        integer('depth', 'COUNT', 'partial sums to add to the first one', { min: 0, required: true }),
        first('from', 'WHICH', ['float', 'half'], 'type of the partial sums'),
        first('to', 'WHICH', ['float', 'half'], 'type of the results'),
        first('placement', 'WHICH', ['interleaved', 'plain'], 'memory of the partial sums'),
      ],
      examples: ['mapper inspect ipu reduction --outputs 96 --depth 7'],
      load: async () => (await import('./inspections/kernels.js')).answerReduction,
    },
    {
      name: 'rates',
      summary: 'say what a chip does at best: arithmetic by type, memory, exchange',
      options: [generationOption, count('in-channels', 'input channels of a slim convolution', 4)],
      examples: ['mapper inspect ipu rates --generation bow'],
      load: async () => (await import('./inspections/rates.js')).answerRates,
    },
    parametersQuestion(
      'ipu',
      choice('generation', 'NAME', generations, 'which chip', { without: 'all of them' }),
      async () => (await import('./inspections/rates.js')).answerParameters,
    ),
    // Exchange on the chip and beyond.
    {
      name: 'superstep',
      summary: 'add up compute, synchronization and exchange of a superstep',
      options: [
        generationOption,
        perTile('compute', 'CYCLES', 'of each tile'),
        perTile('receive', 'BYTES', 'of each tile; multicast counts at each receiver'),
        perTile('send', 'BYTES', 'of each tile; multicast counts once'),
        first(
          'receives',
          'HOW',
          ['alone', 'paired'],
          'whether the two tiles of a bus receive the same at the same time',
        ),
        integer('chips', 'COUNT', 'that synchronize', { min: 1, default: 1 }),
      ],
      examples: ['mapper inspect ipu superstep --compute 1000,1200 --receive 2000,2000 --send 100,0 --receives paired'],
      load: async () => (await import('./inspections/superstep.js')).answerSuperstep,
    },
    {
      name: 'transfer',
      summary: 'count the cycles of moving data between chips, to streaming memory or to the host',
      options: [
        generationOption,
        integer('bytes', 'BYTES', 'of one chip, in one direction', { min: 0, required: true }),
        choice('over', 'WHAT', outsides, 'what it goes over', { required: true }),
        integer('chips', 'COUNT', 'that share streaming memory at the same time', { min: 1, default: 1 }),
      ],
      examples: ['mapper inspect ipu transfer --bytes 1000000 --over streaming --chips 4'],
      load: async () => (await import('./inspections/superstep.js')).answerTransfer,
    },
  ],
};
