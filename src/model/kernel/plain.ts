// The counts of a dataspace whose words no neighbour forwards, as most are: then F.7 collapses. What one keeper takes in
// from its parent is its tile times the visits that move it; every fan-out on the way up multiplies that by its distinct
// shifts; and reads, fills and updates (F.8) follow keeper by keeper, inner to outer. In a perfect nest all of them are
// whole numbers. The general form, for links, imperfect factors and no_coalesce, is in accesses.ts.

import { arrivingWords, distinctShifts } from './fanout.js';
import type { Kernel } from './kernel.js';
import { relevantVisits, temporalAccesses } from './reuse.js';
import { BYPASSED, OVERFLOW, VALID, type Verdict } from './verdict.js';

const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/** Counts of dataspace `t`. */
export function countPlain(kernel: Kernel, t: number): Verdict {
  const { layout, scratch, flags } = kernel;
  const { levels, hasNetworkEnergy } = layout;
  const { content, tile, keeper, spreadLevel, steppedElements, reads, fills, updates, temporalReductions } = scratch;
  const row = t * levels;
  const keepers = scratch.keeperCount[t]!;
  if (keepers === 0) return BYPASSED;
  const backing = keeper[row + keepers - 1]!;
  const readWrite = layout.readWrite[t]!;
  const stationary = layout.simple[t] !== 0 && kernel.oldWindow === 0;
  const even = stationary && layout.even[t] !== 0 ? 1 : 0;
  let partition = readWrite === 0 ? 0 : leastPartition(kernel, t);
  let words = scratch.computeCycles; // compute takes in one point per visit
  let below = words;
  let child = -1;
  let passed = 1; // elements that the fan-outs since the child step
  let spreads = scratch.spreadCount - 1;
  for (let k = 0; k < keepers; k += 1) {
    const i = keeper[row + k]!;
    for (; spreads >= 0 && spreadLevel[spreads]! <= i; spreads -= 1) {
      const fanout = spreadLevel[spreads]!;
      const relevant = steppedElements[row + fanout]!;
      const unicast = (flags.spatialNoReuse[fanout]! >> t) & 1;
      const shifts = stationary && unicast === 0 ? relevant : distinctShifts(kernel, t, fanout);
      below *= shifts;
      partition *= relevant;
      if (hasNetworkEnergy[fanout] === 0) {
        passed *= relevant;
        continue;
      }
      const at = row + fanout;
      content[at] = below;
      // Hop sums keep the deltas of whatever lies right below, even where it bypasses (F.7.4).
      scratch.visitWords[at] =
        child === fanout - 1
          ? words
          : even !== 0 && ((flags.temporalNoReuse[fanout - 1]! >> t) & 1) === 0
            ? tileBelow(kernel, t, { fanout, child, passed }) * relevantVisits(kernel, t, fanout)
            : temporalAccesses(kernel, t, fanout);
      passed *= relevant;
      scratch.mixed[at] = unicast === 0 && shifts !== relevant ? 1 : 0;
    }
    const at = row + i;
    if (i === backing) words = 0;
    else if (stationary && ((flags.temporalNoReuse[i]! >> t) & 1) === 0)
      words = tile[at]! * relevantVisits(kernel, t, i + 1);
    else words = temporalAccesses(kernel, t, i + 1);
    if (below > LARGEST_EXACT || words > LARGEST_EXACT) return OVERFLOW;
    if (readWrite === 0) {
      reads[at] = below;
      // Updates and temporal reductions of inputs stay 0.
      fills[at] = i === backing ? 0 : Math.floor(arrivingWords(kernel, t, i + 1, words));
    } else {
      const countFirst = (flags.rmwFirstUpdate[i]! >> t) & 1 || kernel.firstReadElision === 0;
      const first = countFirst ? 0 : partition;
      const read = below > first ? below - first : 0;
      reads[at] = read;
      temporalReductions[at] = read;
      updates[at] = below;
      fills[at] = words > first ? words - first : 0;
    }
    child = i;
    passed = 1;
    below = words;
  }
  for (; spreads >= 0; spreads -= 1) content[row + spreadLevel[spreads]!] = 0; // nothing travels outside (F.7.5)
  return VALID;
}

/**
 * Words of an even dataspace right below a fan-out, where nothing keeps it: the child's tile, or one point, times whatever
 * has stepped it since.
 */
function tileBelow(
  { layout, scratch }: Kernel,
  t: number,
  { fanout, child, passed }: { readonly fanout: number; readonly child: number; readonly passed: number },
): number {
  const { runDimension, runVisits, runFrom, tile } = scratch;
  let words = passed * (child < 0 ? 1 : tile[t * layout.levels + child]!);
  const row = t * layout.dimensions;
  for (let loop = runFrom[child + 1]! - 1; loop >= runFrom[fanout]!; loop -= 1) {
    if (layout.relevant[row + runDimension[loop]!] !== 0) words *= runVisits[loop + 1]! / runVisits[loop]!;
  }
  return words;
}

/** F.7.1 at compute: the whole over every spatial factor that steps it; each fan-out on the way out takes its own back. */
function leastPartition(kernel: Kernel, t: number): number {
  const { spreadCount, spreadLevel, steppedElements, wholeWords } = kernel.scratch;
  let partition = wholeWords[t]!;
  for (let at = 0; at < spreadCount; at += 1)
    partition /= steppedElements[t * kernel.layout.levels + spreadLevel[at]!]!;
  return partition;
}
