// What stays on chip between the layers of a network (`--resident`): the output of a step is kept whole in a shared buffer until its
// last consumer has read it, where it fits beside the tiles of every step that runs meanwhile. Nothing of it then crosses the
// levels further out, neither when it is produced nor when it is consumed.
//
// A step with such a tensor is evaluated with that dataspace kept in the buffer and by no level further out, so that the model itself
// says what is saved, bandwidth included; what constraints bypass stays bypassed. Loops are not searched anew. Element-wise operators, normalizations and reshapes on the way
// are taken to run in the stream of the tensor, in place. On a machine with layouts what comes out is laid out otherwise than what goes
// in: the tensor is read and written once more where it lives.

import type { StorageLevel } from '../arch/architecture.js';
import type { Constraints } from '../mapping/constraints.js';
import type { Mapping } from '../mapping/mapping.js';
import { remembered } from '../math/remembered.js';
import type { Evaluation } from '../model/evaluation.js';
import type { NetworkStep } from '../workload/import/network.js';
import { dataspaceSize, type Workload } from '../workload/workload.js';

/** The best mapping of a layer, and the model to cost a variant of it with. */
export interface MappedLayer {
  readonly workload: Workload;
  /** Innermost first. */
  readonly levels: readonly StorageLevel[];
  readonly mapping: Mapping;
  /** What may be kept where. */
  readonly constraints: Constraints;
  readonly evaluation: Evaluation;
  readonly evaluate: (mapping: Mapping) => Evaluation;
  /** Bytes that a whole dataspace takes at a level of a machine with layouts; null where words are all there is. */
  readonly wholeBytes: ((level: number, dataspace: number) => number) | null;
  /** Share of a tile whose place it takes there: not that of a second block, or of sums beside it. Absent: all of the tile. */
  readonly replacedShare?: (level: number, dataspace: number) => number;
  /** What a machine says that changing the layout of a whole dataspace takes at least. */
  readonly relayoutCycles?: (level: number, dataspace: number) => number;
}

export interface ResidentTensor {
  /** Numbers of steps. */
  readonly producer: number;
  readonly consumers: readonly number[];
  readonly until: number;
  readonly level: string;
  /** Bytes, on a machine with layouts. */
  readonly words: number;
  /** Of changing its layout; null where there are none. */
  readonly relayout: Relayout | null;
  /** Less what the change of layout costs. */
  readonly savedEnergyPj: number;
  /** Words that the outermost level need not move. */
  readonly savedOuterWords: number;
}

interface Placed {
  readonly step: number;
  /** Index into the dataspaces of that step's layer. */
  readonly dataspace: number;
}

interface Candidate extends Omit<ResidentTensor, 'consumers' | 'level'> {
  readonly level: number;
  /** The producer first. */
  readonly places: readonly Placed[];
}

/** `layers`: of the steps, by their index. */
export function keepResident(steps: readonly NetworkStep[], layers: readonly MappedLayer[]) {
  const layerOf = (step: number): MappedLayer => layers[steps[step]!.layer]!;
  const evaluations = memoized(layerOf);
  const candidates = steps
    .flatMap((_, producer) => candidatesOf(producer, { steps, layerOf, evaluations }))
    .sort((a, b) => b.savedEnergyPj - a.savedEnergyPj || a.producer - b.producer || a.level - b.level);
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    // Where it saves most there may be no room, and room further out.
    if (chosen.some(({ producer }) => producer === candidate.producer)) continue;
    if (fits(candidate, chosen, layerOf) && pays(candidate, chosen, { steps, layerOf, evaluations }))
      chosen.push(candidate);
  }
  return {
    tensors: chosen
      .toSorted((a, b) => a.producer - b.producer)
      .map(({ producer, until, level, words, places, relayout, savedEnergyPj, savedOuterWords }) => ({
        ...{ producer, until, words, relayout, savedEnergyPj, savedOuterWords },
        consumers: [...new Set(places.slice(1).map(({ step }) => step))],
        level: layerOf(producer).levels[level]!.name,
      })),
    /** What every step costs, in order; one run of it. */
    steps: steps.map((_, step) => evaluations(step, boundFor(step, chosen))),
    /** Dataspaces of every step that are on chip. */
    onChip: steps.map((_, step) => boundFor(step, chosen).map(({ dataspace }) => dataspace)),
    /** Fullest that each bounded shared buffer gets, resident tensors included, by level name. */
    peakUtilization: peaks(steps, chosen, layerOf),
  };
}

interface Bound {
  readonly dataspace: number;
  readonly level: number;
}

function boundFor(step: number, chosen: readonly Candidate[]): readonly Bound[] {
  return chosen.flatMap(({ level, places }) =>
    places.flatMap((place) => (place.step === step ? [{ dataspace: place.dataspace, level }] : [])),
  );
}

/** One for each level in which the output of a step could stay. */
function candidatesOf(producer: number, network: Network): readonly Candidate[] {
  const { steps, layerOf } = network;
  const { isOutput, neededUntil, times } = steps[producer]!;
  const uses = steps.flatMap(({ consumes }, step) =>
    consumes.flatMap((one) => (one.from === producer ? [{ step, ...one }] : [])),
  );
  if (isOutput || times !== 1 || uses.length === 0 || !uses.every(({ whole }) => whole)) return [];
  const places = [
    { step: producer, dataspace: layerOf(producer).workload.dataspaces.findIndex(({ readWrite }) => readWrite) },
  ];
  for (const { step, dataspace } of uses) {
    places.push({ step, dataspace: layerOf(step).workload.dataspaces.findIndex(({ name }) => name === dataspace) });
  }
  if (places.some(({ dataspace }) => dataspace < 0)) return [];
  const { levels, workload } = layerOf(producer);
  // Not what the network says of it, and not what a reader takes in with padding.
  const produced = dataspaceSize(workload, workload.dataspaces[places[0]!.dataspace]!);
  return levels.flatMap((level, at) => {
    if (level.kind !== 'storage' || level.instances !== 1 || level.effectiveCapacityWords === null) return [];
    const allowed = places.every(
      ({ step, dataspace }) => ((layerOf(step).constraints.levels[at]!.bypass >> dataspace) & 1) === 0,
    );
    const further = levels.slice(at + 1).some(({ kind }) => kind === 'storage');
    if (!allowed || !further) return [];
    const bytes = places.map(({ step, dataspace }) => layerOf(step).wholeBytes?.(at, dataspace) ?? produced);
    const words = Math.max(...bytes);
    if (words > level.effectiveCapacityWords) return [];
    const least = Math.max(...places.map((one) => layerOf(one.step).relayoutCycles?.(at, one.dataspace) ?? 0));
    const relayout =
      layerOf(producer).wholeBytes === null ? null : relaid(level, { read: bytes[0]!, written: bytes[1]!, least });
    const saved = savingsOf(places, at, network);
    if (saved === null) return [];
    const savedEnergyPj = saved.savedEnergyPj - (relayout?.energyPj ?? 0);
    if (savedEnergyPj <= 0) return [];
    return [{ ...saved, producer, until: neededUntil, level: at, words, places, relayout, savedEnergyPj }];
  });
}

export type Relayout = ReturnType<typeof relaid>;

/** Read as it came out, written as it goes in, once. */
function relaid(
  level: StorageLevel,
  { read, written, least }: { readonly read: number; readonly written: number; readonly least: number },
) {
  const { energy, blockSize, readBandwidth, writeBandwidth, sharedBandwidth } = level;
  const cycles = (bytes: number, bandwidth: number | null): number =>
    Math.ceil(bytes / (bandwidth ?? Number.POSITIVE_INFINITY));
  return {
    cycles: Math.max(
      least,
      cycles(read, readBandwidth) + cycles(written, writeBandwidth),
      cycles(read + written, sharedBandwidth),
    ),
    energyPj: Math.ceil(read / blockSize) * energy.readPj + Math.ceil(written / blockSize) * energy.fillPj,
  };
}

interface Network {
  readonly steps: readonly NetworkStep[];
  readonly layerOf: (step: number) => MappedLayer;
  readonly evaluations: (step: number, bound: readonly Bound[]) => Evaluation;
}

/** Of all that take part, each costed by itself; null where nothing is saved. */
function savingsOf(
  places: readonly Placed[],
  level: number,
  { steps, layerOf, evaluations }: Network,
): Pick<Candidate, 'savedEnergyPj' | 'savedOuterWords'> | null {
  let savedEnergyPj = 0;
  let savedOuterWords = 0;
  for (const { step, dataspace } of places) {
    const layer = layerOf(step);
    const variant = evaluations(step, [{ dataspace, level }]);
    if (!variant.valid) return null;
    const { times } = steps[step]!;
    savedEnergyPj += times * (layer.evaluation.energyPj - variant.energyPj);
    savedOuterWords += times * (outerWords(layer.evaluation) - outerWords(variant));
  }
  return savedEnergyPj > 0 ? { savedEnergyPj, savedOuterWords } : null;
}

/** The mapping with the dataspaces served from their levels: kept there, and by nobody further out. */
function servedFrom(mapping: Mapping, bound: readonly Bound[]): Mapping {
  return {
    levels: mapping.levels.map((level, at) => ({
      ...level,
      keep: level.keep.map((kept, t) => {
        const from = bound.find(({ dataspace }) => dataspace === t)?.level;
        return from === undefined || at < from ? kept : at === from;
      }),
    })),
  };
}

/** Beside what was chosen before: it saves energy and costs no cycles. A change of layout may take longer than what it saves. */
function pays(candidate: Candidate, chosen: readonly Candidate[], { steps, evaluations }: Network): boolean {
  const taking = new Set(candidate.places.map(({ step }) => step));
  let [cycles, energyPj] = [-(candidate.relayout?.cycles ?? 0), -(candidate.relayout?.energyPj ?? 0)];
  for (const step of taking) {
    const before = evaluations(step, boundFor(step, chosen));
    const after = evaluations(step, boundFor(step, [...chosen, candidate]));
    if (!after.valid) return false;
    cycles += steps[step]!.times * (before.cycles - after.cycles);
    energyPj += steps[step]!.times * (before.energyPj - after.energyPj);
  }
  return cycles >= 0 && energyPj > 0;
}

/** Beside the tiles of every step from the producer to the last that looks at it, and what was chosen before. */
function fits(candidate: Candidate, chosen: readonly Candidate[], layerOf: (step: number) => MappedLayer): boolean {
  for (let step = candidate.producer; step <= candidate.until; step += 1) {
    const capacity = layerOf(step).levels[candidate.level]!.effectiveCapacityWords!;
    if (occupancy(step, candidate.level, { chosen: [...chosen, candidate], layerOf }) > capacity) return false;
  }
  return true;
}

/** Tiles of the step's mapping without those of tensors that are there whole, and the tensors. */
function occupancy(
  step: number,
  level: number,
  { chosen, layerOf }: { readonly chosen: readonly Candidate[]; readonly layerOf: (step: number) => MappedLayer },
): number {
  const { levels, workload, evaluation, replacedShare } = layerOf(step);
  const held = evaluation.levels.find(({ name }) => name === levels[level]!.name);
  let words = held?.utilizedCapacityWords ?? 0;
  for (const one of chosen) {
    if (one.level !== level || step < one.producer || step > one.until) continue;
    words += one.words;
    for (const { step: at, dataspace } of one.places) {
      if (at !== step) continue;
      const tile = held?.dataspaces[workload.dataspaces[dataspace]!.name]?.utilizedCapacity ?? 0;
      words -= tile * (replacedShare?.(level, dataspace) ?? 1);
    }
  }
  return words;
}

function peaks(
  steps: readonly NetworkStep[],
  chosen: readonly Candidate[],
  layerOf: (step: number) => MappedLayer,
): Readonly<Record<string, number>> {
  const found = new Map<string, number>();
  for (const step of steps.keys()) {
    for (const [at, { name, instances, effectiveCapacityWords }] of layerOf(step).levels.entries()) {
      if (effectiveCapacityWords === null || instances !== 1) continue;
      const share = occupancy(step, at, { chosen, layerOf }) / effectiveCapacityWords;
      found.set(name, Math.max(found.get(name) ?? 0, share));
    }
  }
  return Object.fromEntries([...found].reverse());
}

/** Equal layers with the same tensors in the same places cost the same. */
function memoized(layerOf: (step: number) => MappedLayer): (step: number, bound: readonly Bound[]) => Evaluation {
  const known = new Map<MappedLayer, Map<string, Evaluation>>();
  return (step, bound) => {
    const layer = layerOf(step);
    if (bound.length === 0) return layer.evaluation;
    const variants = remembered(known, layer, () => new Map<string, Evaluation>());
    return remembered(variants, JSON.stringify(bound), () => layer.evaluate(servedFrom(layer.mapping, bound)));
  };
}

/** Words that the outermost storage level moves, of all its instances. */
export function outerWords({ levels }: Pick<Evaluation, 'levels'>): number {
  const outermost = levels.find(({ kind }) => kind === 'storage');
  if (!outermost) return 0;
  const perInstance = Object.values(outermost.dataspaces).reduce(
    (sum, { scalarReads, scalarFills, scalarUpdates }) => sum + scalarReads + scalarFills + scalarUpdates,
    0,
  );
  return perInstance * outermost.utilizedInstances;
}
