// Constraints that the hardware implies (section 2.6), as entries of a `constraints:` list: weights stay in the arrays while rows
// stream past, rows of an array add up, columns hold output channels (and groups, on the diagonal), and sums are finished before they leave the accumulators
// or vector memory.

import type { PlainValue } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import { playing } from '../../operands.js';
import { type FanOut, fanOuts } from './places.js';
import type { TpuProblem } from './problem.js';
import type { Settings } from './settings.js';

type ConstraintEntry = { readonly [key: string]: PlainValue };

interface Rules extends Pick<TpuProblem, 'workload' | 'architecture' | 'operands' | 'sets' | 'places'> {
  readonly unit: Settings['unit'];
}

export function impliedConstraints(rules: Rules): ConstraintEntry[] {
  return [...spatial(rules), ...arrayLevels(rules), ...bufferLevels(rules)];
}

/** Columns are the lanes of the vector unit, rows its rows of lanes. */
function spatial({ workload, architecture, operands, sets, unit }: Rules): ConstraintEntry[] {
  const { streamed, columns, rows, groups } = sets;
  const all = workload.dataspaces.map(({ name }) => name);
  const independent = [...streamed, ...columns, ...groups];
  const onArrays = unit === 'arrays';
  const filter = onArrays ? playing(operands, 'reduction').filter((d) => !rows.includes(d)) : [];
  const allowed: Readonly<Record<FanOut, readonly number[]>> = {
    core: independent,
    mxu: onArrays ? independent : [],
    stream: onArrays ? streamed : [],
    column: [...columns, ...groups],
    row: onArrays ? [...rows, ...filter] : streamed,
  };
  const apart = {
    target: 'row',
    type: 'spatial',
    factors: ones(workload, filter),
    advice: '--set machine.windows_on_rows=null lets positions of a filter lie along the rows of an array',
  };
  const entries: ConstraintEntry[] = fanOuts
    .filter((leaf) => architecture.levels.some((level) => level.kind === 'fanout' && level.leaf === leaf))
    .map((leaf) => ({
      target: leaf,
      type: 'spatial',
      factors: onesBut(workload, allowed[leaf]),
      split: workload.dimensions.length,
      no_link_transfer: all,
    }));
  return filter.length > 0 ? [...entries, apart] : entries;
}

/** What holds weights, and what holds sums. */
function arrayLevels({ workload, architecture, operands, sets, places, unit }: Rules): ConstraintEntry[] {
  const { weights, accumulators } = places;
  const names = workload.dataspaces.map(({ name }) => name);
  const [a, w, o] = [names[operands.activations]!, names[operands.weights]!, names[operands.outputs]!];
  const at = (level: number): string => architecture.levels[level]!.name;
  if (unit === 'vector') {
    // Every position of a filter is added up in registers before the sum leaves.
    const whole = sets.reduction.map((d) => `${workload.dimensions[d]!}=${workload.bounds[d]!}`);
    const factors = [...onesBut(workload, sets.reduction), ...whole];
    return [
      { target: at(weights), type: 'temporal', factors },
      { target: at(weights), type: 'dataspace', keep: [w, o], bypass: [a] },
    ];
  }
  const stationary: ConstraintEntry[] = [
    { target: at(weights), type: 'temporal', factors: onesBut(workload, sets.streamed) },
    { target: at(weights), type: 'dataspace', keep: [w], bypass: [a, o] },
  ];
  if (accumulators < 0) return stationary;
  return [
    ...stationary,
    { target: at(accumulators), type: 'temporal', factors: onesBut(workload, sets.reduction) }, // groups are in the array
    { target: at(accumulators), type: 'dataspace', keep: [o], bypass: [a, w] },
  ];
}

function bufferLevels(rules: Rules): ConstraintEntry[] {
  const { workload, architecture, operands, sets, places } = rules;
  const { memory, cmem, buffer, accumulators } = places;
  const names = workload.dataspaces.map(({ name }) => name);
  const [a, w, o] = [names[operands.activations]!, names[operands.weights]!, names[operands.outputs]!];
  const at = (level: number): string => architecture.levels[level]!.name;
  const finished = ones(workload, sets.reduction);
  if (accumulators >= 0) {
    // v1: activations and outputs live in the buffer from layer to layer, weights pass it by.
    return [
      { target: at(memory), type: 'dataspace', keep: [w], bypass: [a, o] },
      { target: at(memory), type: 'temporal', factors: onesBut(workload, []) },
      { target: at(buffer), type: 'dataspace', keep: [a, o], bypass: [w] },
      { target: at(buffer), type: 'temporal', factors: finished },
    ];
  }
  const order = sets.reduction.map((d) => workload.dimensions[d]!);
  const above = cmem >= 0 ? cmem : memory;
  return [
    { target: at(memory), type: 'dataspace', keep: names, bypass: [] },
    ...(cmem >= 0 ? [{ target: at(memory), type: 'temporal', factors: finished }] : []),
    ...(order.length > 0 ? [{ target: at(above), type: 'temporal', permutation: order }] : []),
    { target: at(buffer), type: 'dataspace', keep: names, bypass: [] },
  ];
}

/** A factor of 1 for every dimension but these. */
function onesBut(workload: Workload, free: readonly number[]): string[] {
  const others = [...workload.dimensions.keys()].filter((d) => !free.includes(d));
  return ones(workload, others);
}

function ones({ dimensions }: Workload, fixed: readonly number[]): string[] {
  return fixed.map((d) => `${dimensions[d]}=1`);
}
