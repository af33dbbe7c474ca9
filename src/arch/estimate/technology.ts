// From one process node and supply voltage to another. Energy and area follow the tables of A. Stillmaker and B. Baas,
// "Scaling equations for the accurate prediction of CMOS device performance from 180 nm to 7 nm", Integration 58 (2017),
// at 0.8 V as the field's estimation tools evaluate them; between nodes, linear.

import { type EstimateAttributes, numberAttribute } from './figures.js';
import { published } from './published.js';

interface Node {
  readonly nm: number;
  /** Area of the same circuit relative to 45 nm (table 9 there). */
  readonly area: number;
  /** Energy factor a V^2 + b V + c (table 5 there). */
  readonly energy: readonly [number, number, number];
  /** Nominal supply of the Predictive Technology Model. */
  readonly volts: number;
}

const nodes = published<readonly Node[]>('nodes');

const REFERENCE_VOLTS = 0.8;

/** What the tables cover; beyond, the outermost node stands. */
export function nodeQuantity(nm: number) {
  return ['technology (nm)', nm, nodes.at(-1)!.nm, nodes[0]!.nm] as const;
}

/** Why most components without an estimate have none. */
export const noTechnology = 'no technology is given';

/** Why there is no node, where `nodeOf` finds none. */
export function whyNoNode(attributes: EstimateAttributes): string {
  const value = attributes.get('technology') ?? attributes.get('tech_node') ?? null;
  // DRAM is a kind of storage; the other two are places that classes leave to be filled in.
  if (value === null || /^(|DRAM|must_specify|SET ME)$/.test(String(value))) return noTechnology;
  return `${value} is not a technology`;
}

/** Nanometres from `45nm`, `0.045um`, 45 or 45e-9 (metres). */
export function nodeOf(attributes: EstimateAttributes): number | undefined {
  const value = attributes.get('technology') ?? attributes.get('tech_node');
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const parts = /^\s*(\d*\.?\d+(?:[eE][-+]?\d+)?)\s*(nm|um|m)?\s*$/.exec(text);
  if (!parts) return undefined;
  const number = Number(parts[1]);
  const unit = parts[2] ?? (number < 1e-3 ? 'm' : number < 1 ? 'um' : 'nm');
  const nm = number * (unit === 'm' ? 1e9 : unit === 'um' ? 1e3 : 1);
  return nm > 0 && nm <= 10_000 ? nm : undefined;
}

export function energyRatio(fromNm: number, toNm: number): number {
  const factor = ({ energy: [a, b, c] }: Node) => a * REFERENCE_VOLTS ** 2 + b * REFERENCE_VOLTS + c;
  return between(toNm, factor) / between(fromNm, factor);
}

export function areaRatio(fromNm: number, toNm: number): number {
  return between(toNm, (node) => node.area) / between(fromNm, (node) => node.area);
}

/** Factors of dynamic and static energy at the component's `voltage` against the nominal supply of its node. */
export function voltageFactors(
  attributes: EstimateAttributes,
  nm: number,
): { readonly dynamic: number; readonly leakage: number; readonly note: string } {
  const volts = numberAttribute(attributes, ['voltage']);
  if (volts === undefined || volts <= 0) return { dynamic: 1, leakage: 1, note: '' };
  const nominal = between(nm, (node) => node.volts);
  const ratio = volts / nominal;
  return { dynamic: ratio ** 2, leakage: ratio, note: `, ${volts} V instead of ${Number(nominal.toPrecision(3))} V` };
}

/**
 * Error of carrying a figure over, in percent. Measured on the pairs of figures at 45 and 7 nm that `arithmetic.ts`
 * lists: over that whole distance the equations give 0.09 where 0.23 to 0.48 was published, 60 to 80 % too little.
 */
export function scalingErrorPercent(fromNm: number, toNm: number): number {
  return Math.round((70 * Math.abs(Math.log(toNm / fromNm))) / Math.log(45 / 7));
}

function between(nm: number, value: (node: Node) => number): number {
  const at = nodes.findIndex((node) => node.nm <= nm);
  if (at === 0) return value(nodes[0]!);
  if (at < 0) return value(nodes.at(-1)!);
  const [larger, smaller] = [nodes[at - 1]!, nodes[at]!];
  const share = (nm - smaller.nm) / (larger.nm - smaller.nm);
  return share * value(larger) + (1 - share) * value(smaller);
}

/** Through two points. */
export function powerLaw(x: readonly [number, number], y: readonly [number, number], at: number): number {
  return y[0] * (at / x[0]) ** (Math.log(y[1] / y[0]) / Math.log(x[1] / x[0]));
}
