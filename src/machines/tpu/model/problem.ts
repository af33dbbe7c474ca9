// Everything that footprint, transfer, schedule and report of one problem share, worked out once.

import type { Architecture } from '../../../arch/architecture.js';
import type { Workload } from '../../../workload/workload.js';
import { operandsOf } from '../../operands.js';
import { paddedShare } from '../../padding.js';
import { fetchCycles } from '../mxu/fold-cycles.js';
import type { ArrayModel } from '../mxu/matmul-cycles.js';
import { collectiveOf } from './chips.js';
import { dimensionSets } from './dimensions.js';
import { rateOf, SUM_BITS, wordBitsOf } from './element-types.js';
import { formatOf } from './formats.js';
import { type Places, placesOf } from './places.js';
import { parts, type Settings, settingsOf } from './settings.js';
import { arrayBytes, tileBytes } from './tile-bytes.js';

/** The systolic arrays (section 2.3). */
export interface Arrays extends Omit<ArrayModel, 'arrays'> {
  /** Of all cores. */
  readonly count: number;
  /** R·C·bytes */
  readonly weightTileBytes: number;
}

export type TpuProblem = ReturnType<typeof problemOf>;

/** Of a problem that has been checked. */
export function problemOf(workload: Workload, architecture: Architecture) {
  const settings = settingsOf(architecture.machineParameters);
  const operands = operandsOf(workload, settings.stationary)!;
  const sets = dimensionSets(workload, operands, settings);
  const places = placesOf(architecture);
  const types = { workload, operands, settings };
  const wordBits = wordBitsOf(types);
  const context = { ...types, sets, wordBits };
  const formats = {
    activations: formatOf('activations', context),
    weights: formatOf('weights', context),
    outputs: formatOf('outputs', context),
  };
  const tiles = {
    activations: tileBytes(workload, formats.activations),
    weights:
      settings.weightFetchGbPerSecond === null
        ? tileBytes(workload, formats.weights)
        : arrayBytes(workload, formats.weights, sets, { rows: places.widths.row, columns: places.widths.column }),
    outputs: tileBytes(workload, formats.outputs),
  };
  const partOf = workload.dataspaces.map((_, t) => parts.find((part) => operands[part] === t)!);
  const weightBytes = (formats.weights.words * wordBits) / 8;
  const arrays = arraysOf(settings, places, { rate: rateOf(context)!, weightBytes });
  return {
    ...{ workload, architecture, settings, operands, sets, places, formats, tiles, arrays },
    /** Per dataspace. */
    partOf,
    /** Bits of a word of the tree: 8, or those of narrower elements. */
    wordBits,
    /** What passes the links between chips. */
    collective: collectiveOf(workload, operands, settings),
    /** Words that pass for each sum where `columns` columns of an array are in use. */
    sumWordsPerSum: (columns: number) => (SUM_BITS / wordBits) * paddedShare(columns, formats.outputs.lanes),
  };
}

function arraysOf(
  settings: Settings,
  { widths }: Places,
  { rate, weightBytes }: { readonly rate: number; readonly weightBytes: number },
): Arrays {
  const { clockMhz, streamRows, weightShiftCycles, weightFetchGbPerSecond } = settings;
  const count = widths.core * widths.mxu;
  const weightTileBytes = widths.row * widths.column * weightBytes;
  const weightFetchCycles =
    weightFetchGbPerSecond === null ? 0 : fetchCycles(count * weightTileBytes, weightFetchGbPerSecond, clockMhz);
  return {
    rows: widths.row,
    columns: widths.column,
    count,
    streamRows,
    rowsPerCycle: rate,
    weightShiftCycles: weightShiftCycles ?? widths.row,
    weightFetchCycles,
    weightTileBytes,
  };
}
