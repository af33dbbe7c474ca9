// Energy of on-chip wires per bit and millimetre: S. Keckler et al., "GPUs and the future of parallel computing", IEEE
// Micro 2011, 310 pJ at 40 nm and 200 pJ at 10 nm for 256 bits over 10 mm; a power law through both.
// Dally et al., CACM 2020, have 0.1 pJ at 14 nm, which it misses by 13 %.

import { type EstimateAttributes, type Origin, originWithin } from './figures.js';
import { nodeOf, powerLaw, voltageFactors } from './technology.js';

const nodes = [40, 10] as const;
const publishedPjPerBitMm = [310 / 2560, 200 / 2560] as const;

const ERROR_PERCENT = 40;
/** The power law goes on to nodes whose wires are still of copper and as far apart as these. */
const MOST_NM = 90;

export function wireEnergyPjPerBitMm(
  attributes: EstimateAttributes,
): { readonly pjPerBitMm: number; readonly origin: Origin } | undefined {
  const nm = nodeOf(attributes);
  if (nm === undefined) return undefined;
  const [old, recent] = nodes;
  const volts = voltageFactors(attributes, nm);
  return {
    pjPerBitMm: powerLaw(nodes, publishedPjPerBitMm, nm) * volts.dynamic,
    origin: originWithin([['technology (nm)', nm, recent, MOST_NM]], {
      kind: nm === old || nm === recent ? 'table' : 'scaled',
      source: `wires, Keckler et al. 2011 at ${nm} nm${volts.note}`,
      errorPercent: ERROR_PERCENT,
    }),
  };
}
