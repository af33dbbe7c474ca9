// What a compiler decides on a TPU, as settings of the machine section: how arrays lie in memory, whether positions of a filter lie along
// the rows of an array, whether the phases of a stride become channels, whether the arrays or the vector unit multiply, and whether the
// last array may get less than the others.

import type { Architecture } from '../../../arch/architecture.js';
import { hasErrors } from '../../../diagnostics/diagnostic.js';
import type { MachineRules, Settings as Stated } from '../../../mapping/implied.js';
import type { PlainValue } from '../../../spec/node.js';
import { dataspaceSize, type Workload } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { operandsOf } from '../../operands.js';
import { isOpen, openChoices } from '../../section.js';
import { paddedBounds } from './bounds.js';
import { onOneChip } from './chips.js';
import { dimensionSets } from './dimensions.js';
import { checkTypes, wordBitsOf } from './element-types.js';
import { checkLayouts, checkSizes, layoutsOf } from './formats.js';
import { type Orders, withoutMirrors } from './mirrors.js';
import { type Places, placesOf } from './places.js';
import { parts, type Settings, settingsOf, splits } from './settings.js';
import { inPhases } from './space-to-depth.js';
import { treeOf } from './tree-of-types.js';

interface Known {
  readonly settings: Settings;
  readonly constrained: boolean;
  readonly places: Places;
}

/** One empty entry for what `imply` refuses. */
export const choicesOf: MachineRules['choices'] = ({ workload, architecture, stated }) => {
  const settings = settingsOf(architecture.machineParameters);
  const operands = operandsOf(workload, settings.stationary);
  const isCountable = checkSizes(workload, undefined).length === 0;
  if (operands === null || !isCountable || hasErrors(checkTypes({ workload, operands, settings }, undefined)))
    return [{}];
  const known = { settings, constrained: stated !== null, places: placesOf(architecture) };
  const ways = settings.chips === 1 || settings.split !== null ? [settings.split] : splits;
  const all = ways.flatMap((split) => {
    const own = onOneChip(workload, operands, { ...settings, split });
    return own ? choicesOfChip(own, known).map((one) => ({ ...one, ...(split && { split }) })) : [];
  });
  const plain = { space_to_depth: false, unit: 'arrays', windows_on_rows: false };
  const { layouts: _, ...section } = architecture.machineParameters as Stated & { readonly ragged_splits?: PlainValue };
  const open = openChoices(
    all.map((one) => ({ ...plain, ...one })),
    section,
  );
  if (!isOpen(section.ragged_splits)) return open;
  return open.flatMap((one) => splitsOf(workload, architecture, one).map((way) => ({ ...one, ...way })));
};

/** Fewer cycles where bounds are padded so that arrays share evenly, less energy where they are not; nothing where bounds are the same. */
function splitsOf(workload: Workload, architecture: Architecture, chosen: Stated): readonly Stated[] {
  const boundsOf = (ragged: boolean): string => {
    const machineParameters = { ...(architecture.machineParameters as Stated), ...chosen, ragged_splits: ragged };
    const settings = settingsOf(machineParameters);
    const operands = operandsOf(workload, settings.stationary)!;
    const own = onOneChip(workload, operands, settings) ?? workload;
    const run = (settings.spaceToDepth && inPhases(own, operands)) || own;
    if (!areOrders(run, settings)) return '';
    const tree = treeOf({ ...architecture, machineParameters }, { workload, operands, settings });
    return paddedBounds(run, tree).join();
  };
  return boundsOf(true) === boundsOf(false) ? [{}] : [{ ragged_splits: true }, { ragged_splits: false }];
}

function choicesOfChip(workload: Workload, known: Known): Stated[] {
  const { settings, places } = known;
  const operands = operandsOf(workload, settings.stationary)!;
  const vector = places.accumulators < 0 && hasSmallGroups(workload, settings);
  const phased = inPhases(workload, operands);
  return [
    ...(vector ? layoutChoices(workload, known).map((one) => ({ ...one, unit: 'vector' })) : []),
    ...(phased === null ? [] : onArrays(phased, known).map((one) => ({ ...one, space_to_depth: true }))),
    ...onArrays(workload, known),
  ];
}

/** Groups of a channel or a few, which leave an array nearly empty even on its diagonal. */
function hasSmallGroups(workload: Workload, settings: Settings): boolean {
  const operands = operandsOf(workload, settings.stationary)!;
  const { groups, channels, columns } = dimensionSets(workload, operands, { windowsOnRows: false });
  const of = (dimensions: readonly number[]): number => extentOver(dimensions, workload.bounds, 0);
  return of(groups) > 1 && of(channels) * of(columns) <= mostOnVectorUnit;
}

const mostOnVectorUnit = 128;

/** Positions of a filter matter to the rows of an array where channels leave some of them empty. */
function onArrays(workload: Workload, known: Known): Stated[] {
  const { settings, places } = known;
  const operands = operandsOf(workload, settings.stationary)!;
  const sets = dimensionSets(workload, operands, { windowsOnRows: true });
  const channels = extentOver(sets.channels, workload.bounds, 0);
  const windows = sets.rows.some((d) => !sets.channels.includes(d) && workload.bounds[d]! > 1);
  const ways = windows && channels % places.widths.row !== 0 ? [true, false] : [false];
  return layoutChoices(workload, known).flatMap((layouts) => ways.map((way) => ({ ...layouts, windows_on_rows: way })));
}

function layoutChoices(workload: Workload, { settings, constrained }: Known): Stated[] {
  const operands = operandsOf(workload, settings.stationary)!;
  const context = { workload, operands, settings };
  if (!areOrders(workload, settings)) return [{}];
  const sets = dimensionSets(workload, operands, { windowsOnRows: false });
  const of = { ...context, sets, wordBits: wordBitsOf(context) };
  const combined = parts.reduce<readonly { readonly words: number; readonly layouts: Orders }[]>(
    (sofar, part) => {
      const dataspace = workload.dataspaces[operands[part]]!;
      const size = dataspaceSize(workload, dataspace);
      return layoutsOf(part, of).flatMap(({ order, padding }) =>
        sofar.map(({ words, layouts }) => ({
          words: words + size * padding,
          layouts: { ...layouts, [dataspace.name]: order },
        })),
      );
    },
    [{ words: 0, layouts: {} }],
  );
  const sorted = combined.toSorted((a, b) => a.words - b.words);
  return (constrained ? sorted : withoutMirrors(workload, sorted)).map(({ layouts }) => ({ layouts }));
}

/** What is no order of a dataspace's ranks `imply` refuses. */
function areOrders(workload: Workload, settings: Settings): boolean {
  return checkLayouts({ workload, settings }, undefined).length === 0;
}
