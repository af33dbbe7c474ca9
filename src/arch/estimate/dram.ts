// DRAM by type: energy per bit, as published. Area and leakage are those of another chip and count as zero.

import { own } from '../../math/own.js';
import { actions, type EstimateAttributes, type EstimatorOutcome, numberAttribute } from './figures.js';
import { published } from './published.js';
import { nodeOf, noTechnology, whyNoNode } from './technology.js';

interface DramType {
  readonly pjPerBit: number;
  readonly scaled?: true;
  readonly source: string;
  readonly errorPercent: number;
}

const types = published<Readonly<Record<string, DramType>>>('dram');

const ASSUMED = 'LPDDR4';

/** Needs `width` in bits; without a `type`, what the reference tools assume. */
export function estimateDram(attributes: EstimateAttributes): EstimatorOutcome {
  const width = numberAttribute(attributes, ['width', 'memory_width', 'datawidth', 'word_bits']);
  if (width === undefined) return { unknown: 'no width is given' };
  const stated = attributes.get('type');
  const given = stated === undefined || stated === null ? undefined : String(stated);
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
      extrapolated: [],
    },
  };
}
