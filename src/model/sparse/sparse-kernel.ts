// Where the kernel asks for sparsity (section G): tiles as they are stored, then what becomes of the dense counts, the
// computes, the cycles and the energy.

import type { KernelLayout } from '../kernel/layout.js';
import type { Scratch } from '../kernel/scratch.js';
import { SPARSE, VALID, type Verdict } from '../kernel/verdict.js';
import type { NestBuffer } from '../nest-buffer.js';
import { type ComputeCounts, countComputes, type Operand } from './computes.js';
import { optimize } from './conditions.js';
import { bitsOf, type FormatSplit, type Held, type Units } from './held.js';
import { nestLoops } from './nest-loops.js';
import { measure, overbook } from './overbooking.js';
import { propagate } from './propagation.js';
import { assignRanks } from './ranks.js';
import { heldWords, type SparseLayout } from './sparse-layout.js';
import { skipInstances } from './spatial-skipping.js';
import { demandOf, energyOf, type StorageEnergyPj, sparseAddressGenerations } from './storage-cost.js';
import { TileOccupancies } from './tile-occupancy.js';
import { shapesOf } from './tiles.js';
import { vectorRatio } from './vectors.js';

export interface SparseRejection {
  readonly kind:
    | 'ranks'
    | 'alignment'
    | 'decompression'
    | 'compression'
    | 'expansion'
    | 'metadata capacity'
    | 'no source'
    | 'overbooking';
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
  held: readonly (readonly Held[])[] = [];
  computes: ComputeCounts = { actual: 0, gated: 0, skipped: 0 };
  /** Instances in use on average, of the dataspace that uses most. */
  readonly averageInstances: Float64Array;
  rejection: SparseRejection | null = null;
  /** Words that a level takes for its tile: `[t * levels + i]`. */
  readonly footprints: Float64Array;
  readonly #kernel: KernelLayout;
  readonly #fanouts: readonly boolean[];
  readonly #shapeOf: ReturnType<typeof shapesOf>;
  readonly #occupancies: TileOccupancies;

  constructor(layout: SparseLayout, kernel: KernelLayout) {
    this.layout = layout;
    this.#kernel = kernel;
    this.averageInstances = new Float64Array(layout.levels);
    this.footprints = new Float64Array(layout.levels * layout.densities.length);
    this.#fanouts = layout.plan.architecture.levels.map(({ kind }) => kind === 'fanout');
    this.#shapeOf = shapesOf(layout.plan.workload);
    this.#occupancies = new TileOccupancies(layout.densities);
  }

  /** Words that level `i` takes for its tile of dataspace `t`, `words` uncompressed; `box`: iterations that it spans. */
  footprint(t: number, i: number, { words, box }: { readonly words: number; readonly box: ArrayLike<number> }): number {
    const at = t * this.layout.levels + i;
    const compressed = this.layout.formats[at]?.compressed === true;
    const held = heldWords(this.layout, { t, i, tile: compressed ? this.#shapeOf(t, box) : { words, extents: [] } });
    this.footprints[at] = held;
    return held;
  }

  /** Turns the dense counts of the nest at hand into what remains of them. */
  apply({ nest, scratch, perfect }: CountedKernel): Verdict {
    const { layout } = this;
    const { dimensions } = this.#kernel;
    const loops = nestLoops(nest, { dimensions, fanouts: this.#fanouts, asWritten: layout.quirks });
    this.held = layout.plan.workload.dataspaces.map((_, t) => this.#chain(t, { nest, scratch, loops }));
    this.rejection = this.#store(loops) ?? null;
    if (this.rejection !== null) return SPARSE;
    for (const one of this.held.flat()) this.#occupancies.expect(one, scratch.utilizedInstances[one.level]!);
    this.rejection = this.#measure() ?? null;
    if (this.rejection !== null) return SPARSE;
    const conditions = { layout, nest: loops, shapeOf: this.#shapeOf, held: this.held };
    const working = skipInstances(conditions);
    const orphan = optimize(conditions);
    if (orphan !== null)
      return this.#refuse({ kind: 'no source', level: orphan.level, dataspace: orphan.options[0]!.target });
    const { computes, filtered } = propagate(this.held, {
      computes: scratch.computes - Math.floor(scratch.computes * (1 - working)),
      quirks: layout.quirks,
    });
    this.computes = countComputes(computes, this.#operands(filtered), layout.plan.architecture.compute.sparsity!);
    const { actual, gated } = this.computes;
    const dense = scratch.computeCycles;
    scratch.computeCycles =
      perfect !== 0
        ? Math.ceil((actual + gated) / (scratch.utilizedComputes * working))
        : Math.ceil((dense * (actual + gated)) / scratch.computes);
    this.#load(scratch, nest);
    return VALID;
  }

  /** pJ of all instances; null where the level does not keep the dataspace. */
  energy(t: number, i: number): StorageEnergyPj | null {
    const held = this.of(t, i);
    if (held === undefined) return null;
    const level = this.layout.plan.architecture.levels[i]!;
    const parent = held.parent === null ? null : this.layout.plan.architecture.levels[held.parent.level]!;
    const ratio = vectorRatio(held, this.layout.densities[t]!, level.blockSize);
    const { data, metadata, conversion } = energyOf(held, { level, parent, ratio });
    const instances = held.averageInstances;
    return { data: data * instances, metadata: metadata * instances, conversion: conversion * instances };
  }

  of(t: number, i: number): Held | undefined {
    return this.held[t]!.find(({ level }) => level === i);
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

  #chain(t: number, at: { nest: NestBuffer; scratch: Scratch; loops: ReturnType<typeof nestLoops> }): Held[] {
    const { levels, formats, plan } = this.layout;
    const chain: Held[] = [];
    for (let i = 0; i < levels; i += 1) {
      if (((at.nest.keep[i]! >> t) & 1) === 0) continue;
      const format = formats[t * levels + i]!;
      const box = at.loops.loops[at.loops.start[i + 1]! - 1]!.box;
      chain.push(
        newHeld(
          { t, i, tile: this.#shapeOf(t, box), format, readWrite: plan.workload.dataspaces[t]!.readWrite },
          at.scratch,
        ),
      );
    }
    chain.forEach((held, place) => {
      held.child = chain[place - 1] ?? null;
      held.parent = chain[place + 1] ?? null;
    });
    return chain;
  }

  /** Formats and their ranks. */
  #store(loops: ReturnType<typeof nestLoops>): SparseRejection | undefined {
    const { layout } = this;
    for (const chain of this.held) {
      for (const held of chain) {
        const { dataspace, level } = held;
        const { sparsity } = layout.plan.architecture.levels[level]!;
        const shape = (box: ArrayLike<number>) => this.#shapeOf(dataspace, box);
        // Nobody asks for the ranks of what is neither stored in a format nor cut for a parent's.
        const ranked = held.format !== null || held.parent?.format?.compressed === true;
        const problem = ranked ? assignRanks(held, loops, { layout, shape }) : null;
        const at = { level, dataspace, need: held.format?.ranks.length ?? 0, limit: 0 };
        if (problem === 'too few ranks') return { kind: 'ranks', ...at };
        if (problem !== null) return { kind: 'alignment', ...at };
        const expands = held.format?.compressed !== true && held.parent?.format?.compressed === true;
        const packs =
          held.format?.compressed === true && held.parent !== null && held.parent.format?.compressed !== true;
        if (packs) return { kind: 'expansion', ...at };
        if (expands && !sparsity!.decompresses) return { kind: 'decompression', ...at };
        if (expands && held.readWrite && !sparsity!.compresses) return { kind: 'compression', ...at };
      }
    }
    return undefined;
  }

  /** Room for data and metadata; data that has to fit always has been looked at before anything was counted. */
  #measure(): SparseRejection | undefined {
    const { layout } = this;
    const { densities, confidence } = layout;
    for (const [level, { sparsity, effectiveCapacityWords }] of layout.plan.architecture.levels.entries()) {
      const here = this.held.flatMap((chain) => chain.filter((held) => held.level === level));
      if (sparsity?.allowsOverbooking && effectiveCapacityWords !== null) {
        overbook(here, { capacity: effectiveCapacityWords, densities });
        const limit = confidence[level]!;
        const worst = here.find((held) => held.confidence < limit);
        const { dataspace = -1, confidence: need = 1 } = worst ?? {};
        if (worst !== undefined) return { kind: 'overbooking', level, dataspace, need, limit };
      } else for (const held of here) measure(held, densities[held.dataspace]!);
      const bits = here.reduce((sum, held) => sum + bitsOf(held.format, held.capacityMetadata), 0);
      const limit = sparsity?.metadataCapacityBits ?? Number.POSITIVE_INFINITY;
      if (bits > limit) return { kind: 'metadata capacity', level, dataspace: -1, need: bits, limit };
    }
    return undefined;
  }

  #operands(filtered: readonly (number | null)[]): [Operand, Operand] {
    const { operands, densities } = this.layout;
    const scalar = { words: 1, extents: [1, 1] };
    return operands.map((t, place) => ({
      density: densities[t]!.expectedNonzeros(scalar),
      metadata: this.held[t]![0]!.format !== null,
      filteredBy: filtered[operands[1 - place]!]!,
    })) as [Operand, Operand];
  }

  /** What is left to move, spread over all instances: the words that bandwidth has to serve. */
  #load({ reads, fills, updates, expansion, utilizedInstances }: Scratch, nest: NestBuffer): void {
    const { layout, averageInstances } = this;
    const everything = (1 << this.held.length) - 1;
    for (let i = 0; i < layout.levels; i += 1) {
      // What passes through uses all instances.
      averageInstances[i] = (nest.keep[i]! & everything) === everything ? 0 : utilizedInstances[i]!;
    }
    for (const held of this.held.flat()) {
      const { level, dataspace } = held;
      const at = dataspace * layout.levels + level;
      const demand = demandOf(held, layout.plan.architecture.levels[level]!);
      const share = held.averageInstances / expansion[level]!;
      const load = (words: number): number => (share === 1 ? words : share === 0 ? 0 : Math.ceil(words / (1 / share)));
      reads[at] = load(demand.reads);
      fills[at] = load(demand.writes);
      updates[at] = 0;
      averageInstances[level] = Math.max(averageInstances[level]!, held.averageInstances);
    }
  }

  #refuse(rejection: Pick<SparseRejection, 'kind' | 'level' | 'dataspace'>): Verdict {
    this.rejection = { need: 0, limit: 0, ...rejection };
    return SPARSE;
  }
}

interface NewHeld extends Pick<Held, 'tile' | 'format' | 'readWrite'> {
  readonly t: number;
  readonly i: number;
}

function newHeld({ t, i, tile, format, readWrite }: NewHeld, scratch: Scratch): Held {
  const at = t * scratch.levelPj.length + i;
  const none = (): Units[] => (format?.ranks ?? []).map(() => [0, 0]);
  const split = () => ({ actual: 0, gated: 0, skipped: 0 });
  const formatSplit = (): FormatSplit => ({ actual: none(), gated: none(), skipped: none() });
  return {
    dataspace: t,
    level: i,
    readWrite,
    tile,
    format,
    parent: null,
    child: null,
    ranks: [],
    optimization: null,
    averageInstances: 0,
    expectedWords: tile.words,
    expectedMetadata: [],
    dense: { reads: scratch.reads[at]!, fills: scratch.fills[at]!, updates: scratch.updates[at]! },
    reads: split(),
    fills: 0,
    updates: split(),
    temporalReductions: scratch.temporalReductions[at]!,
    formatReads: formatSplit(),
    formatFills: none(),
    formatUpdates: formatSplit(),
    decompressions: 0,
    compressions: 0,
    capacityWords: tile.words,
    capacityMetadata: none(),
    confidence: 1,
  };
}
