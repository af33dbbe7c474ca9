// How a contraction is spread over tiles, and what one tile then has: the largest share, since splits need not divide (1472 and
// 1216 tiles have factors 23 and 19). Input and output channels are dealt out in whole groups of the matrix unit.

import type { Contraction } from './contraction.js';
import { type AmpShape, inputBytes, partialBytes } from './rates.js';

export interface Partition {
  /** Of output positions, input channels and output channels over tiles. */
  readonly positions: number;
  readonly inChannels: number;
  readonly outChannels: number;
  /** Output channels one part after the other in time. */
  readonly serial: number;
}

export function tilesOf({ positions, inChannels, outChannels }: Partition): number {
  return positions * inChannels * outChannels;
}

export type TileShare = ReturnType<typeof tileShare>;

export function tileShare(work: Contraction, amp: AmpShape, partition: Partition) {
  const elements = Math.ceil(work.positions / partition.positions);
  const { inGroups, outGroups } = groupsOf(work, amp, partition);
  const inChannels = Math.min(work.inChannels, inGroups * amp.inGroup);
  const outChannels = Math.min(work.outChannels, outGroups * amp.outGroup);
  const [element, partial] = [inputBytes(work.precision), partialBytes(work.precision)];
  const outputs = elements * outChannels;
  return {
    elements,
    inGroups,
    outGroups,
    inputBytes: work.inputPositions(elements) * inChannels * element,
    weightBytes: work.kernelPositions * inChannels * outChannels * element,
    outputs,
    partialBytes: outputs * partial,
    /** The tile's part of all operands and results, as they lie before and after. */
    residentBytes: Math.ceil((operandElements(work) * element) / tilesOf(partition)),
  };
}

/** Groups of channels in all. */
export function channelGroups(work: Contraction, amp: AmpShape): { readonly in: number; readonly out: number } {
  return { in: Math.ceil(work.inChannels / amp.inGroup), out: Math.ceil(work.outChannels / amp.outGroup) };
}

function groupsOf(work: Contraction, amp: AmpShape, { inChannels, outChannels, serial }: Partition) {
  const groups = channelGroups(work, amp);
  return {
    inGroups: Math.ceil(groups.in / inChannels),
    outGroups: Math.ceil(Math.ceil(groups.out / serial) / outChannels),
  };
}

function operandElements(work: Contraction): number {
  const { positions, inChannels, outChannels, kernelPositions } = work;
  const inputs = work.inputPositions(positions) * inChannels;
  return inputs + kernelPositions * inChannels * outChannels + positions * outChannels;
}
