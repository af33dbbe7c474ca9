// Quadric's EPU, as far as it can be asked questions: tiles and walks, copies, flows, broadcast and random access.

import type { Inspection, InspectionOption, Machine } from '../machine.js';
import { choice, first, integer, onOff, text } from '../options.js';
import { parametersQuestion } from '../parameter-table.js';
import { coreOption, offsetOption, shapeOption, typeOption } from './inspections/options.js';
import { defaultIterator, iteratorNames } from './iterator.js';
import { packings } from './local-memory.js';
import { type Memory, memories } from './memory.js';
import { streamSides } from './stream-side.js';

const sides = streamSides.map((side) => side.toLowerCase());

const iterator: InspectionOption = text('iterator', 'ITERATOR', `order of the tiles: ${iteratorNames.join(', ')}`, {
  default: defaultIterator,
});

const tiles: Inspection = {
  name: 'tiles',
  summary: 'how a tensor is cut into tiles, and what moving them costs in bytes',
  options: [coreOption, shapeOption('shape', 'extents of the tensor', 'required'), typeOption],
  examples: ['mapper inspect epu tiles --core q8 --shape 1,3,8,8 --type int32 --json'],
  load: async () => (await import('./inspections/tiles.js')).inspectTiles,
};

const walk: Inspection = {
  name: 'walk',
  summary: 'in which order an iterator visits the tiles',
  notes:
    'Tiles are numbered from 1 and begin at x, y, z: column, row and channel. The letters of an iterator say what runs fastest, then next.',
  options: [
    coreOption,
    shapeOption('shape', 'extents of the tensor', 'required'),
    iterator,
    integer('tile', 'N', 'only this tile', { min: 1, without: 'all' }),
    text('write', 'ITERATOR', 'tell which tiles move when they are written in this order'),
  ],
  examples: [
    'mapper inspect epu walk --core q8 --shape 1,1,64,64 --iterator XY_NO_BORDER --tile 9 --json',
    'mapper inspect epu walk --core q8 --shape 1,1,16,16 --iterator YX_NO_BORDER --write XY_NO_BORDER',
  ],
  load: async () => (await import('./inspections/tiles.js')).inspectWalk,
};

const memcpy: Inspection = {
  name: 'memcpy',
  summary: 'whether a copy between DDR and OCM is legal, and how many cover the tensor',
  options: [
    coreOption,
    shapeOption('ddr', 'extents of the DDR tensor', 'required'),
    shapeOption('ocm', 'extents of the OCM tensor', { without: 'as the DDR tensor' }),
    offsetOption('where the OCM tensor begins in the DDR tensor'),
    typeOption,
    ...path('ddr', 'ocm'),
    integer('live-bytes', 'N', 'bytes of OCM that are taken already', { min: 0, default: 0 }),
  ],
  examples: ['mapper inspect epu memcpy --ddr 1,2,25,63 --ocm 1,2,12,63 --offset 0,0,4,0 --type int32 --json'],
  load: async () => (await import('./inspections/memcpy.js')).inspectMemCpy,
};

const flow: Inspection = {
  name: 'flow',
  summary: 'whether a fetch or write of a region is legal, and what it takes',
  notes:
    'Registers are of 32 bits, in every core. Cycles are without the setup of the call, which stands beside them; both are estimates.',
  options: [
    coreOption,
    shapeOption('tensor', 'extents of the tensor in OCM', 'required'),
    shapeOption('roi', 'extents of the region of interest', { without: 'the whole tensor' }),
    offsetOption('where the region begins in the tensor'),
    iterator,
    typeOption,
    ...path('ocm', 'array'),
    first('packing', 'HOW', packings, 'whether narrow variables share registers, which is not documented'),
    integer('live-registers', 'N', 'registers of every core that are taken already', { min: 0, default: 0 }),
    choice('stream-side', 'SIDE', sides, "tell which core holds a tile's first element"),
  ],
  examples: [
    'mapper inspect epu flow --core q16 --tensor 1,2,25,63 --roi 1,2,12,23 --offset 0,0,5,16 --iterator XY_NO_BORDER --type int32 --json',
    'mapper inspect epu flow --core q8 --tensor 1,1,8,8 --from array --to ocm --stream-side north',
  ],
  load: async () => (await import('./inspections/flow.js')).inspectFlow,
};

const broadcast: Inspection = {
  name: 'broadcast',
  summary: 'how many pops a tensor lasts, and what they leave',
  options: [
    coreOption,
    shapeOption('shape', 'extents of the tensor', 'required'),
    typeOption,
    integer('pops', 'N', 'pops after staging', { min: 0, without: 'all' }),
    integer('index', 'N', 'read this element of a pop'),
    first('first', 'ACTION', ['pop', 'peek'], 'the first read after staging'),
    ...path('ocm', 'array'),
    choice('side', 'SIDE', sides, 'where it enters the array', { default: 'west' }),
  ],
  examples: ['mapper inspect epu broadcast --core q8 --shape 1,1,8,8 --type int32 --pops 32 --json'],
  load: async () => (await import('./inspections/broadcast.js')).inspectBroadcast,
};

const rau: Inspection = {
  name: 'rau',
  summary: 'which cores a strided random access keeps inside the tensor',
  notes:
    'Without --only-inside every core is active, and one that reaches outside of the tensor makes the access illegal.',
  options: [
    coreOption,
    shapeOption('tensor', 'extents of the tensor in OCM', 'required'),
    integer('row-stride', 'N', 'rows from core to core', { default: 1 }),
    integer('col-stride', 'N', 'columns from core to core', { default: 1 }),
    offsetOption('where the core at row 0 and column 0 reaches'),
    ...path('ocm', 'array'),
    onOff('only-inside', 'let only the cores be active that stay inside'),
    onOff('unconfigured', 'without Rau::config before it'),
  ],
  examples: [
    'mapper inspect epu rau --core q8 --tensor 1,2,16,16 --row-stride 2 --col-stride 2 --json',
    'mapper inspect epu rau --core q8 --tensor 1,2,12,15 --row-stride 2 --col-stride 2 --only-inside',
  ],
  load: async () => (await import('./inspections/rau.js')).inspectRau,
};

const rates: Inspection = {
  name: 'rates',
  summary: 'what a core does at best: multiplications by type, other operations, local memory',
  options: [coreOption],
  examples: ['mapper inspect epu rates --core q16'],
  load: async () => (await import('./inspections/rates.js')).inspectRates,
};

const parameters = parametersQuestion(
  'epu',
  coreOption,
  async () => (await import('./inspections/rates.js')).inspectParameters,
);

export const epu: Machine = {
  name: 'epu',
  summary: "arrays of cores with registers behind an on-chip memory (Quadric's q8, q16 and q32)",
  inspections: [tiles, walk, memcpy, flow, broadcast, rau, rates, parameters],
};

function path(from: Memory, to: Memory): readonly InspectionOption[] {
  const ends = { from, to };
  return (['from', 'to'] as const).map((name) =>
    choice(name, 'MEMORY', memories, name === 'from' ? 'where the data is' : 'where it goes', { default: ends[name] }),
  );
}
