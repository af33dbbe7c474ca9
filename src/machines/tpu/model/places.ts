// Which level of the tree is which part of a TPU (section 2.6 of docs/tpu.md). Components and containers are known by their
// names: the outermost storage is the memory, then CMEM where there is one, VMEM or unified_buffer, accumulators where there are
// any, and weights; the fan-outs are core, mxu, stream, column and row. A fan-out of one is no level and may be left out.

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { didYouMean } from '../../../diagnostics/suggestion.js';

/** Indices into `Architecture.levels`; -1 where there is none. */
export interface Places {
  readonly memory: number;
  readonly cmem: number;
  readonly buffer: number;
  readonly accumulators: number;
  readonly weights: number;
  /** Width of each fan-out. */
  readonly widths: Readonly<Record<FanOut, number>>;
}

export type FanOut = 'core' | 'mxu' | 'stream' | 'column' | 'row';

export const fanOuts: readonly FanOut[] = ['core', 'mxu', 'stream', 'column', 'row'];
const bufferNames = ['VMEM', 'unified_buffer'] as const;
const storageNames = ['CMEM', ...bufferNames, 'accumulators', 'weights'];

export function placesOf({ levels }: Architecture): Places {
  const storage = (...names: readonly string[]): number =>
    levels.findIndex(({ kind, name }) => kind === 'storage' && names.includes(name));
  const width = (leaf: FanOut): number => {
    const level = levels.find((one) => one.kind === 'fanout' && one.leaf === leaf);
    return level ? level.fanoutX * level.fanoutY : 1;
  };
  return {
    memory: levels.findLastIndex(({ kind }) => kind === 'storage'),
    cmem: storage('CMEM'),
    buffer: storage(...bufferNames),
    accumulators: storage('accumulators'),
    weights: storage('weights'),
    widths: {
      core: width('core'),
      mxu: width('mxu'),
      stream: width('stream'),
      column: width('column'),
      row: width('row'),
    },
  };
}

/** `span`: the machine section, for what is missing. */
export function checkPlaces(architecture: Architecture, span: Span | undefined): Diagnostic[] {
  const { levels } = architecture;
  const places = placesOf(architecture);
  const strange = levels.flatMap(({ kind, name, leaf, span: at }, i) => {
    if (i === places.memory) return [];
    const known: readonly string[] = kind === 'fanout' ? fanOuts : storageNames;
    const own = kind === 'fanout' ? leaf : name;
    if (known.includes(own)) return [];
    const what = kind === 'fanout' ? 'fan-out' : 'storage';
    const message = `a TPU has no ${what} ${own}`;
    return [
      error('E-MACHINE', message, { span: at, expected: `one of ${known.join(', ')}`, hint: didYouMean(own, known) }),
    ];
  });
  if (strange.length > 0) return strange;
  const missing = [
    { at: places.buffer, name: 'VMEM or unified_buffer' },
    { at: places.weights, name: 'weights' },
  ].filter(({ at }) => at < 0);
  const absent = missing.map(({ name }) => error('E-MACHINE', `the architecture has no storage ${name}`, { span }));
  return absent.length > 0 ? absent : misplaced(architecture);
}

/** Outermost first; each inside of those before it. */
function misplaced({ levels }: Architecture): Diagnostic[] {
  const order = ['CMEM', 'core', ...bufferNames, 'mxu', 'accumulators', 'weights', 'stream', 'column', 'row'];
  const found = levels.slice(0, -1).map((level) => ({ level, place: order.indexOf(placeName(level)) }));
  // Innermost first: places fall from one to the next.
  return found.flatMap(({ level, place }, i) => {
    const inner = found[i - 1];
    if (inner === undefined || inner.place > place || (inside(inner.level) && inside(level))) return [];
    const message = `${placeName(level)} stands outside of ${placeName(inner.level)}`;
    return [error('E-MACHINE', message, { span: level.span, expected: `from the outside: ${order.join(', ')}` })];
  });
}

function placeName(level: Architecture['levels'][number]): string {
  return level.kind === 'fanout' ? level.leaf : level.name;
}

/** The order of what fans out within an array does not matter. */
function inside(level: Architecture['levels'][number]): boolean {
  return level.kind === 'fanout' && ['stream', 'column', 'row'].includes(level.leaf);
}
