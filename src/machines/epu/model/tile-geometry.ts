// What a box of iterations is on the array: whole tiles of D x D elements with the ring that neighbours need (F1, F2, N3), or of
// strided regions those rows and columns that the window touches (R1).

import type { Box } from '../../../model/seams.js';
import { tileExtents } from '../../operands.js';
import type { EpuProblem } from './problem.js';
import type { Axis } from './roles.js';

/** One axis of a box, in elements of the resident operand. */
interface Span {
  /** From the first to the last element, those between included. */
  readonly covered: number;
  /** Of whole tiles, as they are fetched. */
  readonly own: number;
  /** Rows or columns of the ring: what neighbouring tiles hold. */
  readonly ring: number;
  /** Elements along the axis that a core has of its own for one output. */
  readonly phases: number;
  /** Tiles of the output. */
  readonly tiles: number;
}

export class TileGeometry {
  readonly #problem: EpuProblem;
  readonly #wide: number;

  constructor(problem: EpuProblem) {
    this.#problem = problem;
    this.#wide = problem.core.arraySide;
  }

  /** Elements of dataspace `t` in a box, as declared. */
  words(t: number, box: Box, from: number): number {
    return tileExtents(this.#problem.workload.dataspaces[t]!, box, from).reduce(
      (product, extent) => product * extent,
      1,
    );
  }

  /** Elements of the resident operand that a fetch of the box moves into the array, padding and ring included. */
  fetched(box: Box, from: number): number {
    return this.#spans(box, from).reduce(
      (product, { own, ring, covered }) => (product / covered) * (own + ring),
      this.words(this.#problem.roles.resident, box, from),
    );
  }

  /** Elements of the outputs that a write of the box moves out of the array, padding included. */
  written(box: Box, from: number): number {
    const { roles } = this.#problem;
    return this.#spans(box, from).reduce(
      (product, { tiles }, at) =>
        (product / box[from + roles.axes[at]!.dimension]!) * tiles * this.#side(roles.axes[at]!),
      this.words(roles.outputs, box, from),
    );
  }

  /** Pops that deliver a box of the common operand: channels of one tap of one filter each (B10). */
  pops(box: Box, from: number): number {
    const { roles, pop } = this.#problem;
    const channels = roles.lane === null ? 1 : box[from + roles.lane]!;
    return (this.words(roles.common, box, from) / channels) * Math.ceil(channels / pop.elements);
  }

  /** One-direction hops of an element that bring every tap of a box to every core once (N5). */
  hops(box: Box, from: number): number {
    const { axes, resident } = this.#problem.roles;
    const spans = this.#spans(box, from);
    let taps = 1;
    let present = 1;
    let elements = this.words(resident, box, from);
    for (const [at, { covered, phases, tiles }] of spans.entries()) {
      for (const tap of axes[at]!.taps) taps *= box[from + tap.dimension]!;
      present *= phases;
      elements = (elements / covered) * tiles;
    }
    return Math.max(0, taps - present) * elements;
  }

  /** Output tiles of a box in one channel. */
  tiles(box: Box, from: number): number {
    return this.#spans(box, from).reduce((product, { tiles }) => product * tiles, 1);
  }

  /** Whether rows or columns are skipped, so that random access fetches what flows cannot. */
  get strided(): boolean {
    const { roles, parameters } = this.#problem;
    return parameters.stridedFetch === 'rau' && roles.axes.some(({ stride }) => stride > 1);
  }

  /** Whether neighbouring tiles are needed. */
  ringed(box: Box, from: number): boolean {
    return this.#spans(box, from).some(({ ring }) => ring > 0);
  }

  #side({ along }: Axis): number {
    return along === 'line' ? this.#wide * this.#wide : this.#wide;
  }

  #spans(box: Box, from: number): Span[] {
    return this.#problem.roles.axes.map((axis) => this.#span(axis, box, from));
  }

  #span(axis: Axis, box: Box, from: number): Span {
    const { stride } = axis;
    const outputs = box[from + axis.dimension]!;
    const side = this.#side(axis);
    let window = 1;
    let taps = 1;
    for (const { dimension, step } of axis.taps) {
      window += step * (box[from + dimension]! - 1);
      taps *= box[from + dimension]!;
    }
    const tiles = Math.ceil(outputs / side);
    const phases = Math.min(taps, stride);
    const own = this.strided ? tiles * side * phases : Math.ceil((outputs * stride) / side) * side;
    return { covered: stride * (outputs - 1) + window, own, ring: Math.max(0, window - stride), phases, tiles };
  }
}

/** The least that `fetched` is of the words of a box. */
export function leastFetchedShare({ workload: { bounds }, roles, parameters }: EpuProblem): number {
  if (parameters.stridedFetch === 'flow') return 1;
  return roles.axes.reduce((share, { stride, taps }) => {
    const touched = taps.reduce((product, { dimension }) => product * bounds[dimension]!, 1);
    return share * Math.min(1, touched / stride);
  }, 1);
}
