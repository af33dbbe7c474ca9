// The TPU as a machine that evaluates and searches: what it demands of a problem, and the model that costs its nests.

import { type Diagnostic, error, hasErrors } from '../../../diagnostics/diagnostic.js';
import type { MachineModel } from '../../../model/seams.js';
import { extentOver } from '../../boxes.js';
import type { ModelledMachine } from '../../modelled-machine.js';
import { operandsOf, requireOperands } from '../../operands.js';
import { dividedAsStated } from '../../padding.js';
import { spanOf } from '../../section.js';
import { paddedBounds } from './bounds.js';
import { checkChips, onOneChip } from './chips.js';
import { choicesOf } from './choices.js';
import { impliedConstraints } from './constraints.js';
import { dimensionSets } from './dimensions.js';
import { checkNames, checkStream, checkTypes, wordBitsOf } from './element-types.js';
import { footprintOf } from './footprint.js';
import { checkGranules, checkLayouts, checkSizes, checkStationary, checkTransposes } from './formats.js';
import { checkPlaces, placesOf } from './places.js';
import { problemOf, type TpuProblem } from './problem.js';
import { reportOf } from './report.js';
import { leastWordsOf, rooflinesOf } from './rooflines.js';
import { scheduleOf } from './schedule.js';
import { parts as allParts, settingsOf } from './settings.js';
import { inPhases } from './space-to-depth.js';
import { transferOf } from './transfer.js';
import { treeOf } from './tree-of-types.js';
import { relayoutCycles } from './vector-unit.js';

export const tpuModel: ModelledMachine = {
  name: 'tpu',
  choices: choicesOf,
  imply: ({ workload, architecture, section, stated }) => {
    const settings = settingsOf(architecture.machineParameters);
    const diagnostics: Diagnostic[] = [
      ...checkPlaces(architecture, section?.span),
      ...checkNames(architecture, section),
      ...checkStationary({ workload, settings }, section),
      ...checkSizes(workload, section?.span),
    ];
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const found = requireOperands(workload, { machine: 'tpu', span: section?.span, weights: settings.stationary });
    if (found.value === undefined) return { value: undefined, diagnostics: [...diagnostics, ...found.diagnostics] };
    const operands = found.value;
    const given = { workload, operands, settings };
    diagnostics.push(...checkTypes(given, section));
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const { widths } = placesOf(architecture);
    diagnostics.push(...checkStream(given, widths.stream, section));
    const own = onOneChip(workload, operands, settings);
    diagnostics.push(...checkChips(settings, own !== undefined, section));
    if (hasErrors(diagnostics) || own === undefined) return { value: undefined, diagnostics };
    const phased = settings.spaceToDepth ? inPhases(own, operands) : null;
    const run = phased ?? own;
    const context = { ...given, workload: run, operands: operandsOf(run, settings.stationary)! };
    const sets = dimensionSets(run, context.operands, settings);
    const misfits = [
      settings.spaceToDepth && phased === null && misfit.phases,
      settings.unit === 'vector' && placesOf(architecture).accumulators >= 0 && misfit.lanes,
      settings.unit === 'vector' && extentOver(sets.groups, run.bounds, 0) === 1 && misfit.groups,
    ].filter((one) => one !== false);
    diagnostics.push(
      ...misfits.map(({ key, message, expected }) =>
        error('E-MACHINE', message, { span: spanOf(section, key), expected }),
      ),
      ...checkLayouts(context, section),
    );
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const formats = { ...context, sets, wordBits: wordBitsOf(context) };
    diagnostics.push(...checkTransposes(formats, section), ...checkGranules(formats, section));
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const tree = treeOf(architecture, given);
    const bounds = dividedAsStated(run.bounds, paddedBounds(run, tree), stated);
    const rules = {
      workload: { ...run, bounds },
      architecture: tree,
      operands: context.operands,
      sets,
    };
    const constraints = impliedConstraints({ ...rules, places: placesOf(tree), unit: settings.unit });
    return { value: { workload: run, architecture: tree, bounds, constraints }, diagnostics };
  },
  clock: ({ machineParameters }) => ({ hertz: settingsOf(machineParameters).clockMhz * 1e6, key: 'clock_mhz' }),
  bind: ({ workload, architecture }) => {
    const parts = problemOf(workload, architecture);
    const restingWords = (t: number): number => parts.tiles[parts.partOf[t]!].held(workload.bounds, 0);
    return {
      name: 'tpu',
      footprint: footprintOf(parts),
      transfer: transferOf(parts),
      schedule: scheduleOf(parts),
      choices: chosenOf(parts),
      assumptions: assumptionsOf(parts.settings),
      rooflines: rooflinesOf(parts),
      leastBytes: (t) => leastWordsOf(parts, t),
      restingBytes: (_, t) => restingWords(t),
      relayoutCycles: (_, t) => relayoutCycles(parts, restingWords(t)),
      report: reportOf(parts),
    };
  },
};

/** Choices that a workload or a generation has no use for. */
const misfit = {
  phases: {
    key: 'space_to_depth',
    message: 'machine.space_to_depth is for windows that move by more than one element',
    expected: 'false, or null to leave it to the search',
  },
  lanes: {
    key: 'unit',
    message: 'machine.unit is vector, and a machine with accumulators multiplies in its arrays only',
    expected: 'arrays, or null to leave it to the search',
  },
  groups: {
    key: 'unit',
    message: 'machine.unit is vector, which is for groups: without them every product takes the arrays',
    expected: 'arrays, or null to leave it to the search',
  },
};

function assumptionsOf({ windowsOnRows, chips }: TpuProblem['settings']): readonly string[] {
  return [
    'bounds padded to whole folds',
    someLayouts,
    ...(windowsOnRows ? [onRows] : []),
    ...(chips > 1 ? [onLinks] : []),
  ];
}

/** Of each minor rank one order, and those only that may be worth a transposition (`layoutsOf`). */
const someLayouts = 'layouts that a compiler may choose, where the file states no others';
const onRows = 'rows of an array that hold positions of a filter beside the channels (an estimate)';
const onLinks = 'tensors that lie on the chips as their split leaves them, and links that nothing hides (an estimate)';

function chosenOf({ workload, formats, operands, settings }: TpuProblem): MachineModel['choices'] {
  const { unit, windowsOnRows, spaceToDepth, chips, split } = settings;
  const layouts = allParts.map((part) => [workload.dataspaces[operands[part]]!.name, formats[part].order]);
  return {
    ...{ layouts: Object.fromEntries(layouts), windows_on_rows: windowsOnRows },
    ...{ space_to_depth: spaceToDepth, unit, ...(chips > 1 && { split }) },
  };
}
