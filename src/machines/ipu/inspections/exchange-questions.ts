// The questions about exchange on the chip and beyond, as the command line offers them.

import type { Inspection, InspectionOption } from '../../machine.js';
import { choice, integer, integers } from '../../options.js';
import { outsides } from '../exchange/outside.js';
import { generationOption } from './answers.js';

const perTile = (name: string, value: string, doc: string): InspectionOption =>
  integers(name, value, doc, { min: 0, default: [0] });

export const exchangeQuestions: readonly Inspection[] = [
  {
    name: 'superstep',
    summary: 'add up compute, synchronization and exchange of a superstep',
    options: [
      generationOption,
      perTile('compute', 'CYCLES', 'of each tile'),
      perTile('receive', 'BYTES', 'of each tile; multicast counts at each receiver'),
      perTile('send', 'BYTES', 'of each tile; multicast counts once'),
      choice(
        'receives',
        'HOW',
        ['alone', 'paired'],
        'whether the two tiles of a bus receive the same at the same time',
        { default: 'alone' },
      ),
      integer('chips', 'COUNT', 'that synchronize', { min: 1, default: 1 }),
    ],
    examples: ['mapper inspect ipu superstep --compute 1000,1200 --receive 2000,2000 --send 100,0 --receives paired'],
    load: async () => (await import('./superstep.js')).answerSuperstep,
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
    load: async () => (await import('./superstep.js')).answerTransfer,
  },
];
