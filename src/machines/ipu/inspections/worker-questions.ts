// The questions about workers and loops, as the command line offers them.

import type { Inspection, InspectionOption } from '../../machine.js';
import { choice, integer, integers, text } from '../../options.js';
import { loopVariants } from '../workers/loop-schedule.js';
import { generationOption } from './answers.js';

const address = (name: string, doc: string): InspectionOption =>
  text(name, 'ADDRESS', doc, { without: 'by --placement and --region' });

export const workerQuestions: readonly Inspection[] = [
  {
    name: 'split',
    summary: 'split items over the six workers, with the packed quotient and what the tile divides',
    positional: { name: 'items', doc: 'how many items there are', takes: 'one' },
    options: [
      choice(
        'rule',
        'RULE',
        ['leading', 'scattered'],
        'who takes the remainder: the first workers, or where multiples of a sixth fall',
        { default: 'leading' },
      ),
    ],
    examples: ['mapper inspect ipu split 17', 'mapper inspect ipu split 8 --rule scattered'],
    load: async () => (await import('./workers.js')).answerSplit,
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
      choice(
        'placement',
        'WHERE',
        ['in-place', 'separate'],
        'one array, or arrays that are never in the same bank at once',
        { default: 'in-place' },
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
    load: async () => (await import('./workers.js')).answerLoop,
  },
  {
    name: 'schedule',
    summary: 'put the vertices of a tile on its six contexts',
    options: [
      integers('items', 'COUNTS', 'items of each vertex, separated by commas', { min: 0, required: true }),
      choice('kind', 'KIND', ['vertex', 'multi-vertex'], 'each vertex on one context, or on all six at once', {
        default: 'vertex',
      }),
      integer('slots-per-item', 'SLOTS', 'of a worker, for each item', { min: 1, default: 1 }),
      integer('overhead', 'SLOTS', 'of each run on a context', { min: 0, default: 0 }),
    ],
    examples: ['mapper inspect ipu schedule --items 100,80,90,70,60,50,40 --slots-per-item 3'],
    load: async () => (await import('./workers.js')).answerSchedule,
  },
];
