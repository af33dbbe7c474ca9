// DRAM by type: energy per bit, as published. Area and leakage are those of another chip and count as zero.

import { own } from '../../math/own.js';
import { actions, type EstimateAttributes, type EstimatorOutcome, numberAttribute, textAttribute } from './figures.js';
import { nodeOf, noTechnology, whyNoNode } from './technology.js';

interface DramType {
  readonly pjPerBit: number;
  /** Carried over from another type, and not published of this one. */
  readonly scaled?: true;
  readonly source: string;
  readonly errorPercent: number;
}

/** Errors are the spread of publications about the same type, where there are several. */
const types: Readonly<Record<string, DramType>> = {
  LPDDR4: {
    pjPerBit: 8,
    source: 'LPDDR4, the figure of the CACTI plug-in; 4 in Dally et al., CACM 2020',
    errorPercent: 50,
  },
  LPDDR5: {
    pjPerBit: 5.6,
    scaled: true,
    source: 'LPDDR4 less the 30 % that vendors state for LPDDR5',
    errorPercent: 60,
  },
  LPDDR: { pjPerBit: 40, source: 'Malladi et al., ISCA 2012', errorPercent: 30 },
  DDR3: { pjPerBit: 70, source: 'Malladi et al., ISCA 2012, at moderate utilization', errorPercent: 70 },
  DDR4: { pjPerBit: 20.3, source: 'Jouppi et al., ISCA 2021, 1300 pJ for 64 bits', errorPercent: 30 },
  DDR5: { pjPerBit: 17.1, scaled: true, source: 'DDR4 scaled from 1.2 V to 1.1 V', errorPercent: 40 },
  GDDR5: { pjPerBit: 14, source: "O'Connor, Chatterjee et al., MICRO 2017", errorPercent: 20 },
  GDDR6: { pjPerBit: 6.5, source: 'Jouppi et al., ISCA 2021, 350 to 480 pJ for 64 bits', errorPercent: 16 },
  HBM2: {
    pjPerBit: 3.9,
    source: "O'Connor, Chatterjee et al., MICRO 2017; up to 7 in Jouppi et al., ISCA 2021",
    errorPercent: 80,
  },
  HBM3: { pjPerBit: 4.05, source: 'vendor figures as collected by the CACTI plug-in', errorPercent: 50 },
};

const ASSUMED = 'LPDDR4';

/** Needs `width` in bits; without a `type`, what the reference tools assume. */
export function estimateDram(attributes: EstimateAttributes): EstimatorOutcome {
  const width = numberAttribute(attributes, ['width', 'memory_width', 'datawidth', 'word_bits']);
  if (width === undefined) return { unknown: 'no width is given' };
  const given = textAttribute(attributes, 'type');
  // Files that say nothing of technology at all are not made for estimation.
  if (given === undefined && nodeOf(attributes) === undefined) {
    const why = whyNoNode(attributes);
    return { unknown: why === noTechnology ? 'neither type nor technology is given' : why };
  }
  const name = (given ?? ASSUMED).toUpperCase().replaceAll(/[-_ ]/g, '');
  const type = own(types, name);
  if (!type) return { unknown: `DRAM type ${given} is not one of ${Object.keys(types).join(', ')}` };
  const energyPj = type.pjPerBit * width;
  return {
    actionsPj: actions([['read|write|update', energyPj]]),
    leakageMw: 0,
    areaUm2: 0,
    origin: {
      kind: type.scaled ? 'scaled' : 'table',
      source: `${type.pjPerBit} pJ/bit, ${type.source}${given === undefined ? ' (no type given)' : ''}`,
      errorPercent: type.errorPercent,
    },
  };
}
