// The machine in evaluation and search: what it implies for a problem, and the model of a problem that it has accepted.

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error, hasErrors, type Outcome } from '../../../diagnostics/diagnostic.js';
import type { Constraints } from '../../../mapping/constraints.js';
import type { Implied } from '../../../mapping/implied.js';
import type { MachineModel } from '../../../model/seams.js';
import type { MapNode } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import type { ModelledMachine } from '../../modelled-machine.js';
import { type Operands, requireOperands } from '../../operands.js';
import { spanOf } from '../../section.js';
import { figureOf } from '../parameters.js';
import { choicesOf, groupedBounds, kernelMisfit, spread } from './choices.js';
import { impliedConstraints } from './constraints.js';
import { checkPartials, checkTypes, operandTypes } from './element-types.js';
import { footprintOf } from './footprint.js';
import { checkHome, homeOf } from './home.js';
import { checkPlaces, checkSizes, placesOf } from './places.js';
import { type IpuProblem, problemOf } from './problem.js';
import { reportOf } from './report.js';
import { leastBytes, rooflinesOf } from './rooflines.js';
import { scheduleOf } from './schedule.js';
import { settingsOf } from './settings.js';
import { transferOf } from './transfer.js';

export const ipuModel: ModelledMachine = {
  name: 'ipu',
  choices: choicesOf,
  imply: ({ workload, architecture, section, stated }) => {
    const diagnostics = check(workload, architecture, section);
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const implied = imply(problemOf(workload, architecture), section, stated);
    return { value: implied.value, diagnostics: [...diagnostics, ...implied.diagnostics] };
  },
  clock: (architecture) => ({
    hertz: figureOf(settingsOf(architecture).generation, 'clockMhz') * 1e6,
    key: 'generation',
  }),
  bind: ({ workload, architecture }) => model(problemOf(workload, architecture)),
};

function imply(problem: IpuProblem, section: MapNode | undefined, stated: Constraints | null): Outcome<Implied> {
  const { workload, settings } = problem;
  const grouped = groupedBounds(problem);
  const ragged = settings.raggedSplits ? spread(problem, stated).bounds : grouped;
  const homes = [ragged, grouped].map((bounds) => homeOf({ ...problem, workload: { ...workload, bounds } }));
  // Padding is no reason to leave the chips, nor to be refused.
  const at = homes[0]!.spilled && (!homes[1]!.spilled || problem.places.streaming < 0) ? 1 : 0;
  const home = homes[at]!;
  const diagnostics = checkHome(home, problem, section);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const constraints = impliedConstraints(problem, home.spilled);
  return { value: { bounds: [ragged, grouped][at]!, constraints }, diagnostics };
}

function model(problem: IpuProblem): MachineModel {
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
    choices: {
      kernel: settings.kernel,
      swapped: settings.swapped,
      partials: types.precision === 'half-half' ? 'half' : 'float',
      ragged_splits: settings.raggedSplits,
    },
    assumptions: [
      ...(settings.raggedSplits ? ['bounds padded for the split of an estimate'] : []),
      'kernels left out whose peak alone takes twice the estimate of another',
    ],
    rooflines: rooflinesOf(problem),
    leastBytes: (t) => leastBytes(problem, architecture.levels.length - 1, t),
    report: reportOf(problem, schedule),
  };
}

/** Of parameters, places and workload, each only where what it needs is in order. */
function check(workload: Workload, architecture: Architecture, section: MapNode | undefined): readonly Diagnostic[] {
  const found = [...checkPlaces(architecture)];
  if (hasErrors(found)) return found;
  const settings = settingsOf(architecture);
  const span = section?.span;
  const { value: operands, diagnostics } = requireOperands(workload, { machine: 'ipu', span });
  if (!operands) return diagnostics;
  found.push(...checkTypes(workload, operands, { settings, section }), ...checkDimensions(workload, operands, section));
  const types = operandTypes(workload, operands, settings);
  if (!types || hasErrors(found)) return found;
  found.push(...checkPartials(types, section));
  const problem = problemOf(workload, architecture);
  const misfit = kernelMisfit(problem);
  if (misfit !== undefined) {
    const key = settings.swapped ? 'swapped' : 'kernel';
    const hint = `leave ${key} out, and it is chosen`;
    found.push(error('E-MACHINE', `kernel ${settings.kernel} ${misfit}`, { span: spanOf(section, key), hint }));
  }
  return [...found, ...checkSizes(architecture, placesOf(architecture), problem)];
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
