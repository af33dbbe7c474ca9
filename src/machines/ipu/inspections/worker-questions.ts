// The questions about workers and loops, as the command line offers them.

import type { Inspection, InspectionOption } from '../../machine.js';
import { loopVariants } from '../workers/loop-schedule.js';
import { generationOption } from './answers.js';

const address = (name: string, doc: string): InspectionOption => ({
  name,
  kind: 'text',
  value: 'ADDRESS',
  without: 'by --placement and --region',
  doc,
});

export const workerQuestions: readonly Inspection[] = [
  {
    name: 'split',
    summary: 'split items over the six workers, with the packed quotient and what the tile divides',
    positional: { name: 'items', doc: 'how many items there are', takes: 'one' },
    options: [
      {
        name: 'rule',
        kind: 'choice',
        value: 'RULE',
        choices: ['leading', 'scattered'],
        default: 'leading',
        doc: 'who takes the remainder: the first workers, or where multiples of a sixth fall',
      },
    ],
    examples: ['mapper inspect ipu split 17', 'mapper inspect ipu split 8 --rule scattered'],
    load: async () => (await import('./split.js')).answerSplit,
  },
  {
    name: 'loop',
    summary: 'count slots and cycles of an inner loop, and say whether the memory lets it run',
    notes:
      '`slots` are those of one worker with fill and drain, `cycles` those of the tile; `totalSlots` adds the control around the loop. Every slot is put to the banks at the addresses of the arrays.',
    options: [
      generationOption,
      {
        name: 'variant',
        kind: 'choice',
        value: 'VARIANT',
        choices: loopVariants,
        required: true,
        doc: 'which schedule',
      },
      {
        name: 'vectors',
        kind: 'integer',
        value: 'COUNT',
        min: 1,
        required: true,
        doc: "a worker's vectors of 64 bits: two floats or four halves each",
      },
      {
        name: 'placement',
        kind: 'choice',
        value: 'WHERE',
        choices: ['in-place', 'separate'],
        default: 'in-place',
        doc: 'one array, or arrays that are never in the same bank at once',
      },
      {
        name: 'region',
        kind: 'choice',
        value: 'REGION',
        choices: ['0', '1'],
        default: '1',
        doc: 'where the arrays lie',
      },
      address('load', 'where the array that is loaded begins'),
      address('also-load', 'where the second one begins'),
      address('store', 'where the array that is stored begins'),
      {
        name: 'register',
        kind: 'integer',
        value: 'N',
        min: 0,
        without: 'two less than --vectors, which is right',
        doc: 'what the count register of axpy-listing holds',
      },
    ],
    examples: [
      'mapper inspect ipu loop --variant load-3-ahead --vectors 100',
      'mapper inspect ipu loop --variant load-2-ahead --vectors 100 --placement separate',
      'mapper inspect ipu loop --variant axpy-listing --vectors 101',
    ],
    load: async () => (await import('./loop.js')).answerLoop,
  },
  {
    name: 'schedule',
    summary: 'put the vertices of a tile on its six contexts',
    options: [
      {
        name: 'items',
        kind: 'integers',
        value: 'COUNTS',
        min: 0,
        required: true,
        doc: 'items of each vertex, separated by commas',
      },
      {
        name: 'kind',
        kind: 'choice',
        value: 'KIND',
        choices: ['vertex', 'multi-vertex'],
        default: 'vertex',
        doc: 'each vertex on one context, or on all six at once',
      },
      {
        name: 'slots-per-item',
        kind: 'integer',
        value: 'SLOTS',
        min: 1,
        default: 1,
        doc: 'of a worker, for each item',
      },
      { name: 'overhead', kind: 'integer', value: 'SLOTS', min: 0, default: 0, doc: 'of each run on a context' },
    ],
    examples: ['mapper inspect ipu schedule --items 100,80,90,70,60,50,40 --slots-per-item 3'],
    load: async () => (await import('./schedule.js')).answerSchedule,
  },
];
