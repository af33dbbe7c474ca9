// What a box of iterations is on the array: whole tiles of D x D elements with the ring that neighbours need (F1, F2, N3), or of
// strided regions those rows and columns that the window touches (R1).

import { productOf } from '../../../math/product.js';
import type { Box } from '../../../model/seams.js';
import { wordsIn } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import { tileElements } from '../tiles.js';
import type { EpuProblem } from './problem.js';
import type { Axis } from './roles.js';

/** What every axis of a box is, in elements of the resident operand. The arrays are written anew for every box: nothing is allocated. */
interface Spans {
  /** From the first to the last element, those between included. */
  readonly covered: Float64Array;
  /** Of whole tiles, as they are fetched. */
  readonly own: Float64Array;
  /** Rows or columns of the ring: what neighbouring tiles hold. */
  readonly ring: Float64Array;
  /** Iterations of the taps, and elements along the axis that a core has of its own for one output. */
  readonly taps: Float64Array;
  readonly phases: Float64Array;
  /** Tiles of the output. */
  readonly tiles: Float64Array;
}

export class TileGeometry {
  /** Whether rows or columns are skipped, so that random access fetches what flows cannot. */
  readonly strided: boolean;
  readonly #problem: EpuProblem;
  readonly #axes: readonly Axis[];
  /** Cores along every axis. */
  readonly #sides: readonly number[];
  readonly #spans: Spans;

  constructor(problem: EpuProblem) {
    const { roles, settings, core } = problem;
    this.strided = settings.stridedFetch === 'rau' && roles.axes.some(({ stride }) => stride > 1);
    this.#problem = problem;
    this.#axes = roles.axes;
    this.#sides = roles.axes.map(({ along }) => (along === 'line' ? tileElements(core) : core.arraySide));
    const array = (): Float64Array => new Float64Array(roles.axes.length);
    this.#spans = { covered: array(), own: array(), ring: array(), taps: array(), phases: array(), tiles: array() };
  }

  /** Elements of dataspace `t` in a box, as declared. */
  words(t: number, box: Box, from: number): number {
    return wordsIn(this.#problem.workload.dataspaces[t]!, box, from);
  }

  /** Elements of the resident operand that a fetch of the box moves into the array, padding and ring included. */
  fetched(box: Box, from: number): number {
    const { own, ring, covered } = this.#measure(box, from);
    let elements = this.words(this.#problem.roles.resident, box, from);
    for (let at = 0; at < own.length; at += 1) elements = (elements / covered[at]!) * (own[at]! + ring[at]!);
    return elements;
  }

  /** Elements of the outputs that a write of the box moves out of the array, padding included. */
  written(box: Box, from: number): number {
    const { tiles } = this.#measure(box, from);
    let elements = this.words(this.#problem.roles.outputs, box, from);
    for (let at = 0; at < tiles.length; at += 1) {
      elements = (elements / box[from + this.#axes[at]!.dimension]!) * tiles[at]! * this.#sides[at]!;
    }
    return elements;
  }

  /** Pops that deliver a box of the common operand: channels of one tap of one filter each (B10). */
  pops(box: Box, from: number): number {
    const { roles, pop } = this.#problem;
    if (roles.common < 0) return 0;
    const channels = roles.lane === null ? 1 : box[from + roles.lane]!;
    return (this.words(roles.common, box, from) / channels) * Math.ceil(channels / pop.elements);
  }

  /** One-direction hops of an element that bring every tap of a box to every core once (N5). */
  hops(box: Box, from: number): number {
    const { covered, taps, phases, tiles } = this.#measure(box, from);
    let wanted = 1;
    let present = 1;
    let elements = this.words(this.#problem.roles.resident, box, from);
    for (let at = 0; at < tiles.length; at += 1) {
      wanted *= taps[at]!;
      present *= phases[at]!;
      elements = (elements / covered[at]!) * tiles[at]!;
    }
    return Math.max(0, wanted - present) * elements;
  }

  /**
   * Whether every fetch of such a box begins at a column where a flow may begin (L6): the box is all there is along the columns, or whole
   * tiles, which perfect factors of a padded bound stand for.
   */
  aligned(box: Box, from: number): boolean {
    const { bounds } = this.#problem.workload;
    for (let at = 0; at < this.#axes.length; at += 1) {
      const { dimension, along } = this.#axes[at]!;
      const [extent, bound] = [box[from + dimension]!, bounds[dimension]!];
      if (along === 'rows' || extent === bound) continue;
      const tile = bound / Math.ceil(bound / this.#sides[at]!);
      if (extent % tile !== 0 && extent % this.#problem.core.arraySide !== 0) return false;
    }
    return true;
  }

  /** Output tiles of a box in one channel. */
  tiles(box: Box, from: number): number {
    return productOf(this.#measure(box, from).tiles);
  }

  /** Whether neighbouring tiles are needed. */
  ringed(box: Box, from: number): boolean {
    return this.#measure(box, from).ring.some((ring) => ring > 0);
  }

  #measure(box: Box, from: number): Spans {
    const spans = this.#spans;
    for (let at = 0; at < this.#axes.length; at += 1) {
      const { dimension, stride, taps: along } = this.#axes[at]!;
      const outputs = box[from + dimension]!;
      const side = this.#sides[at]!;
      let window = 1;
      let taps = 1;
      for (const tap of along) {
        window += tap.step * (box[from + tap.dimension]! - 1);
        taps *= box[from + tap.dimension]!;
      }
      const tiles = Math.ceil(outputs / side);
      const phases = Math.min(taps, stride);
      spans.covered[at] = stride * (outputs - 1) + window;
      spans.own[at] = this.strided ? tiles * side * phases : roundUp(outputs * stride, side);
      spans.ring[at] = Math.max(0, window - stride);
      spans.taps[at] = taps;
      spans.phases[at] = phases;
      spans.tiles[at] = tiles;
    }
    return spans;
  }
}

/** The least that `fetched` is of the words of a box. */
export function leastFetchedShare({ workload: { bounds }, roles, settings }: EpuProblem): number {
  if (settings.stridedFetch === 'flow') return 1;
  return roles.axes.reduce((share, { stride, taps }) => {
    const touched = taps.reduce((product, { dimension }) => product * bounds[dimension]!, 1);
    return share * Math.min(1, touched / stride);
  }, 1);
}
