// The exchange between tiles (section 2.1): each tile receives and sends 4 bytes a cycle, multicast counts once at the sender
// and once at each receiver, and a pair of tiles on one bus that wants the same data at the same time has it at twice the rate.

import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';

export interface TileTraffic {
  readonly receiveBytes: number;
  readonly sendBytes: number;
  /** Whether the tile's pair receives the same. */
  readonly receives: 'alone' | 'paired';
}

/** Cycles of one exchange: the busiest tile's, and a latency that is an estimate. Nothing moved costs nothing. */
export function exchangeCycles(generation: Generation, traffic: readonly TileTraffic[]): number {
  const busiest = traffic.reduce((most, one) => Math.max(most, trafficCycles(generation, one)), 0);
  return busiest === 0 ? 0 : busiest + figureOf(generation, 'exchangeLatencyCycles');
}

export function trafficCycles(generation: Generation, { receiveBytes, sendBytes, receives }: TileTraffic): number {
  const width = figureOf(generation, 'exchangeBytesPerCycle');
  const sharing = receives === 'paired' ? figureOf(generation, 'tilesPerBus') : 1;
  return Math.max(receiveCycles(receiveBytes, width * sharing), Math.ceil(sendBytes / width));
}

/** In sixteenths of a byte, as the planner counts. */
function receiveCycles(bytes: number, bytesPerCycle: number): number {
  return Math.ceil((16 * bytes) / Math.round(16 * bytesPerCycle));
}

/** The planner's rule for input activations: pairs share where the tiles along the output channels are even in number. */
export function activationsReceived(outChannelSplit: number): TileTraffic['receives'] {
  return outChannelSplit % 2 === 0 ? 'paired' : 'alone';
}
