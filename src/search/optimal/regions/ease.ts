// How long the whole is searched before it is taken apart: as long as tables of its halves would take, or for much longer where its bound
// is not far from the best found.

import type { BoundValue } from '../descent/bound-value.js';
import type { Part } from '../part.js';

/**
 * Tiles looked at take as long as one mapping evaluated, about, and to ask at a leaf about all orders as long as so many of these: what
 * is easy is over before so many more, and needs no further tables.
 */
const tilesPerEvaluation = 20;
const evaluationsPerLeaf = 10;

/**
 * Share of the best found from which on the bound of the whole is worth so many times longer a search, as long as it rises by
 * this share of what is left whenever the search has become twice as long, or from the other share on in any case.
 */
const hopeful = 0.4;
const longer = 20;
const rising = 1 / 20;
const nearlyThere = 0.95;

export class Ease {
  readonly #leastSteps: number;
  /** When its bound was looked at last, in least searches, and what it was of the best found. */
  #looked = { times: 0, share: 0 };

  constructor(leastSteps: number) {
    this.#leastSteps = leastSteps;
  }

  /**
   * Whether all mappings have been searched for less than the least steps take where they are evaluations, or, where the bound
   * is not far from the best found and rises, so many times longer: new tables would take as long.
   */
  lasts({ descent: { nodes, leaf, lowerBound } }: Part, value: BoundValue): boolean {
    const times = (nodes / tilesPerEvaluation + leaf.evaluations + leaf.asked * evaluationsPerLeaf) / this.#leastSteps;
    if (times < 1) return true;
    const share = value.share(lowerBound);
    const { times: looked, share: had } = this.#looked;
    const isTwice = times >= 2 * looked;
    if (isTwice) this.#looked = { times, share };
    const stands = isTwice && looked > 0 && share <= nearlyThere && share - had < rising * (1 - had);
    return share > hopeful && share < 1 && times < longer && !stands;
  }
}
