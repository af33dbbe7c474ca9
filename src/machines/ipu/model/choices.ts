// What a compiler decides on this machine: the kernel of a tile, which operand stays put, the type of partial sums, and whether bounds are
// padded for ragged splits.

import { hasErrors } from '../../../diagnostics/diagnostic.js';
import type { Constraints } from '../../../mapping/constraints.js';
import type { MachineRules, Settings as Stated } from '../../../mapping/implied.js';
import { remembered } from '../../../math/remembered.js';
import { computeCount, type Workload } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { operandsOf } from '../../operands.js';
import { fixesAll, roundUp } from '../../padding.js';
import { isOpen, openChoices } from '../../section.js';
import { type Padding, paddedBounds } from './bound-padding.js';
import { operandTypes } from './element-types.js';
import { workRoomBytes } from './home.js';
import { checkPlaces } from './places.js';
import { type IpuProblem, problemOf } from './problem.js';
import { kernelNames, settingsOf } from './settings.js';
import { mappedBounds, type SplitLimits, splitLimits } from './split-limits.js';

/** The kernels whose peaks alone take so many times the estimate of the best one are not worth a search. */
const hopeless = 2;

export const choicesOf: MachineRules['choices'] = ({ workload, architecture, stated: constraints, fastest }) => {
  const operands = operandsOf(workload);
  const stated = architecture.machineParameters as Stated;
  const settings = settingsOf(architecture);
  const types = operands && operandTypes(workload, operands, { ...settings, partials: 'half' });
  if (!operands || !types || hasErrors(checkPlaces(architecture))) return [{}];
  const open = <T>(key: string, values: readonly T[]): readonly T[] =>
    isOpen(stated[key]) ? values : [stated[key] as T];
  const partials = open(
    'partials',
    types.precision === 'half-half' ? (['half', 'float'] as const) : (['float'] as const),
  );
  const programs: { readonly choices: Stated; readonly problem: IpuProblem; readonly padding: Padding }[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (const kernel of open('kernel', kernelNames))
    for (const swapped of open('swapped', [false, true]))
      for (const kept of partials) {
        const choices = { kernel, swapped, partials: kept };
        const machineParameters = { ...stated, ...choices, ragged_splits: true };
        const problem = problemOf(workload, { ...architecture, machineParameters });
        const { rows, columns, reductions, inChannel } = problem.parts;
        // Windows lie with one operand only, even where nothing slides.
        const plain = reductions.every((d) => d === inChannel || workload.bounds[d] === 1);
        // Several dimensions are not cut as one of their size is.
        const extents = [rows, columns].map((over) =>
          over.map((d) => workload.bounds[d]!).filter((bound) => bound > 1),
        );
        const same = plain && extents.every((of) => of.length <= 1 && of[0] === extents[0]![0]);
        const needless = isOpen(stated.swapped) && swapped && same && constraints === null;
        if (needless || kernelMisfit(problem) !== undefined || peakCycles(problem) > hopeless * best) continue;
        const padding = spread(problem, constraints);
        best = Math.min(best, padding.cycles);
        programs.push({ choices, problem, padding });
      }
  // That bounds may be padded does not say that they must be: padding takes energy, and what files fix may go better without.
  const opened = settings.raggedSplits === true && (constraints !== null || !fastest);
  const section = opened ? { ...stated, ragged_splits: null } : stated;
  const all = programs
    .filter(({ problem }) => !(peakCycles(problem) > hopeless * best))
    .toSorted((one, other) => one.padding.cycles - other.padding.cycles)
    .flatMap(({ choices, problem, padding }) => {
      if (!isOpen(section.ragged_splits)) return [choices];
      const ways = new Map([[groupedBounds(problem).join(), false as boolean | 'edp']]);
      if (!fastest) ways.set(spread(sparing(problem), constraints).bounds.join(), 'edp');
      ways.set(padding.bounds.join(), true);
      return [...ways.values()].toReversed().map((ragged) => ({ ...choices, ragged_splits: ragged }));
    });
  return all.length === 0 ? [{}] : openChoices(all, section);
};

/** Why a kernel cannot do a problem, as it is or with its operands changed; undefined where it can. */
export function kernelMisfit({ workload, operands, parts, kernel, settings, types }: IpuProblem): string | undefined {
  const { bounds, dataspaces } = workload;
  const single = (dimensions: readonly number[]): boolean => dimensions.every((d) => bounds[d] === 1);
  const { columns, reductions, groups } = parts;
  if (settings.swapped) {
    // What a window slides along cannot be loaded as coefficients, nor groups of what it steps along.
    const together = [parts.inChannel, parts.outChannel];
    const slides = dataspaces[operands.weights]!.projection.some((rank) => {
      const moving = rank.filter(({ dimension }) => bounds[dimension]! > 1);
      const steps = moving.some(
        ({ dimension, coefficient }) => Math.abs(coefficient) > 1 && together.includes(dimension),
      );
      return moving.length > 1 || steps;
    });
    if (slides) return 'cannot change operands where a window slides';
    if (kernel.name === 'vmac' || kernel.name === 'outer_product') return 'is the same with its operands changed';
  }
  if (kernel.name === 'vmac') {
    if (types.inputBytes === 4) return 'takes halves';
    if (extentOver(groups, bounds, 0) < 2 || !single([...columns, ...parts.channels]))
      return 'takes groups of one input and one output channel';
  }
  if (kernel.name === 'outer_product' && (!single(reductions) || single(columns)))
    return 'takes a single input channel and several output channels';
  return undefined;
}

function sparing(problem: IpuProblem): IpuProblem {
  return { ...problem, settings: { ...problem.settings, raggedSplits: 'edp' } };
}

export function groupedBounds({ workload: { bounds }, granules }: IpuProblem): number[] {
  return bounds.map((bound, d) => roundUp(bound, granules[d]!));
}

/** Asked for once to rank the choices, and once more when one of them is built. */
const spreads = new WeakMap<Workload, Map<string, Padding>>();

/** Bounds padded for the best ragged split, by an estimate, or as a mapping has them: then no kernel is better than another. */
export function spread(problem: IpuProblem, stated: Constraints | null): Padding {
  const grouped = groupedBounds(problem);
  if (fixesAll(stated)) {
    const mapped = mappedBounds(problem, grouped, stated);
    return { bounds: mapped ?? spread(problem, null).bounds, cycles: Number.POSITIVE_INFINITY };
  }
  const known = remembered(spreads, problem.workload, () => new Map<string, Padding>());
  const { settings, places } = problem;
  const limits = splitLimits(problem, grouped, stated);
  const key = JSON.stringify([{ ...settings, raggedSplits: settings.raggedSplits || true }, places, limits]);
  return remembered(known, key, () => spreadAnew(problem, limits));
}

function spreadAnew(problem: IpuProblem, limits: readonly SplitLimits[]): Padding {
  const { architecture, parts, granules, places, settings, types, kernel, operands } = problem;
  const { dataspaces } = problem.workload;
  const bounds = groupedBounds(problem);
  return paddedBounds({
    limits,
    bounds,
    granules,
    parts,
    chips: places.chips,
    tilesPerChip: places.tilesPerChip,
    sparing: settings.raggedSplits === 'edp',
    linkBytesPerCycle: architecture.levels[places.links]?.writeBandwidth ?? Number.POSITIVE_INFINITY,
    workBytes: workRoomBytes({ ...problem, workload: { ...problem.workload, bounds } }),
    types,
    cycles: kernel.cycles,
    settings,
    activations: dataspaces[operands.activations]!,
    weights: dataspaces[operands.weights]!,
    outputs: dataspaces[operands.outputs]!,
  });
}

/** What the kernel's lanes on all tiles take for the work alone. */
function peakCycles({ workload, kernel: { lanes }, places }: IpuProblem): number {
  return computeCount(workload) / (places.tiles * lanes.ins * lanes.outs * lanes.groups);
}
