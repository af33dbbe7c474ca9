// What a tile's memory is filled with, and whether it fits (section 2.7): code in region 0, interleaved data in region 1,
// everything within the whole, with room at the top to read past the end of the last vector.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';
import { illegal, legal, type Verdict } from '../verdict.js';
import { interleavedRoomBytes } from './memory-map.js';

export interface TileContents {
  /** Bytes of live variables that may lie anywhere. */
  readonly dataBytes: number;
  /** Of those that are loaded 128 bits at a time, or loaded and stored in one instruction. */
  readonly interleavedBytes: number;
  readonly vertexBytes: number;
  readonly descriptorBytes: number;
  /** Of vertices, control and exchange. */
  readonly codeBytes: number;
  /** Of a worker, without its scratch. */
  readonly workerStackBytes: number;
  readonly supervisorStackBytes: number;
}

export interface TileFilling {
  readonly usedBytes: number;
  readonly capacityBytes: number;
  readonly freeBytes: number;
  readonly stackBytes: number;
  readonly slackBytes: number;
}

export function tileFilling(generation: Generation, contents: TileContents): Verdict<TileFilling> {
  const slackBytes = figureOf(generation, 'overReadBytes');
  const [region0, region1] = [figureOf(generation, 'region0Bytes'), interleavedRoomBytes(generation)];
  const { codeBytes, interleavedBytes } = contents;
  const stackBytes = stacks(generation, contents);
  if (codeBytes > region0) {
    return illegal(
      'code-full',
      `${codeBytes} B of code, and region 0 has ${region0} B (${codeBytes - region0} B too much)`,
    );
  }
  if (interleavedBytes > region1) {
    const excess = interleavedBytes - region1;
    return illegal(
      'interleaved-full',
      `${interleavedBytes} B of interleaved data, and region 1 has ${region1} B beside the ${slackBytes} B of slack (${excess} B too much)`,
    );
  }
  const { dataBytes, vertexBytes, descriptorBytes } = contents;
  const usedBytes = dataBytes + interleavedBytes + vertexBytes + descriptorBytes + codeBytes + stackBytes;
  const capacityBytes = region0 + region1;
  if (usedBytes > capacityBytes) {
    const excess = usedBytes - capacityBytes;
    return illegal(
      'memory-full',
      `${usedBytes} B, and a tile has ${capacityBytes} B beside the ${slackBytes} B of slack (${excess} B too much)`,
    );
  }
  return legal({ usedBytes, capacityBytes, freeBytes: capacityBytes - usedBytes, stackBytes, slackBytes });
}

function stacks(generation: Generation, { workerStackBytes, supervisorStackBytes }: TileContents): number {
  const workers = figureOf(generation, 'workers');
  return workers * (workerStackBytes + figureOf(generation, 'scratchBytes')) + supervisorStackBytes;
}
