// Logic as the Aladdin tables give it (Y. S. Shao et al., ISCA 2014), in the entries that the field's table library
// publishes for 1 ns at 45 nm; areas as published with them. Integers grow with the width, products of the widths for
// multipliers; other nodes by `technology.ts`. A class `aladdin_*` reads `width` or `datawidth` and nothing else, as in
// that library: a comparator described by `n_bits` has 32 bits there.

import {
  actions,
  type EstimateAttributes,
  type EstimatorOutcome,
  type Figures,
  notNumeric,
  numberAttribute,
  originWithin,
  type Quantity,
} from './figures.js';
import { published } from './published.js';
import {
  areaRatio,
  energyRatio,
  nodeOf,
  nodeQuantity,
  scalingErrorPercent,
  voltageFactors,
  whyNoNode,
} from './technology.js';

interface Unit {
  /** Action names joined by `|`, the first ones cost `energyPj`, the last ones nothing. */
  readonly does: string;
  readonly free: string;
  readonly energyPj: number;
  readonly leakageMw: number;
  readonly areaUm2: number | null;
  /** Width that the entry is about. */
  readonly bits: number;
  readonly growth: 'width' | 'product';
}

export type AladdinUnit =
  | 'adder'
  | 'multiplier'
  | 'register'
  | 'comparator'
  | 'counter'
  | 'shifter'
  | 'bitwise'
  | 'fpadder'
  | 'fpmultiplier';

const units = published<Readonly<Record<AladdinUnit | 'fp64adder' | 'fp64multiplier', Unit>>>('aladdin');

/** The paper's cells are of 40 nm, the library files the entries under 45 nm: they hold for both and between. */
const NODE_NM = 45;
const ALSO_NM = 40;
const NEXT_NM = 32;

/** Where a node stands in the scaling equations when 40 nm counts as 45 nm. */
function standing(nm: number): number {
  if (nm >= NODE_NM || nm <= NEXT_NM) return nm;
  return NEXT_NM + (NODE_NM - NEXT_NM) * Math.min(1, (nm - NEXT_NM) / (ALSO_NM - NEXT_NM));
}

/** The paper states 5 % in power and 7 % in area against synthesis of whole accelerators. */
const TABLE_ERROR_PERCENT = 10;
/** Entries are of one width and grow as far as twice that; registers stand side by side, as many as there are bits. */
const MOST_WIDER = 2;
/** Published tables have register files up to here. Every row compares the address, which no larger file is built to do. */
const MOST_ROWS = 256;
/** Flip-flop leakage of the original table; the library's entry has none. */
const REGISTER_LEAKAGE_MW = 7e-5;

export function estimateAladdin(
  unit: AladdinUnit,
  attributes: EstimateAttributes,
  options: { readonly asPublished: boolean },
): EstimatorOutcome {
  const nm = nodeOf(attributes);
  if (nm === undefined) return { unknown: whyNoNode(attributes) };
  const names = options.asPublished ? ['width', 'datawidth'] : ['width', 'n_bits', 'precision', 'datawidth', 'bits'];
  const odd = notNumeric(attributes, names);
  if (odd !== undefined) return { unknown: odd };
  const width = numberAttribute(attributes, names);
  const exponent = numberAttribute(attributes, ['exponent']);
  const mantissa = numberAttribute(attributes, ['mantissa']);
  const floating = unit === 'fpadder' || unit === 'fpmultiplier';
  const bits = floating && exponent !== undefined && mantissa !== undefined ? exponent + mantissa : width;
  const key = floating && (bits ?? 32) > 32 ? (unit === 'fpadder' ? 'fp64adder' : 'fp64multiplier') : unit;
  const entry: Unit = units[key];
  const a = numberAttribute(attributes, ['width_a', 'datawidth_a']) ?? bits ?? entry.bits;
  const b = numberAttribute(attributes, ['width_b', 'datawidth_b']) ?? bits ?? entry.bits;
  const size = entry.growth === 'product' ? (a * b) / entry.bits ** 2 : (bits ?? entry.bits) / entry.bits;
  if (!(size >= 0)) return { unknown: `its width of ${bits ?? a} bits` };
  const widest = entry.growth === 'product' ? Math.max(a, b) : (bits ?? entry.bits);
  const most = entry.bits === 1 ? Number.POSITIVE_INFINITY : MOST_WIDER * entry.bits;
  return carried(entry, { attributes, nm, size, what: `Aladdin ${key}`, range: ['width', widest, 0, most] });
}

/** Multiplier and adder side by side, as the original plug-in models a MAC. */
export function estimateAladdinMac(attributes: EstimateAttributes, floating: boolean): EstimatorOutcome {
  const shared = numberAttribute(attributes, ['width', 'datawidth', 'word_bits', 'n_bits', 'precision']);
  const part = (unit: AladdinUnit, own: string): EstimatorOutcome => {
    const names = [own, `${own.split('_')[0]}_datawidth`];
    const odd = notNumeric(attributes, names);
    if (odd !== undefined) return { unknown: odd };
    const width = numberAttribute(attributes, names) ?? shared;
    if (width === undefined) return { unknown: 'no width is given' };
    return estimateAladdin(unit, new Map([...attributes, ['width', width]]), { asPublished: false });
  };
  const multiplier = part(floating ? 'fpmultiplier' : 'multiplier', 'multiplier_width');
  const adder = part(floating ? 'fpadder' : 'adder', 'adder_width');
  if ('unknown' in multiplier) return multiplier;
  if ('unknown' in adder) return adder;
  const energyPj = multiplier.actionsPj.get('multiply')! + adder.actionsPj.get('add')!;
  return {
    actionsPj: actions([['compute|read', energyPj]]),
    leakageMw: multiplier.leakageMw + adder.leakageMw,
    areaUm2: multiplier.areaUm2 === null || adder.areaUm2 === null ? null : multiplier.areaUm2 + adder.areaUm2,
    origin: {
      ...(adder.origin.errorPercent === null ? adder : multiplier).origin,
      source: `${multiplier.origin.source}; ${adder.origin.source}`,
      extrapolated: [...new Set([...multiplier.origin.extrapolated, ...adder.origin.extrapolated])],
    },
  };
}

/** A row of registers behind one address comparator per row, as the original plug-in models a register file. */
export function estimateRegisterFile(attributes: EstimateAttributes): EstimatorOutcome {
  const nm = nodeOf(attributes);
  const width = numberAttribute(attributes, ['width', 'memory_width', 'datawidth']);
  const depth = numberAttribute(attributes, ['depth', 'memory_depth', 'entries']);
  if (nm === undefined) return { unknown: whyNoNode(attributes) };
  if (width === undefined || depth === undefined) return { unknown: 'no width and depth are given' };
  const { register, comparator } = units;
  const addressShare = Math.ceil(Math.log2(Math.max(depth, 1))) / comparator.bits;
  const rows = depth * addressShare;
  const entry: Unit = {
    does: 'read|write|update',
    free: '',
    energyPj: width * register.energyPj + rows * comparator.energyPj,
    leakageMw: width * depth * REGISTER_LEAKAGE_MW + rows * comparator.leakageMw,
    areaUm2: width * depth * register.areaUm2! + rows * comparator.areaUm2!,
    bits: 1,
    growth: 'width',
  };
  const what = 'Aladdin registers and comparators';
  return carried(entry, { attributes, nm, size: 1, what, range: ['depth', depth, 0, MOST_ROWS] });
}

function carried(
  entry: Unit,
  to: {
    readonly attributes: EstimateAttributes;
    readonly nm: number;
    readonly size: number;
    readonly what: string;
    readonly range: Quantity;
  },
): Figures {
  const { nm, size } = to;
  const at = standing(nm);
  const energy = energyRatio(NODE_NM, at) * size;
  const volts = voltageFactors(to.attributes, nm);
  const moved = at !== NODE_NM;
  const how = moved ? `, ${NODE_NM} nm scaled to ${nm} nm` : '';
  const stated = TABLE_ERROR_PERCENT + (moved ? scalingErrorPercent(NODE_NM, at) : 0);
  const free = entry.free === '' ? [] : [[entry.free, 0] as const];
  return {
    actionsPj: actions([[entry.does, entry.energyPj * energy * volts.dynamic], ...free]),
    leakageMw: entry.leakageMw * energy * volts.leakage,
    areaUm2: entry.areaUm2 === null ? null : entry.areaUm2 * areaRatio(NODE_NM, at) * size,
    origin: originWithin([to.range, nodeQuantity(nm)], {
      kind: moved || volts.note !== '' ? 'scaled' : 'table',
      source: `${to.what}${how}${volts.note}`,
      errorPercent: stated,
    }),
  };
}
