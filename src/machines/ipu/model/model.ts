// The machine in evaluation and search: what it implies for a problem, and the model of a problem that it has accepted.

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error, hasErrors, type Outcome } from '../../../diagnostics/diagnostic.js';
import type { Implied, Settings } from '../../../mapping/implied.js';
import type { MachineModel } from '../../../model/seams.js';
import type { MapNode } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import { openChoices } from '../../choices.js';
import type { ModelledMachine } from '../../models.js';
import type { Operands } from '../../operands.js';
import { operandsOf, requireOperands } from '../../operands.js';
import { ampShape } from '../compute/rates.js';
import { figureOf } from '../parameters.js';
import { paddedBounds } from './bound-padding.js';
import { type BoundProblem, boundProblem } from './bound-problem.js';
import { granule, groupedBounds } from './dimension-parts.js';
import { checkHome, homeOf } from './home.js';
import { impliedConstraints } from './implied-constraints.js';
import { footprintOf } from './occupancy.js';
import { checkTypes, operandTypes } from './operand-types.js';
import { reportOf } from './report.js';
import { rooflinesOf } from './rooflines.js';
import { scheduleOf } from './schedule.js';
import { settingsOf } from './settings.js';
import { transferOf } from './transfer.js';
import { checkSizes, checkTree, treeOf } from './tree.js';

export const ipuModel: ModelledMachine = {
  name: 'ipu',
  choices: ({ workload, architecture }) => choicesOf(workload, architecture),
  imply: ({ workload, architecture, section }) => {
    const diagnostics = check(workload, architecture, section);
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    return imply(boundProblem(workload, architecture), section);
  },
  bind: ({ workload, architecture }) => model(boundProblem(workload, architecture)),
};

function imply(problem: BoundProblem, section: MapNode | undefined): Outcome<Implied> {
  const { workload, parts, amp } = problem;
  const grouped = groupedBounds(workload, parts, amp);
  const ragged = spreadBounds(problem, grouped);
  const homes = [ragged, grouped].map((bounds) => homeOf({ ...problem, workload: { ...workload, bounds } }));
  // Padding is no reason to leave the chips, nor to be refused.
  const at = homes[0]!.spilled && (!homes[1]!.spilled || problem.tree.streaming < 0) ? 1 : 0;
  const home = homes[at]!;
  const diagnostics = checkHome(home, problem, section);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const constraints = impliedConstraints({ ...problem, spilled: home.spilled });
  return { value: { bounds: [ragged, grouped][at]!, constraints }, diagnostics };
}

/** Sums of halves may be kept in either type where the results are halves; ragged splits matter where they pad. */
function choicesOf(workload: Workload, architecture: Architecture): readonly Settings[] {
  const operands = operandsOf(workload);
  const settings = settingsOf(architecture);
  const types = operands && operandTypes(workload, operands, { ...settings, partials: 'half' });
  if (!operands || !types || hasErrors(checkTree(architecture))) return [{}];
  const partials = types.precision === 'half-half' ? (['half', 'float'] as const) : (['float'] as const);
  const all = partials.flatMap((kept) => {
    const parameters = { ...(architecture.machineParameters as Settings), partials: kept, ragged_splits: true };
    const problem = boundProblem(workload, { ...architecture, machineParameters: parameters });
    const grouped = groupedBounds(workload, problem.parts, problem.amp);
    const padded = spreadBounds(problem, grouped).some((bound, d) => bound !== grouped[d]);
    return [true, ...(padded ? [false] : [])].map((ragged) => ({ partials: kept, ragged_splits: ragged }));
  });
  return openChoices(all, architecture.machineParameters);
}

function spreadBounds(problem: BoundProblem, grouped: readonly number[]): readonly number[] {
  const { workload, architecture, parts, amp, tree, settings, types, cycles } = problem;
  if (!settings.raggedSplits) return grouped;
  return paddedBounds({
    bounds: grouped,
    granules: workload.bounds.map((_, d) => granule(d, parts, amp)),
    kernelPositions: parts.kernel.reduce((product, d) => product * grouped[d]!, 1),
    parts,
    chips: tree.chips,
    tilesPerChip: tree.tilesPerChip,
    linkBytesPerCycle: architecture.levels[tree.links]?.writeBandwidth ?? Number.POSITIVE_INFINITY,
    workBytes: tree.workBytes,
    types,
    cycles,
    exchangeBytesPerCycle: figureOf(settings.generation, 'exchangeBytesPerCycle'),
    stepCycles: settings.exchangeLatencyCycles + settings.syncCycles,
  });
}

function model(problem: BoundProblem): MachineModel {
  const { architecture, settings, types } = problem;
  // The file gives the energy of a product of halves.
  const [half, float] = [figureOf(settings.generation, 'macHalfPj'), figureOf(settings.generation, 'macFloatPj')];
  const dearer = types.inputBytes === 4 ? (float / half - 1) * architecture.compute.energyPj : 0;
  const schedule = scheduleOf(problem, dearer);
  return {
    name: 'ipu',
    footprint: footprintOf(problem),
    transfer: transferOf(problem),
    schedule,
    choices: { partials: types.precision === 'half-half' ? 'half' : 'float', ragged_splits: settings.raggedSplits },
    assumptions: ['bounds padded for the split of an estimate'],
    rooflines: rooflinesOf(problem),
    report: reportOf(problem, schedule),
  };
}

/** Of parameters, tree and workload, each only where what it needs is in order. */
function check(workload: Workload, architecture: Architecture, section: MapNode | undefined): readonly Diagnostic[] {
  const found = [...checkTree(architecture)];
  if (hasErrors(found)) return found;
  const settings = settingsOf(architecture);
  const span = section?.span;
  const { value: operands, diagnostics } = requireOperands(workload, { machine: 'ipu', span });
  if (!operands) return diagnostics;
  found.push(...checkTypes(workload, operands, { settings, span }), ...checkDimensions(workload, operands, section));
  const types = operandTypes(workload, operands, settings);
  if (!types || hasErrors(found)) return found;
  const amp = ampShape(settings.generation, types.precision);
  return [...found, ...checkSizes(architecture, treeOf(architecture), { settings, amp })];
}

function checkDimensions(
  { dimensions, bounds }: Workload,
  { roles }: Operands,
  section: MapNode | undefined,
): Diagnostic[] {
  return dimensions.flatMap((name, d) => {
    if (roles[d] !== 'single' || bounds[d] === 1) return [];
    const message = `dimension ${name} moves one dataspace alone, or none: the matrix unit has no place for it`;
    return [error('E-MACHINE', message, { span: section?.span, expected: 'dimensions that two dataspaces share' })];
  });
}
