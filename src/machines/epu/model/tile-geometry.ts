// What a box of iterations is on the array: whole tiles of D x D elements with the rings that neighbours need (F1, F2, N3), or of
// strided regions those rows and columns that the window touches (R1).

import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
import { productOf } from '../../../math/product.js';
import type { Box } from '../../../model/seams.js';
import { boxWords } from '../../../workload/workload.js';
import { roundUp } from '../../padding.js';
import { type HaloSides, haloSides, ringElements } from '../halo.js';
import { origin } from '../shape.js';
import { tileElements, tileGrid } from '../tiles.js';
import type { EpuProblem } from './problem.js';
import type { Axis } from './roles.js';

/** What every axis of a box is, in elements of the resident operand. The arrays are written anew for every box: nothing is allocated. */
interface Spans {
  /** From the first to the last element, those between included. */
  readonly covered: Float64Array;
  /** Of whole tiles, as they are fetched. */
  readonly own: Float64Array;
  /** Rows or columns on both sides together: what neighbouring tiles hold. */
  readonly ring: Float64Array;
  /** Iterations of the taps, and elements along the axis that a core has of its own for one output. */
  readonly taps: Float64Array;
  readonly phases: Float64Array;
  /** Tiles of the output. */
  readonly tiles: Float64Array;
}

export interface BorderedTiles {
  readonly tiles: number;
  readonly depth: number;
  /** Of all tiles, for every ring. */
  readonly sides: HaloSides;
}

export type TileGeometry = ReturnType<typeof tileGeometry>;

export function tileGeometry(problem: EpuProblem) {
  const { roles, settings, core } = problem;
  /** Whether rows or columns are skipped, so that random access fetches what flows cannot. */
  const strided = settings.stridedFetch === 'rau' && roles.axes.some(({ stride }) => stride > 1);
  const { axes } = roles;
  /** Cores along every axis. */
  const sides = roles.axes.map(({ along }) => (along === 'line' ? tileElements(core) : core.arraySide));
  /** Places of every tile that nothing lies on, where there is an axis for one side of the array or for none: it takes the time and room of a whole one (F1). */
  const empty = tileElements(core) / productOf(sides);
  const lattices = axes.map(latticeOf);
  const array = (): Float64Array => new Float64Array(roles.axes.length);
  const spans: Spans = {
    covered: array(),
    own: array(),
    ring: array(),
    taps: array(),
    phases: array(),
    tiles: array(),
  };
  /** Of the whole operand, sides at the tensor's edge left out (N4): what boxes of it have adds up to them, however it is cut. */
  const whole = wholePlane();
  return { strided, words, resident, fetched, flow, written, pops, hops, aligned, tiles, leastTilesPerWord };

  /** Elements of dataspace `t` in a box, as declared. */
  function words(t: number, box: Box, from: number): number {
    return boxWords(problem.workload.dataspaces[t]!, box, from);
  }

  /** Elements of the resident operand that the cores hold of the box: whole tiles, and a ring around all of them together. */
  function resident(box: Box, from: number): number {
    const { own, ring, covered } = measure(box, from);
    let elements = words(problem.roles.resident, box, from);
    for (let at = 0; at < own.length; at += 1) elements = (elements / covered[at]!) * (own[at]! + ring[at]!);
    return elements * empty;
  }

  /** Elements of it that a fetch of the box moves into the array: those, or by flows whole tiles with a ring around each (F2, N3). */
  function fetched(box: Box, from: number): number {
    if (strided) return resident(box, from);
    const { tiles, depth, sides } = flow(box, from);
    return tiles * tileElements(core) + ringElements(core.arraySide, sides, 'included', depth);
  }

  /** Tiles of a flow of the box, how deep their rings are, and on average over the operand how many sides and corners have one. */
  function flow(box: Box, from: number): BorderedTiles {
    const { own, ring, covered } = measure(box, from);
    let elements = words(problem.roles.resident, box, from);
    let depth = 0;
    for (let at = 0; at < own.length; at += 1) {
      elements = (elements / covered[at]!) * own[at]!;
      depth = Math.max(depth, Math.ceil(ring[at]! / 2));
    }
    const tiles = (elements * empty) / tileElements(core);
    const { tiles: all, sides } = whole;
    const share = (sides: number): number => (depth === 0 ? 0 : (tiles * sides) / all);
    const [rows, columns, corners] = [share(sides.rows), share(sides.columns), share(sides.corners)];
    return { tiles, depth, sides: { rows, columns, corners } };
  }

  /** Elements of the outputs that a write of the box moves out of the array, padding included. */
  function written(box: Box, from: number): number {
    const { tiles } = measure(box, from);
    let elements = words(problem.roles.outputs, box, from);
    for (let at = 0; at < tiles.length; at += 1) {
      elements = (elements / box[from + axes[at]!.dimension]!) * tiles[at]! * sides[at]!;
    }
    return elements * empty;
  }

  /** Pops that deliver a box of the common operand: channels of one tap of one filter each (B10). */
  function pops(box: Box, from: number): number {
    const { roles, pop } = problem;
    if (roles.common < 0) return 0;
    const channels = roles.lane === null ? 1 : box[from + roles.lane]!;
    return (words(roles.common, box, from) / channels) * Math.ceil(channels / pop.elements);
  }

  /** One-direction hops of an element that bring every tap of a box to every core once (N5). */
  function hops(box: Box, from: number): number {
    const { covered, taps, phases, tiles } = measure(box, from);
    let elements = words(problem.roles.resident, box, from);
    for (let at = 0; at < tiles.length; at += 1) elements = (elements / covered[at]!) * tiles[at]!;
    const along = (at: number): number => (at < tiles.length ? lattices[at]!.spread * (taps[at]! - phases[at]!) : 0);
    if (tiles.length < 2) return along(0) * elements;
    // In every phase along one axis for each tap of the other, and once along that.
    const sweeps = (inner: number, outer: number): number =>
      taps[outer]! * along(inner) + phases[inner]! * along(outer);
    return Math.min(sweeps(0, 1), sweeps(1, 0)) * elements;
  }

  /**
   * Whether every fetch of such a box begins at a column where a flow may begin (L6): the box is all there is along the columns, or whole
   * tiles, which perfect factors of a padded bound stand for.
   */
  function aligned(box: Box, from: number): boolean {
    const { bounds } = problem.workload;
    for (let at = 0; at < axes.length; at += 1) {
      const { dimension, along } = axes[at]!;
      const [extent, bound] = [box[from + dimension]!, bounds[dimension]!];
      if (along === 'rows' || extent === bound) continue;
      const tile = bound / Math.ceil(bound / sides[at]!);
      if (extent % tile !== 0 && extent % core.arraySide !== 0) return false;
    }
    return true;
  }

  /** Output tiles of a box in one channel. */
  function tiles(box: Box, from: number): number {
    return productOf(measure(box, from).tiles);
  }

  /** The least tiles of a flow for each word of a box: of one tile with the elements around it. */
  function leastTilesPerWord(): number {
    const { ring } = measure(problem.workload.bounds, 0);
    const all = sides.reduce((product, side, at) => (product * side) / (side + ring[at]!), 1);
    return (all * empty) / tileElements(core);
  }

  function wholePlane(): { readonly tiles: number; readonly sides: HaloSides } {
    const { own } = measure(problem.workload.bounds, 0);
    const along = (side: Axis['along']): number => own[axes.findIndex((axis) => axis.along === side)] ?? 1;
    const plane = { batches: 1, channels: 1, rows: along('rows'), columns: along('columns') };
    const grid = tileGrid(core, plane);
    return { tiles: grid.tiles, sides: haloSides(grid, { tensor: plane, roi: plane, offset: origin }) };
  }

  function measure(box: Box, from: number): Spans {
    for (let at = 0; at < axes.length; at += 1) {
      const { dimension, stride, taps: along } = axes[at]!;
      const outputs = box[from + dimension]!;
      const side = sides[at]!;
      let window = 1;
      let taps = 1;
      for (const tap of along) {
        window += tap.step * (box[from + tap.dimension]! - 1);
        taps *= box[from + tap.dimension]!;
      }
      const tiles = Math.ceil(outputs / side);
      const { apart, spread } = lattices[at]!;
      const phases = Math.min(taps, apart);
      spans.covered[at] = stride * (outputs - 1) + window;
      spans.own[at] = strided ? tiles * side * phases : roundUp(outputs * stride, side);
      spans.ring[at] = strided && along.length === 1 ? spread * (taps - phases) : Math.max(0, window - stride);
      spans.taps[at] = taps;
      spans.phases[at] = phases;
      spans.tiles[at] = tiles;
    }
    return spans;
  }
}

/**
 * Which of the elements that a stride steps over taps can touch: steps of taps and of outputs in lowest terms say into how many phases
 * those fall, and how many cores lie between two taps of one phase. Several taps are taken as if they touched every element.
 */
function latticeOf({ stride, taps }: Axis): { readonly apart: number; readonly spread: number } {
  const [tap, more] = taps;
  if (tap === undefined || more !== undefined) return { apart: stride, spread: 1 };
  const divisor = greatestCommonDivisor(stride, tap.step);
  return { apart: stride / divisor, spread: tap.step / divisor };
}

/** The least that `resident` is of the words of a box: of one whole tile, or of as many that rings count for nothing. */
export function leastFetchedShare({ workload: { bounds }, roles, settings, core }: EpuProblem): number {
  if (settings.stridedFetch === 'flow') return 1;
  return roles.axes.reduce((share, axis) => {
    const { stride, taps, along } = axis;
    const touched = taps.reduce((product, { dimension }) => product * bounds[dimension]!, 1);
    const { apart, spread } = latticeOf(axis);
    const phases = Math.min(touched, apart);
    const side = along === 'line' ? tileElements(core) : core.arraySide;
    const window = taps.reduce((sum, { dimension, step }) => sum + step * (bounds[dimension]! - 1), 1);
    const ofTile = (side * phases + spread * (touched - phases)) / (stride * (side - 1) + window);
    return share * Math.min(1, phases / stride, taps.length === 1 ? ofTile : 1);
  }, 1);
}
