// Where the kernel asks for sparsity (section G): tiles as they are stored, then what becomes of the dense counts, the
// computes, the cycles and the energy.

import { productOf } from '../../math/product.js';
import type { KernelLayout } from '../kernel/layout.js';
import type { Scratch } from '../kernel/scratch.js';
import { SPARSE, VALID, type Verdict } from '../kernel/verdict.js';
import type { NestBuffer } from '../nest-buffer.js';
import { countComputes, type Operand } from './computes.js';
import { type Conditions, conditionsOf } from './conditions.js';
import { bitsOf, Held, type Split } from './held.js';
import { NestLoops } from './nest-loops.js';
import { overbook } from './overbooking.js';
import { filteredPart, propagate } from './propagation.js';
import { type Ranks, ranksOf } from './ranks.js';
import { heldWords, type SparseLayout } from './sparse-layout.js';
import { skipInstances } from './spatial-skipping.js';
import { energyOf, type StorageEnergyPj, sparseAddressGenerations, wordsRead, wordsWritten } from './storage-cost.js';
import { type TileOccupancies, tileOccupancies } from './tile-occupancy.js';
import { Tiles } from './tiles.js';

export interface SparseRejection {
  readonly kind:
    | 'ranks'
    | 'alignment'
    | 'decompression'
    | 'compression'
    | 'expansion'
    | 'metadata capacity'
    | 'no source'
    | 'overbooking'
    | 'overbooked capacity'
    | 'overbooked utilization';
  readonly level: number;
  readonly dataspace: number;
  readonly need: number;
  readonly limit: number;
}

/** The nest at hand, counted as a dense one. */
interface CountedKernel {
  readonly nest: NestBuffer;
  readonly scratch: Scratch;
  readonly perfect: number;
}

export class SparseKernel {
  readonly layout: SparseLayout;
  /** Of the nest at hand: per dataspace, innermost first. */
  readonly held: readonly Held[][];
  computes: Readonly<Split> = { actual: 0, gated: 0, skipped: 0 };
  /** Instances in use on average, of the dataspace that uses most. */
  readonly averageInstances: Float64Array;
  rejection: SparseRejection | null = null;
  /** Words that a level takes for its tile: `[t * levels + i]`. */
  readonly footprints: Float64Array;
  /** `[t * levels + i]`, kept or not. */
  readonly #places: readonly Held[];
  /** `[t * levels + i]`: changes of the box that the tile is of. */
  readonly #tiled: Float64Array;
  readonly #nest: NestLoops;
  readonly #tiles: Tiles;
  readonly #ranks: Ranks;
  readonly #occupancies: TileOccupancies;
  readonly #conditions: Conditions;

  constructor(layout: SparseLayout, { dimensions }: KernelLayout) {
    const { plan, levels, formats } = layout;
    this.layout = layout;
    this.averageInstances = new Float64Array(levels);
    this.footprints = new Float64Array(formats.length);
    this.#places = plan.workload.dataspaces.flatMap(({ readWrite }, dataspace) =>
      plan.architecture.levels.map(
        (storage, level) =>
          new Held({ dataspace, level, readWrite, storage, format: formats[dataspace * levels + level]! }),
      ),
    );
    this.held = plan.workload.dataspaces.map(() => []);
    this.#tiled = new Float64Array(formats.length);
    const fanouts = plan.architecture.levels.map(({ kind }) => kind === 'fanout');
    this.#nest = new NestLoops({ dimensions, fanouts, asWritten: layout.quirks });
    this.#tiles = new Tiles(plan.workload);
    const under = { tiles: this.#tiles, nest: this.#nest };
    this.#ranks = ranksOf(layout, under);
    this.#occupancies = tileOccupancies(layout);
    this.#conditions = conditionsOf(layout, under);
  }

  /** Words that level `i` takes for its tile of dataspace `t`, `words` uncompressed; `box`: iterations that it spans. */
  footprint(t: number, i: number, { words, box }: { readonly words: number; readonly box: ArrayLike<number> }): number {
    const at = t * this.layout.levels + i;
    const tile = this.layout.formats[at]?.compressed === true ? this.#tiles.probe(t, box) : { words, extents: [] };
    const held = heldWords(this.layout, { t, i, tile });
    this.footprints[at] = held;
    return held;
  }

  /** Turns the dense counts of the nest at hand into what remains of them. */
  apply({ nest, scratch, perfect }: CountedKernel): Verdict {
    const { layout, held } = this;
    this.#nest.read(nest);
    for (let t = 0; t < held.length; t += 1) this.#chain(t, nest, scratch);
    this.rejection = this.#store();
    if (this.rejection !== null) return SPARSE;
    for (const chain of held)
      for (const one of chain) this.#occupancies.expect(one, scratch.utilizedInstances[one.level]!);
    this.rejection = this.#measure(scratch);
    if (this.rejection !== null) return SPARSE;
    const parts = skipInstances({ layout, nest: this.#nest, tiles: this.#tiles, held });
    const working = productOf(parts);
    const orphan = this.#conditions.optimize(held);
    if (orphan !== null) {
      const dataspace = orphan.options[0]!.target;
      this.rejection = { kind: 'no source', level: orphan.level, dataspace, need: 0, limit: 0 };
      return SPARSE;
    }
    const dense = { computes: scratch.computes - Math.floor(scratch.computes * (1 - working)), quirks: layout.quirks };
    const computes = propagate(held, dense);
    const [a, b] = layout.operands as [number, number];
    const operands = [this.#operand(a, b, parts[a]!), this.#operand(b, a, parts[b]!)] as const;
    this.computes = countComputes(computes, operands, layout.plan.architecture.compute.sparsity!);
    const busy = this.computes.actual + this.computes.gated;
    // Instances without work save no time: what is left of the computes takes as long as all would.
    const cycles =
      perfect !== 0 && working === 1
        ? busy / scratch.utilizedComputes
        : (scratch.computeCycles * busy) / dense.computes;
    // Where there is nothing to compute there may be no instance that works; what is moved is still moved in some time.
    scratch.computeCycles = busy === 0 ? 1 : Math.ceil(cycles);
    this.#load(scratch, nest);
    return VALID;
  }

  /** pJ of all instances; null where the level does not keep the dataspace. */
  energy(t: number, i: number): StorageEnergyPj | null {
    const held = this.of(t, i);
    return held === undefined ? null : energyOf(held);
  }

  of(t: number, i: number): Held | undefined {
    for (const held of this.held[t]!) if (held.level === i) return held;
    return undefined;
  }

  addressGenerations(t: number, i: number): number {
    const held = this.of(t, i);
    return held === undefined ? 0 : sparseAddressGenerations(held);
  }

  get computePj(): number {
    const { energyPj, sparsity } = this.layout.plan.architecture.compute;
    const { actual, gated, skipped } = this.computes;
    return actual * energyPj + gated * sparsity!.gatedPj + skipped * sparsity!.skippedPj;
  }

  /** Lists what is held of dataspace t, with its tiles and dense counts. */
  #chain(t: number, nest: NestBuffer, scratch: Scratch): void {
    const { levels } = this.layout;
    const chain = this.held[t]!;
    chain.length = 0;
    let child: Held | null = null;
    for (let i = 0; i < levels; i += 1) {
      if (((nest.keep[i]! >> t) & 1) === 0) continue;
      const at = t * levels + i;
      const held = this.#places[at]!;
      const changes = this.#nest.boxChanges(i);
      if (this.#tiled[at] !== changes) {
        held.tile = this.#tiles.shape(t, this.#nest.boxOf(i));
        this.#tiled[at] = changes;
      }
      held.child = child;
      held.parent = null;
      if (child !== null) child.parent = held;
      held.optimization = null;
      held.probability = 0;
      held.dense.reads = scratch.reads[at]!;
      held.dense.fills = scratch.fills[at]!;
      held.dense.updates = scratch.updates[at]!;
      held.temporalReductions = scratch.temporalReductions[at]!;
      chain.push(held);
      child = held;
    }
  }

  /** Formats and their ranks. */
  #store(): SparseRejection | null {
    for (const chain of this.held) {
      for (const held of chain) {
        const { dataspace, level, format, parent, storage } = held;
        const { sparsity } = storage;
        const outside = parent?.format?.compressed === true;
        // Nobody asks for the ranks of what is neither stored in a format nor cut for a parent's.
        const problem = format !== null || outside ? this.#ranks.assign(held) : null;
        const compressed = format?.compressed === true;
        let kind: SparseRejection['kind'] | null = null;
        if (problem !== null) kind = problem === 'too few ranks' ? 'ranks' : 'alignment';
        else if (compressed && parent !== null && !outside) kind = 'expansion';
        else if (outside && !compressed && !sparsity!.decompresses) kind = 'decompression';
        else if (outside && !compressed && held.readWrite && !sparsity!.compresses) kind = 'compression';
        if (kind !== null) return { kind, level, dataspace, need: format?.ranks.length ?? 0, limit: 0 };
      }
    }
    return null;
  }

  /** Room for data and metadata; data that has to fit always has been looked at before anything was counted. */
  #measure({ occupancy }: Pick<Scratch, 'occupancy'>): SparseRejection | null {
    const { confidence, plan, quirks } = this.layout;
    for (const chain of this.held) {
      for (const held of chain) {
        held.capacity = held.means.fullest;
        held.confidence = 1;
      }
    }
    for (let level = 0; level < this.layout.levels; level += 1) {
      const { sparsity, effectiveCapacityWords, minUtilization } = plan.architecture.levels[level]!;
      if (sparsity?.allowsOverbooking && effectiveCapacityWords !== null) {
        const here = this.held.flatMap((chain) => chain.filter((held) => held.level === level));
        overbook(here, { capacity: effectiveCapacityWords, densities: this.layout.densities });
        // What overflows stays with the parent: without one all has to fit.
        const limitOf = (held: Held): number => (held.parent === null && !quirks ? 1 : confidence[level]!);
        const worst = here.find((held) => held.confidence < limitOf(held));
        if (worst !== undefined) {
          const { dataspace, confidence: need } = worst;
          return { kind: 'overbooking', level, dataspace, need, limit: limitOf(worst) };
        }
        const need = here.reduce((sum, held) => sum + held.capacity.words, 0);
        if (need > effectiveCapacityWords)
          return { kind: 'overbooked capacity', level, dataspace: -1, need, limit: effectiveCapacityWords };
        const least = minUtilization * effectiveCapacityWords;
        if (need < least) return { kind: 'overbooked utilization', level, dataspace: -1, need, limit: least };
        occupancy[level] = need;
      }
      const limit = sparsity?.metadataCapacityBits ?? Number.POSITIVE_INFINITY;
      if (limit === Number.POSITIVE_INFINITY) continue;
      let bits = 0;
      for (let t = 0; t < this.held.length; t += 1) {
        const held = this.of(t, level);
        if (held !== undefined) bits += bitsOf(held.format, held.capacity.metadata);
      }
      if (bits > limit) return { kind: 'metadata capacity', level, dataspace: -1, need: bits, limit };
    }
    return null;
  }

  /** `working`: part of the instances that its own zeros leave work. */
  #operand(t: number, other: number, working: number): Operand {
    return {
      density: this.layout.densities[t]!.expectedNonzeros(scalar),
      metadata: this.held[t]![0]!.format !== null,
      filteredBy: working < 1 ? 1 - working : filteredPart(this.held[other]!),
    };
  }

  /** What is left to move, spread over all instances: the words that bandwidth has to serve. */
  #load({ reads, fills, updates, expansion, utilizedInstances }: Scratch, nest: NestBuffer): void {
    const { layout, averageInstances } = this;
    const everything = (1 << this.held.length) - 1;
    for (let i = 0; i < layout.levels; i += 1) {
      // What passes through uses all instances.
      averageInstances[i] = (nest.keep[i]! & everything) === everything ? 0 : utilizedInstances[i]!;
    }
    for (const chain of this.held) {
      for (const held of chain) {
        const { level, dataspace } = held;
        const at = dataspace * layout.levels + level;
        const share = held.averageInstances / expansion[level]!;
        reads[at] = loadOf(wordsRead(held), share);
        fills[at] = loadOf(wordsWritten(held), share);
        updates[at] = 0;
        averageInstances[level] = Math.max(averageInstances[level]!, held.averageInstances);
      }
    }
  }
}

const scalar = { words: 1, extents: [1, 1] };

function loadOf(words: number, share: number): number {
  if (share === 1) return words;
  return share === 0 ? 0 : Math.ceil(words / (1 / share));
}
