// The questions about a tile's memory, as the command line offers them.

import type { Inspection, InspectionOption } from '../../machine.js';
import { choice, integer } from '../../options.js';
import { generationOption } from './answers.js';

const bytes = (name: string, doc: string): InspectionOption => integer(name, 'BYTES', doc, { min: 0, default: 0 });

export const memoryQuestions: readonly Inspection[] = [
  {
    name: 'address',
    summary: 'say which region, bank or element, half and word an address of a tile is',
    positional: { name: 'address', doc: 'addresses, decimal or with 0x', takes: 'several' },
    options: [generationOption],
    examples: ['mapper inspect ipu address 0x80000 0x4C000 --generation mk2'],
    load: async () => (await import('./memory.js')).answerAddress,
  },
  {
    name: 'access',
    summary: 'say whether the accesses of one cycle are legal together',
    notes:
      'Two accesses of one bank in a cycle are an exception, not a wait. `fetch@ADDRESS` is the instruction fetch. What the hardware does when code and data meet in a bank is not published: `--fetch-rule`.',
    positional: { name: 'access', doc: 'what is accessed, e.g. `ld64@0x80000` or `st32@0x4C004`', takes: 'several' },
    options: [
      generationOption,
      choice(
        'fetch-rule',
        'RULE',
        ['forbid', 'stall', 'ignore'],
        'what happens when data lies in the bank that the code runs from',
        { default: 'forbid' },
      ),
    ],
    examples: [
      'mapper inspect ipu access ld64@0x80000 st64@0x80008 --generation mk2',
      'mapper inspect ipu access ld2xst64pace@0x80000,0x80008,0x88000 fetch@0x4C000',
    ],
    load: async () => (await import('./memory.js')).answerAccess,
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
    load: async () => (await import('./memory.js')).answerMemory,
  },
];
