// Cycles of a mapping (C1 to C9): copies, flows, random access, neighbour exchange, and multiplications or the pops that feed
// them, one after the other unless they are said to overlap. Every rate is an estimate.

import type { CountedNest, Price, Schedule } from '../../../model/seams.js';
import { computeCount, moves } from '../../../workload/workload.js';
import { iterationsIn } from '../../boxes.js';
import { elementBytes, registerBytes } from '../element-type.js';
import { streamingCycles } from '../flow-cycles.js';
import { copyCycles } from '../mem-cpy.js';
import { tileElements } from '../tiles.js';
import { callsFor } from '../transfer-limit.js';
import { wider } from './element-types.js';
import { residentBytes } from './footprint.js';
import { dataspacesOf, type EpuProblem, residentsOf } from './problem.js';
import { type BorderedTiles, leastFetchedShare, type TileGeometry, tileGeometry } from './tile-geometry.js';
import { transferOf } from './transfer.js';

/** What a mapping does, in numbers that cycles, energies and facts are made from. */
type Work = ReturnType<Works['work']>;

export type Works = ReturnType<typeof worksOf>;

export function worksOf(problem: EpuProblem) {
  const { core, places, roles, types, workload } = problem;
  const geometry = tileGeometry(problem);
  const transfer = transferOf(problem);
  // Of one element of the resident operand.
  const registers = residentBytes(problem) / registerBytes;
  return { geometry, hops, work };

  /** One-direction hops of 32 bits in every core, over all steps. */
  function hops(nest: CountedNest): number {
    const { dimensions, held } = nest;
    const local = (places.localMemory + 1) * dimensions;
    const steps = nest.computes / iterationsIn(held, local, dimensions);
    return steps * geometry.hops(held, local) * registers;
  }

  function work(nest: CountedNest) {
    const { levels, dimensions, held } = nest;
    const local = (places.localMemory + 1) * dimensions;
    const ocm = (places.ocm + 1) * dimensions;
    const ddr = (places.ddr + 1) * dimensions;
    const count = (counts: Float64Array, level: number, t: number): number => counts[t * levels + level]!;
    const steps = nest.computes / iterationsIn(held, local, dimensions);
    const inDdr = (t: number): number => count(nest.reads, places.ddr, t) + count(nest.updates, places.ddr, t);
    const copied = (t: number): number =>
      geometry.words(t, held, ocm) * transfer.bytesPerWord(places.ocm, t, held, ocm);
    const dataspaces = dataspacesOf(roles);
    // What stays in local memory between two layers is there already, and what stays in OCM is not copied.
    const residents = residentsOf(roles).filter((t) => count(nest.reads, places.ocm, t) > 0);
    const fetchBytes = elementBytes(types.resident);
    const fetched = geometry.fetched(held, local);
    const oneFetched = count(nest.reads, places.ocm, residents[0] ?? roles.resident) * elementsPerByte(held, local);
    const written = geometry.written(held, local);
    const writeBytes = elementBytes(types.outputs);
    const outputBytes = count(nest.updates, places.ocm, roles.outputs) + count(nest.reads, places.ocm, roles.outputs);
    const fetches = residents.length * visits(nest, roles.resident, [local, ocm, ddr], oneFetched / fetched);
    const pops = roles.common < 0 ? 0 : count(nest.reads, places.ocm, roles.common) / core.popBytes;
    return {
      /** How often the cores begin on another tile of work. */
      steps,
      copies: dataspaces.reduce((sum, t) => sum + visits(nest, t, [ocm, ddr], inDdr(t) / copied(t)), 0),
      copiedBytes: dataspaces.reduce((sum, t) => sum + inDdr(t), 0),
      fetchCalls: fetches * callsFor(core, fetched * fetchBytes),
      /** By random access: as by flows, all of a region whenever it is fetched. */
      fetchedElements: fetches * fetched,
      /** With a flow wherever one may begin. */
      fetchFlowCycles: flowCyclesOf(problem, geometry.flow(held, local), fetches),
      writeCalls: times(outputBytes, written * writeBytes, steps) * callsFor(core, written * writeBytes),
      writtenElements: outputBytes / writeBytes,
      /** Whether flows may begin where the tiles do; random access fetches and stores them otherwise. */
      aligned: geometry.aligned(held, local),
      /** One-direction hops of 32 bits in every core. */
      hops: hops(nest),
      pops,
      stagings: roles.common < 0 ? 0 : Math.max(steps, times(pops, geometry.pops(held, local), steps)),
    };
  }

  /**
   * Copies or fetches of a dataspace's box: as often as the loops outside it say that move the box, once more for every pass that others make.
   * `boxes` is where in `held` the box begins, and those outside it up to DDR. `counted` is less where a window slides, of which the kernel
   * counts what is new: flows bring whole tiles and every ring again, and a copy is called for the least of it.
   */
  function visits({ held, dimensions }: CountedNest, t: number, boxes: readonly number[], counted: number): number {
    if (counted === 0) return 0;
    const dataspace = workload.dataspaces[t]!;
    let regions = 1;
    const passes: number[] = [];
    for (let d = 0; d < dimensions; d += 1) {
      for (let at = 1; at < boxes.length; at += 1) {
        const loop = held[boxes[at]! + d]! / held[boxes[at - 1]! + d]!;
        if (moves(dataspace, d)) regions *= loop;
        else if (loop > 1) passes.push(loop);
      }
    }
    return regions * leastProduct(passes, (counted / regions) * (1 - 1e-9));
  }

  /** Elements that are fetched for each byte that the kernel counts: fewer than words where a stride leaves gaps. */
  function elementsPerByte(held: Float64Array, from: number): number {
    const counted = transfer.bytesPerWord(places.localMemory, roles.resident, held, from);
    return geometry.fetched(held, from) / (geometry.words(roles.resident, held, from) * counted);
  }
}

/** Parts of the schedule; those that overlap others are shown as what they add. */
const parts = ['memCpy', 'flow in', 'flow out', 'neighbours', 'broadcast pops', 'MAC', 'ALU', 'setup'] as const;

export function scheduleOf(problem: EpuProblem): Schedule {
  const { core, places, settings, workload } = problem;
  const { composition } = settings;
  const works = worksOf(problem);
  const { strided } = works.geometry;
  const [flow, random] = [1 / (core.arraySide * core.flowLinesPerCycle), 1 / core.randomAccessPorts];
  const slower = Math.max(random, flow);
  // The kernel counts as many bytes into registers as leave OCM; narrow elements fill a register each.
  const wider = residentBytes(problem) / elementBytes(problem.types.resident) - 1;
  const registerPj = wider * problem.architecture.levels[places.localMemory]!.energy.fillPj;
  const popPj = problem.architecture.levels[places.register]!.energy.fillPj;
  const macPj = Math.max(0, macEnergyPj(problem) - problem.architecture.compute.energyPj);
  return {
    parts,
    cycles(nest, out) {
      const work = works.work(nest);
      // A single flow would be refused where it cannot begin; random access is never faster (C2).
      const byFlow = strided ? 0 : work.fetchFlowCycles;
      const byAccess = strided || !work.aligned ? work.fetchedElements * (work.aligned ? random : slower) : 0;
      const moved = { flowIn: Math.max(byFlow, byAccess), writeCycles: work.aligned ? flow : slower };
      const terms = termsOf(problem, { work, ...moved, computeCycles: nest.computeCycles });
      return composition === 'serial' ? inSeries(terms, out) : overlapped(terms, out);
    },
    floor: {
      composition,
      work: computeCount(workload),
      ...(composition === 'serial'
        ? { prices: pricesOf(problem, works.geometry), idleCycles: leastSetup(problem) }
        : {}),
    },
    extras: [
      { name: 'neighbour_hops', pj: (nest) => works.hops(nest) * tileElements(core) * core.hopEnergyPj },
      {
        name: 'full_registers',
        pj: ({ fills, levels }) =>
          residentsOf(problem.roles).reduce((sum, t) => sum + fills[t * levels + places.localMemory]!, 0) * registerPj,
      },
      { name: 'wide_products', pj: (nest) => nest.computes * macPj },
      // A pop loads the registers of all cores (section 2.7), and levels are counted for those that work.
      {
        name: 'idle_registers',
        pj: ({ fills, instances, levels }) => {
          if (problem.roles.common < 0) return 0;
          const each = fills[problem.roles.common * levels + places.register]!;
          return each * (tileElements(core) - instances[places.register]!) * popPj;
        },
      },
    ],
  };
}

/** By flow into OCM and back, a line at a time (C2). */
export function relayoutCycles({ core }: EpuProblem, elements: number): number {
  return 2 * Math.ceil(elements / core.arraySide / core.flowLinesPerCycle);
}

interface Counted {
  readonly work: Work;
  readonly flowIn: number;
  /** Of one element that leaves the array. */
  readonly writeCycles: number;
  readonly computeCycles: number;
}

type Terms = ReturnType<typeof termsOf>;

function termsOf({ core, settings, roles }: EpuProblem, { work, flowIn, writeCycles, computeCycles }: Counted) {
  const pops = Math.ceil(work.pops / core.popsPerCycle + work.stagings * core.stagingCycles);
  // Maxima and sums of elements take an operation of a core's ALU each.
  const multiplies = roles.common >= 0;
  const finished = work.writtenElements / tileElements(core);
  const { transfer, latency } = copyCycles(core, work.copiedBytes);
  return {
    copy: transfer,
    copySetup: work.copies * latency,
    flowIn: Math.ceil(flowIn),
    flowOut: Math.ceil(work.writtenElements * writeCycles),
    flowSetup: (work.fetchCalls + work.writeCalls) * core.flowSetupCycles,
    neighbours: Math.ceil(work.hops * core.exchangeCycles),
    popsBeyondMac: Math.max(0, pops - computeCycles),
    mac: multiplies ? computeCycles : 0,
    alu: (multiplies ? 0 : computeCycles) + Math.ceil((finished * settings.aluOperationsPerOutput) / core.aluLanes),
  };
}

function inSeries(terms: Terms, out: Float64Array): number {
  const { copy, copySetup, flowIn, flowOut, flowSetup, neighbours, popsBeyondMac, mac, alu } = terms;
  const all = [copy, flowIn, flowOut, neighbours, popsBeyondMac, mac, alu, copySetup + flowSetup];
  out.set(all);
  return all.reduce((sum, part) => sum + part, 0);
}

/** The longest of cores, flows and copies, each of which works on another tile. */
function overlapped(terms: Terms, out: Float64Array): number {
  const { neighbours, popsBeyondMac, mac, alu } = terms;
  const cores = neighbours + popsBeyondMac + mac + alu;
  const flows = terms.flowIn + terms.flowOut + terms.flowSetup;
  const copies = terms.copy + terms.copySetup;
  const flowsAdd = flows === 0 ? 0 : Math.max(0, flows - cores) / flows;
  const copiesAdd = copies === 0 ? 0 : Math.max(0, copies - Math.max(flows, cores)) / copies;
  const setup = terms.copySetup * copiesAdd + terms.flowSetup * flowsAdd;
  out.set([
    terms.copy * copiesAdd,
    terms.flowIn * flowsAdd,
    terms.flowOut * flowsAdd,
    neighbours,
    popsBeyondMac,
    mac,
    alu,
    setup,
  ]);
  return Math.max(cores, flows, copies);
}

/** Every tensor is copied, and everything but what is broadcast flows, at least once. */
function leastSetup({ core, roles }: EpuProblem): number {
  const flows = residentsOf(roles).length + 1;
  return dataspacesOf(roles).length * core.ddrLatencyCycles + flows * core.flowSetupCycles;
}

/** Of all fetches of a box by flow (C1). */
function flowCyclesOf({ core, types }: EpuProblem, flow: BorderedTiles, fetches: number): number {
  const tiles = fetches * flow.tiles;
  const rings = fetches * flow.depth;
  return streamingCycles(core, types.resident, {
    tiles,
    rows: rings * flow.sides.rows,
    columns: rings * flow.sides.columns,
  });
}

/** What every byte adds at least when nothing overlaps: its copy, and its share of a tile. Pops hide behind multiplications. */
function pricesOf(problem: EpuProblem, geometry: TileGeometry): readonly (readonly Price[])[] {
  const { architecture, workload, core, places, roles, types } = problem;
  const copy = 1 / core.ddrBytesPerCycle;
  const fetch = leastFetchCycles(problem, geometry);
  const write = 1 / (elementBytes(types.outputs) * core.arraySide * core.flowLinesPerCycle);
  return architecture.levels.map((_, level) =>
    workload.dataspaces.map((_, t) => {
      if (level === places.ddr) return { read: copy, fill: 0, update: copy };
      if (level === places.ocm && residentsOf(roles).includes(t)) return { read: fetch, fill: 0, update: 0 };
      if (level === places.ocm && t === roles.outputs) return { read: write, fill: 0, update: write };
      return { read: 0, fill: 0, update: 0 };
    }),
  );
}

/** Of a byte of the resident operand: its elements are fetched, or all words of a box if these are more (see `transferOf`). */
function leastFetchCycles(problem: EpuProblem, geometry: TileGeometry): number {
  const { core, types, workload } = problem;
  const bytes = elementBytes(types.resident);
  if (geometry.strided) return Math.min(1 / bytes, leastFetchedShare(problem)) / core.randomAccessPorts;
  const whole = geometry.flow(workload.bounds, 0);
  const perTile = flowCyclesOf(problem, whole, 1) / whole.tiles;
  const perElement = whole.tiles / geometry.fetched(workload.bounds, 0);
  return perTile * Math.min(perElement / bytes, geometry.leastTilesPerWord());
}

/** The least product of some of the factors that is not below `least`, or that of all. */
function leastProduct(factors: readonly number[], least: number): number {
  if (least <= 1) return 1;
  const products = [1];
  for (const factor of factors) products.push(...products.map((one) => one * factor));
  return products.reduce((best, one) => (one >= least && one < best ? one : best), products.at(-1)!);
}

/** How often `part` is moved when `all` is, in so many steps: in every one where a window slides and moves less than itself. */
function times(all: number, part: number, steps: number): number {
  const whole = Math.round(all / part);
  return Math.abs(whole * part - all) <= 1e-9 * all ? whole : steps;
}

/** Of 8 bits it is the compute's own, which stands in the tree. */
function macEnergyPj({ architecture, core, types }: EpuProblem): number {
  const type = wider(types.resident, types.common);
  if (type === 'int8') return architecture.compute.energyPj;
  return type === 'int16' ? core.macInt16EnergyPj : core.macInt32EnergyPj;
}
