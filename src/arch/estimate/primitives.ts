// Which estimator answers for a class name. Names of the field's libraries are read without regard to case and
// underscores; anything else is judged by the words that A.5 goes by.

import { own } from '../../math/own.js';
import { estimateAladdin, estimateAladdinMac, estimateRegisterFile } from './aladdin.js';
import { estimateArithmetic } from './arithmetic.js';
import { estimateDram } from './dram.js';
import { actions, type EstimateAttributes, type EstimatorOutcome, numberAttribute } from './figures.js';
import { estimateSram } from './sram.js';
import { whyNoNode } from './technology.js';
import { wireEnergyPjPerBitMm } from './wires.js';

type Estimator = (attributes: EstimateAttributes) => EstimatorOutcome;

const published = { asPublished: true } as const;
const plain = { asPublished: false } as const;

const named: Readonly<Record<string, Estimator>> = {
  sram: estimateSram,
  smartbuffersram: estimateSram,
  cache: estimateSram,
  regfile: estimateRegisterFile,
  smartbufferrf: estimateRegisterFile,
  aladdinadder: (attributes) => estimateAladdin('adder', attributes, published),
  aladdinmultiplier: (attributes) => estimateAladdin('multiplier', attributes, published),
  aladdinregister: (attributes) => estimateAladdin('register', attributes, published),
  aladdincomparator: (attributes) => estimateAladdin('comparator', attributes, published),
  aladdincounter: (attributes) => estimateAladdin('counter', attributes, published),
  intadder: (attributes) => estimateAladdin('adder', attributes, plain),
  intmultiplier: (attributes) => estimateAladdin('multiplier', attributes, plain),
  register: (attributes) => estimateAladdin('register', attributes, plain),
  reg: (attributes) => estimateAladdin('register', attributes, plain),
  comparator: (attributes) => estimateAladdin('comparator', attributes, plain),
  counter: (attributes) => estimateAladdin('counter', attributes, plain),
  intcounter: (attributes) => estimateAladdin('counter', attributes, plain),
  shifter: (attributes) => estimateAladdin('shifter', attributes, plain),
  bitwise: (attributes) => estimateAladdin('bitwise', attributes, plain),
  fpadder: (attributes) => estimateAladdin('fpadder', attributes, plain),
  fpmultiplier: (attributes) => estimateAladdin('fpmultiplier', attributes, plain),
  intmac: (attributes) => estimateAladdinMac(attributes, false),
  aladdinintmac: (attributes) => estimateAladdinMac(attributes, false),
  fpmac: (attributes) => estimateAladdinMac(attributes, true),
  adder: (attributes) => estimateArithmetic('adder', attributes),
  multiplier: (attributes) => estimateArithmetic('multiplier', attributes),
  wire: estimateWire,
};

const dummies: readonly string[] = ['dummystorage', 'dummycompute'];

const free: EstimatorOutcome = {
  actionsPj: actions([['read|write|update|compute', 0]]),
  leakageMw: 0,
  areaUm2: 0,
  origin: { kind: 'table', source: 'a dummy costs nothing', errorPercent: 0, extrapolated: [] },
};

/** What Accelergy answers to `technology: -1`, of whatever class. */
const placeholder: EstimatorOutcome = {
  actionsPj: actions([
    ['read|write|update|compute|access|mac|mac_random|multiply|add|compare|count|shift|convert|transfer', 1],
    ['transfer_random', 1],
  ]),
  leakageMw: 0,
  areaUm2: 1,
  origin: {
    kind: 'table',
    source: 'technology: -1 asks for a placeholder, 1 pJ for every action',
    errorPercent: null,
    extrapolated: [],
  },
};

/** Rows up to which a storage of no further description is taken for a register file. */
const REGISTER_FILE_ROWS = 16;

/** `number format` decides before the class: `intmac` with `format: bf16` is no Aladdin unit. */
export function estimatePrimitive(className: string, attributes: EstimateAttributes): EstimatorOutcome {
  const name = normalized(className);
  if (dummies.includes(name)) return free;
  if (attributes.get('technology') === -1) return placeholder;
  const formatted = attributes.has('format') || attributes.has('datatype');
  if (formatted && name.includes('mac')) return estimateArithmetic('mac', attributes);
  const known = own(named, name);
  if (known) return known(attributes);
  if (/dram|^lpddr|^g?ddr\d|^hbm/.test(name)) return estimateDram(withType(name, attributes));
  if (name.includes('regfile')) return estimateRegisterFile(attributes);
  if (name.includes('sram')) return estimateSram(attributes);
  if (name.includes('smartbuffer') || name.includes('storage')) {
    const depth = numberAttribute(attributes, ['depth', 'memory_depth', 'entries']) ?? Number.POSITIVE_INFINITY;
    return depth <= REGISTER_FILE_ROWS ? estimateRegisterFile(attributes) : estimateSram(attributes);
  }
  if (name === 'mac' || name.includes('compute')) return estimateArithmetic('mac', attributes);
  return { unknown: `nobody here knows class ${className}` };
}

/** Whether a class is known by its name, and not by a word in it. */
export function isNamed(className: string): boolean {
  const name = normalized(className);
  return own(named, name) !== undefined || dummies.includes(name) || typed.test(name) || otherNames.includes(name);
}

const typed = /^(dram)?(dram|lpddr\d?|gddr\d|ddr\d|hbm\d)$/;
const otherNames: readonly string[] = ['mac', 'compute', 'storage', 'smartbuffer'];

function normalized(className: string): string {
  return className.toLowerCase().replaceAll(/[_\s]/g, '');
}

/** `HBM2` and `dram_lpddr4` say their type in the class. */
function withType(name: string, attributes: EstimateAttributes): EstimateAttributes {
  const type = /(lpddr\d?|gddr\d|ddr\d|hbm\d)/.exec(name)?.[1];
  return type === undefined || attributes.has('type') ? attributes : new Map([...attributes, ['type', type]]);
}

/** A bundle of `datawidth` bits over `length` (metres, or with a unit). */
function estimateWire(attributes: EstimateAttributes): EstimatorOutcome {
  const wire = wireEnergyPjPerBitMm(attributes);
  if (!wire) return { unknown: whyNoNode(attributes) };
  const parts = /^\s*([\d.eE+-]+)\s*(mm|um|nm|m)?\s*$/.exec(String(attributes.get('length') ?? ''));
  const factor = { mm: 1, um: 1e-3, nm: 1e-6, m: 1e3 }[parts?.[2] ?? 'm']!;
  const lengthMm = parts ? Number(parts[1]) * factor : Number.NaN;
  if (!(lengthMm >= 0)) return { unknown: 'no length is given' };
  const energyPj = wire.pjPerBitMm * lengthMm * (numberAttribute(attributes, ['datawidth', 'width']) ?? 1);
  return {
    actionsPj: actions([['transfer|transfer_random|read|write', energyPj]]),
    leakageMw: 0,
    areaUm2: null,
    origin: wire.origin,
  };
}
