// A layer split over the chips of one ring (section 2.7): each takes an equal part of one dimension, and what that dimension leaves
// incomplete passes the links. Nothing hides the links, which is an estimate: how compilers overlap them is not public.

import type { Architecture } from '../../../arch/architecture.js';
import { type Diagnostic, error, warning } from '../../../diagnostics/diagnostic.js';
import type { MapNode } from '../../../spec/node.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import type { Workload } from '../../../workload/workload.js';
import { elementBits } from '../../element-bits.js';
import type { Operands } from '../../operands.js';
import { spanOf } from '../../section.js';
import { dimensionSets } from './dimensions.js';
import { SUM_BITS, typeOf } from './element-types.js';
import { type Settings, splits } from './settings.js';

/** The largest dimension of which each chip can have some, no window among them; undefined where there is none. */
function splitDimension(workload: Workload, operands: Operands, { chips, split }: Settings): number | undefined {
  const { streamed, groups, columns, channels } = dimensionSets(workload, operands, { windowsOnRows: false });
  const { projection } = workload.dataspaces[operands.activations]!;
  const alone = (d: number): boolean =>
    projection.every((rank) => rank.length === 1 || rank.every(({ dimension }) => dimension !== d));
  const of = { rows: streamed.filter(alone), groups, columns, reduction: channels }[split!];
  const [largest] = of.toSorted((a, b) => workload.bounds[b]! - workload.bounds[a]!);
  return largest !== undefined && workload.bounds[largest]! >= chips ? largest : undefined;
}

/** What one chip has of it; as it is on a single chip, undefined where it cannot be split so. */
export function onOneChip(workload: Workload, operands: Operands, settings: Settings): Workload | undefined {
  const { chips, split } = settings;
  if (chips === 1 || split === null) return workload;
  const d = splitDimension(workload, operands, settings);
  if (d === undefined) return undefined;
  const { bounds, paddedFrom = bounds } = workload;
  return {
    ...workload,
    bounds: bounds.with(d, Math.ceil(bounds[d]! / chips)),
    paddedFrom: paddedFrom.with(d, paddedFrom[d]! / chips),
  };
}

export function checkChips(
  { chips, split, linkGbPerSecond }: Settings,
  possible: boolean,
  section: MapNode | undefined,
): Diagnostic[] {
  if (chips === 1) return split === null ? [] : [noChips(section)];
  const span = spanOf(section, 'chips');
  if (linkGbPerSecond === null) {
    const expected = 'machine.link_gb_per_second of a link in one direction, or machine.chips=1';
    const message = `${chips} chips need machine.link_gb_per_second, for which this file has no number`;
    const hint = 'in the machine section of the file, or --set machine.link_gb_per_second=45';
    return [error('E-MACHINE', message, { span, expected, hint })];
  }
  if (possible && split !== null) return [];
  const message = `no dimension can be split over ${chips} chips by ${split ?? splits.join(' or ')}`;
  const expected = `a bound of ${chips} at least of a dimension that has no window, or fewer machine.chips`;
  return [error('E-MACHINE', message, { span, expected })];
}

function noChips(section: MapNode | undefined): Diagnostic {
  const details = {
    span: spanOf(section, 'split'),
    hint: 'state machine.chips as well, such as --set machine.chips=4',
  };
  return warning('W-UNUSED', 'machine.split has no effect: the layer runs on one chip', details);
}

export interface Collective {
  readonly name: 'none' | 'all-gather' | 'reduce-scatter';
  /** Of the whole array that is gathered, or of the sums of one chip. */
  readonly bytes: number;
  readonly cycles: number;
}

/**
 * Tensors stay where the split has them: rows and groups by themselves, weights with each chip; columns need all activations, which lie
 * split by their features; parts of a reduction leave sums of all outputs, which are added up on their way to where they lie, split likewise.
 */
export function collectiveOf(workload: Workload, operands: Operands, settings: Settings): Collective {
  const { chips, split, linkGbPerSecond, linkHopUs, clockMhz } = settings;
  const gathers = split === 'columns';
  if (chips === 1 || (!gathers && split !== 'reduction')) return { name: 'none', bytes: 0, cycles: 0 };
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  const t = gathers ? operands.activations : operands.outputs;
  const bits = gathers ? elementBits(typeOf('activations', { workload, operands, settings }))! : SUM_BITS;
  const bytes = (distinctWords(paddedFrom, dataspaces[t]!) * bits) / 8;
  // Both directions of the ring at once, each for half of what the other chips have.
  const seconds = (bytes * (chips - 1)) / chips / (2 * linkGbPerSecond! * 1e9);
  const hops = Math.ceil((chips - 1) / 2) * linkHopUs * 1e-6;
  return {
    ...{ name: gathers ? 'all-gather' : 'reduce-scatter', bytes },
    cycles: Math.max(seconds, hops) * clockMhz * 1e6,
  };
}

/** Energies are those of all chips, which do the same. */
export function forAllChips(architecture: Architecture, { chips }: Settings): Architecture {
  if (chips === 1) return architecture;
  const { compute } = architecture;
  const levels = architecture.levels.map((level) => {
    const { readPj, fillPj, updatePj, leakPj } = level.energy;
    const energy = {
      readPj: readPj * chips,
      fillPj: fillPj * chips,
      updatePj: updatePj * chips,
      leakPj: leakPj * chips,
    };
    return { ...level, energy: { ...level.energy, ...energy } };
  });
  return { ...architecture, levels, compute: { ...compute, energyPj: compute.energyPj * chips } };
}
