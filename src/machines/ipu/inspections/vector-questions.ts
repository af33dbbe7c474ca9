// The questions about vectors and vertices, as the command line offers them.

import type { Inspection } from '../../machine.js';
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
      {
        name: 'outer',
        kind: 'choice',
        value: 'LAYOUT',
        choices: vectorLayouts,
        doc: 'layout of the field, or of the outer vector',
      },
      { name: 'inner', kind: 'choice', value: 'LAYOUT', choices: vectorLayouts, doc: 'layout of the sub-vectors' },
      {
        name: 'layout',
        kind: 'choice',
        value: 'LAYOUT',
        choices: ['deltanelements', 'best', ...vectorLayouts],
        doc: 'instead of --outer and --inner',
      },
      {
        name: 'lengths',
        kind: 'integers',
        value: 'COUNTS',
        min: 0,
        required: true,
        doc: 'elements of each sub-vector, separated by commas',
      },
      { name: 'repeat', kind: 'integer', value: 'TIMES', min: 1, default: 1, doc: 'the lengths so many times over' },
      {
        name: 'type',
        kind: 'choice',
        value: 'TYPE',
        choices: elementTypes,
        default: 'float',
        doc: 'type of the elements',
      },
      {
        name: 'alignment',
        kind: 'integer',
        value: 'BYTES',
        min: 1,
        default: 1,
        doc: 'least alignment of each sub-vector; never less than the element or the layout needs',
      },
      {
        name: 'fields-by',
        kind: 'choice',
        value: 'WHAT',
        choices: ['alignment', 'size'],
        default: 'alignment',
        doc: 'what the widths of the fields of DELTANELEMENTS go by, where alignment and element size differ',
      },
      {
        name: 'sizes',
        kind: 'choice',
        value: 'WHICH',
        choices: ['none', 'inner', 'both'],
        default: 'none',
        doc: 'which sizes the vertex must be able to ask for, with --layout best',
      },
      { name: 'address', kind: 'text', value: 'ADDRESS', doc: 'where the data begins' },
      { name: 'table', kind: 'text', value: 'ADDRESS', doc: 'where the inner descriptors begin' },
    ],
    examples: [
      'mapper inspect ipu vector --outer one_ptr --inner short_span --lengths 3,7,1,5 --type float --generation mk2',
      'mapper inspect ipu vector --layout deltanelements --lengths 3,7,1,5 --type float',
      'mapper inspect ipu vector --layout best --sizes inner --lengths 3,7,1,5 --type half',
    ],
    load: async () => (await import('./vector.js')).answerVector,
  },
  {
    name: 'vertex',
    summary: "say how a vertex's fields are packed",
    positional: { name: 'field', doc: 'layouts of vectors and types of values, in order', takes: 'several' },
    options: [generationOption],
    examples: ['mapper inspect ipu vertex scaled_ptr128 one_ptr ushort span'],
    load: async () => (await import('./vertex.js')).answerVertex,
  },
];
