// Arithmetic by number format, for classes that name none of the Aladdin units: figures at 45 nm from M. Horowitz,
// "Computing's energy problem", ISSCC 2014, and at 7 nm from N. Jouppi et al., "Ten lessons from three generations",
// ISCA 2021, table 2; areas at 45 nm from the first. Widths between those listed follow a power law through them.

import { byName } from '../../math/by-name.js';
import { own } from '../../math/own.js';
import {
  actions,
  type EstimateAttributes,
  type EstimatorOutcome,
  notNumeric,
  numberAttribute,
  originWithin,
  type Quantity,
  textAttribute,
} from './figures.js';
import { published } from './published.js';
import {
  areaRatio,
  energyRatio,
  nodeOf,
  nodeQuantity,
  powerLaw,
  scalingErrorPercent,
  voltageFactors,
  whyNoNode,
} from './technology.js';

/** At two sizes: bits of an integer, significand bits of a floating-point number. */
interface Operation {
  readonly sizes: readonly [number, number];
  readonly at45Pj: readonly [number, number];
  readonly at7Pj: readonly [number, number];
  readonly at45Um2: readonly [number, number];
}

const operations = published<Readonly<Record<`${'int' | 'float'}${'Add' | 'Multiply'}`, Operation>>>('arithmetic');

/** Significand bits with the hidden one. */
const floats = byName<string>({
  2: ['fp4'],
  3: ['e5m2'],
  4: ['fp8', 'e4m3'],
  8: ['bf16', 'bfloat16'],
  11: ['fp16', 'float16', 'half', 'tf32'],
  24: ['fp32', 'float32', 'float'],
  53: ['fp64', 'float64'],
});

/** Horowitz calls his figures rough; the two publications differ by a factor of 1.5 from a common trend. */
const TABLE_ERROR_PERCENT = 50;

/** Listed of integers; significands of bf16, which the second publication lists at 7 nm, are met within 7 %. */
const LEAST_BITS = 8;

const widths = ['width', 'datawidth', 'word_bits', 'multiplier_width', 'n_bits'];
const sumWidths = ['adder_width', 'accumulator_width'];

export function estimateArithmetic(
  unit: 'mac' | 'adder' | 'multiplier',
  attributes: EstimateAttributes,
): EstimatorOutcome {
  const nm = nodeOf(attributes);
  if (nm === undefined) return { unknown: whyNoNode(attributes) };
  const odd = notNumeric(attributes, [...widths, ...sumWidths]);
  if (odd !== undefined) return { unknown: odd };
  const format = formatOf(attributes);
  if (format === undefined) return { unknown: `number format ${String(attributes.get('format'))} is not known` };
  const significand = format.kind === 'float' ? format.bits : undefined;
  const kind = significand === undefined ? 'int' : 'float';
  const multiplyBits = significand ?? numberAttribute(attributes, ['multiplier_width']) ?? format.bits;
  // Sums of products need at least twice the bits; floating-point ones are kept in single precision.
  const sumBits = significand === undefined ? Math.max(2 * format.bits, 16) : Math.max(significand, 24);
  const addBits = numberAttribute(attributes, sumWidths) ?? (unit === 'mac' ? sumBits : format.bits);
  const parts = [
    ...(unit === 'adder' ? [] : [figure(operations[`${kind}Multiply`], multiplyBits, nm)]),
    ...(unit === 'multiplier' ? [] : [figure(operations[`${kind}Add`], addBits, nm)]),
  ];
  const sum = (value: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + value(part), 0);
  const volts = voltageFactors(attributes, nm);
  const names = { mac: 'compute|read', adder: 'add|read', multiplier: 'multiply|read' };
  const away = nm > 45 ? scalingErrorPercent(45, nm) : nm < 7 ? scalingErrorPercent(7, nm) : 0;
  const listed = parts.every((part) => part.listed) && (nm === 45 || nm === 7) && volts.note === '';
  return {
    actionsPj: actions([[names[unit], sum((part) => part.energyPj) * volts.dynamic]]),
    leakageMw: 0,
    areaUm2: sum((part) => part.areaUm2),
    origin: originWithin([...parts.map(({ range }) => range), nodeQuantity(nm)], {
      kind: listed ? 'table' : 'scaled',
      source: `${format.name} ${unit}, Horowitz 2014 (45 nm) and Jouppi et al. 2021 (7 nm) at ${nm} nm${volts.note}`,
      errorPercent: TABLE_ERROR_PERCENT + away,
    }),
  };
}

interface Format {
  readonly kind: 'int' | 'float';
  readonly bits: number;
  readonly name: string;
}

/** `format` or `datatype`: int8, uint4, bf16, fp32 and so on; without it an integer of the component's width. */
function formatOf(attributes: EstimateAttributes): Format | undefined {
  const text = textAttribute(attributes, 'format') ?? textAttribute(attributes, 'datatype');
  if (text === undefined) {
    const bits = numberAttribute(attributes, widths) ?? 16;
    return bits > 0 ? { kind: 'int', bits, name: `int${bits}` } : undefined;
  }
  const name = text.toLowerCase();
  const integer = /^u?int(\d+)$/.exec(name);
  if (integer) return { kind: 'int', bits: Number(integer[1]), name };
  const bits = own(floats, name);
  return bits === undefined ? undefined : { kind: 'float', bits, name };
}

function figure(operation: Operation, bits: number, nm: number) {
  const { sizes } = operation;
  const [old, recent] = [powerLaw(sizes, operation.at45Pj, bits), powerLaw(sizes, operation.at7Pj, bits)];
  return {
    energyPj: nm >= 45 ? old * energyRatio(45, nm) : nm > 7 ? powerLaw([7, 45], [recent, old], nm) : (recent * nm) / 7,
    areaUm2: powerLaw(sizes, operation.at45Um2, bits) * areaRatio(45, nm),
    listed: sizes.includes(bits),
    range: ['bits', bits, LEAST_BITS, sizes[1]] as Quantity,
  };
}
