// Everything that footprint, transfer, schedule and report of one problem share, worked out once.

import type { Architecture } from '../../../arch/architecture.js';
import type { Workload } from '../../../workload/workload.js';
import { type Operands, operandsOf } from '../../operands.js';
import { paddedShare } from '../../padding.js';
import type { ArrayModel } from '../mxu/matmul-cycles.js';
import { type Collective, collectiveOf } from './chips.js';
import { type DimensionSets, dimensionSets } from './dimensions.js';
import { rateOf, SUM_BITS, wordBitsOf } from './element-types.js';
import { type Format, formatOf } from './formats.js';
import { type Places, placesOf } from './places.js';
import { type Part, parts, type Settings, settingsOf } from './settings.js';
import { arrayBytes, type TileBytes, tileBytes } from './tile-bytes.js';

export interface TpuProblem {
  readonly workload: Workload;
  readonly architecture: Architecture;
  readonly settings: Settings;
  readonly operands: Operands;
  readonly sets: DimensionSets;
  readonly places: Places;
  readonly formats: Readonly<Record<Part, Format>>;
  readonly tiles: Readonly<Record<Part, TileBytes>>;
  /** Per dataspace. */
  readonly partOf: readonly Part[];
  readonly arrays: Arrays;
  /** Bits of a word of the tree: 8, or those of narrower elements. */
  readonly wordBits: number;
  /** What passes the links between chips. */
  readonly collective: Collective;
  /** Words that pass for each sum where `columns` columns of an array are in use. */
  sumWordsPerSum(columns: number): number;
}

/** The systolic arrays (section 2.3). */
export interface Arrays extends Omit<ArrayModel, 'arrays'> {
  /** Of all cores. */
  readonly count: number;
  /** R·C·bytes */
  readonly weightTileBytes: number;
}

/** Of a problem that has been checked. */
export function problemOf(workload: Workload, architecture: Architecture): TpuProblem {
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
    ...{ workload, architecture, settings, operands, sets, places, formats, tiles, partOf, arrays, wordBits },
    collective: collectiveOf(workload, operands, settings),
    sumWordsPerSum: (columns) => (SUM_BITS / wordBits) * paddedShare(columns, formats.outputs.lanes),
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
  // Arrays that work side by side share the bandwidth.
  const fetchSeconds = weightFetchGbPerSecond === null ? 0 : (count * weightTileBytes) / (weightFetchGbPerSecond * 1e9);
  return {
    rows: widths.row,
    columns: widths.column,
    count,
    streamRows,
    rowsPerCycle: rate,
    weightShiftCycles: weightShiftCycles ?? widths.row,
    weightFetchCycles: fetchSeconds * clockMhz * 1e6,
    weightTileBytes,
  };
}
