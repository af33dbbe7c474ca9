// The questions about vectors and vertices, as the command line offers them.

import type { Inspection } from '../../machine.js';
import { choice, integer, integers, text } from '../../options.js';
import { elementTypes } from '../vectors/element-type.js';
import { vectorLayouts } from '../vectors/vector-layout.js';
import { generationOption } from './answers.js';

export const vectorQuestions: readonly Inspection[] = [
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
      choice(
        'fields-by',
        'WHAT',
        ['alignment', 'size'],
        'what the widths of the fields of DELTANELEMENTS go by, where alignment and element size differ',
        { default: 'alignment' },
      ),
      choice(
        'sizes',
        'WHICH',
        ['none', 'inner', 'both'],
        'which sizes the vertex must be able to ask for, with --layout best',
        { default: 'none' },
      ),
      text('address', 'ADDRESS', 'where the data begins'),
      text('table', 'ADDRESS', 'where the inner descriptors begin'),
    ],
    examples: [
      'mapper inspect ipu vector --outer one_ptr --inner short_span --lengths 3,7,1,5 --type float --generation mk2',
      'mapper inspect ipu vector --layout deltanelements --lengths 3,7,1,5 --type float',
      'mapper inspect ipu vector --layout best --sizes inner --lengths 3,7,1,5 --type half',
    ],
    load: async () => (await import('./vectors.js')).answerVector,
  },
  {
    name: 'vertex',
    summary: "say how a vertex's fields are packed",
    positional: { name: 'field', doc: 'layouts of vectors and types of values, in order', takes: 'several' },
    options: [generationOption],
    examples: ['mapper inspect ipu vertex scaled_ptr128 one_ptr ushort span'],
    load: async () => (await import('./vectors.js')).answerVertex,
  },
];
