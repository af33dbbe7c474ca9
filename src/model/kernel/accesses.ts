// From deliveries to storage accesses: partitions, bypassing, backing store, peers (F.7), then reads, fills, updates and
// temporal reductions per instance (F.8).

import { arrivingWords, distinctShifts } from './fanout.js';
import { isUniform } from './hops.js';
import { countsInstances, type Kernel } from './kernel.js';
import { countWithLinks } from './links.js';
import { networkRecords } from './network.js';
import { countPlain } from './plain.js';
import { isStationary, relevantVisits, temporalAccesses, visitsFrom } from './reuse.js';
import { backingStore, isKept } from './tiles.js';
import { BYPASSED, OVERFLOW, VALID, type Verdict } from './verdict.js';

/** Counts of every dataspace at every level; tiles and expansions must be in place. */
export function count(kernel: Kernel): Verdict {
  for (let t = 0; t < kernel.layout.dataspaces; t += 1) {
    const quick = kernel.plain[t] !== 0 && kernel.full === 0 && kernel.walked === null;
    const verdict = quick ? countPlain(kernel, t) : countFully(kernel, t);
    if (verdict !== VALID) return verdict;
  }
  return VALID;
}

function countFully(kernel: Kernel, t: number): Verdict {
  const backing = backingStore(kernel, t);
  if (backing < 0 && !isKept(kernel, t)) return BYPASSED;
  partition(kernel, t);
  exchange(kernel, t, backing);
  for (let i = 0; i <= backing; i += 1) {
    if (kernel.layout.hasNetworkEnergy[i] !== 0)
      kernel.scratch.mixed[t * kernel.layout.levels + i] = isUniform(kernel, t, i) ? 0 : 1;
  }
  return storageAccesses(kernel, t, backing);
}

/** F.7.1: the share of the dataspace that one instance ever holds; discounts the first read of each output. */
function partition(kernel: Kernel, t: number): void {
  const { layout, nest, scratch } = kernel;
  if (layout.readWrite[t] === 0 && kernel.full === 0) return;
  const { levels } = layout;
  const row = t * levels;
  if (layout.even[t] !== 0 && kernel.walked === null) {
    // Tiles divide evenly: the share halves with every spatial factor that steps the dataspace.
    let even = kernel.scratch.wholeWords[t]!;
    for (let i = levels - 1; i >= 0; i -= 1) {
      scratch.partition[row + i] = even;
      for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
        if (layout.relevant[t * layout.dimensions + nest.dimension[l]!] !== 0) even /= nest.bound[l]!;
      }
    }
    return;
  }
  let share = scratch.tile[row + levels - 1]!;
  let whole = true;
  scratch.partition[row + levels - 1] = share;
  for (let i = levels - 2; i >= 0; i -= 1) {
    const size = scratch.tile[row + i]!;
    const spatial = nest.levelStart[i + 1]! < nest.temporalStart[i + 1]!;
    const below = spatial ? scratch.masterTile[row + i + 1]! : size;
    const elements = childrenEverUsed(kernel, i + 1);
    const children = childrenInUse(kernel, i + 1);
    // Where not all elements are always in use, those that are share what all touch first: a mean, here and inside.
    whole &&= elements === children;
    share = (share * size) / below;
    if (elements !== children) share = (share * elements) / children;
    else if (whole) share = Math.floor(share);
    scratch.partition[row + i] = share;
  }
}

/** F.7.2 to F.7.6, inner to outer: what crosses the network below each level, and what each kept level exchanges. */
function exchange(kernel: Kernel, t: number, backing: number): void {
  const { layout, nest, scratch, flags } = kernel;
  const { levels } = layout;
  const row = t * levels;
  const { content, delivered, linkTransfers, parentShare, peer, elements } = scratch;
  const plain = kernel.walked === null;
  const quiet = plain && kernel.full === 0;
  let visits = -1;
  for (let i = 0; i <= backing; i += 1) {
    if (i > 0 && nest.temporalStart[i - 1]! < nest.levelStart[i]!) visits = -1;
    const at = row + i;
    const spread = elements[i]! > 1;
    const childKeeps = i > 0 && ((nest.keep[i - 1]! >> t) & 1) !== 0;
    linkTransfers[at] = 0;
    if (i > 0 && !childKeeps && !spread && quiet && layout.hasNetworkEnergy[i] === 0) {
      content[at] = content[at - 1]!; // nothing happens here: the traffic passes through
      continue;
    }
    const coalescing = childKeeps && !((flags.noCoalesce[i - 1]! >> t) & 1);
    // Words that one child takes in. Of a bypassed child only the ratio of accesses to deliveries is used, so they may
    // stand as one word unless somebody reads them.
    const needed = childKeeps || kernel.full !== 0 || layout.hasNetworkEnergy[i] !== 0;
    let shifts = 1;
    if (!plain) takeWalked(kernel, t, i);
    else {
      scratch.linked[at] = spread ? countWithLinks(kernel, t, i) : 0;
      if (scratch.linked[at] === 0) {
        let words = 1;
        if (i === 0) words = visitsFrom(kernel, 0);
        else if (needed && isStationary(kernel, t, i)) {
          // Levels without temporal loops see the same visits: they are counted once.
          if (visits < 0) visits = relevantVisits(kernel, t, i);
          words = visits * scratch.tile[at - 1]!;
        } else if (needed) words = temporalAccesses(kernel, t, i);
        if (spread) shifts = distinctShifts(kernel, t, i);
        scratch.visitWords[at] = words;
        content[at] = words * shifts;
        delivered[at] = words * elements[i]!;
      }
    }
    if (i === 0) continue;
    if (childKeeps) {
      parentShare[at - 1] =
        layout.readWrite[t] === 0 ? arriving(kernel, t, i) : delivered[at]! / childrenInUse(kernel, i);
      peer[at - 1] = 0;
    }
    if (coalescing) {
      if (linkTransfers[at] !== 0) peer[at - 1] = linkTransfers[at]! / scratch.utilizedInstances[i - 1]!;
      continue;
    }
    // A level that bypasses (or does not coalesce) passes each child access through to its parent.
    if (plain && scratch.linked[at] === 0) content[at] = content[at - 1]! * shifts;
    else content[at] = content[at]! * ((content[at - 1]! * childrenInUse(kernel, i)) / delivered[at]!);
    linkTransfers[at] = 0;
  }
  for (let i = backing + 1; i < levels; i += 1) {
    content[row + i] = 0;
    if (kernel.anyNoCoalesce !== 0) {
      scratch.tile[row + i] = 0;
      scratch.partition[row + i] = 0;
    }
  }
  if (backing >= 0) {
    parentShare[row + backing] = 0;
    peer[row + backing] = 0;
  }
}

/** Words that one child takes in, with the reference's rounding (F.7.2): fills of inputs are cut to whole words. */
function arriving(kernel: Kernel, t: number, i: number): number {
  const { scratch } = kernel;
  const at = t * kernel.layout.levels + i;
  if (kernel.walked === null && scratch.linked[at] === 0) return arrivingWords(kernel, t, i, scratch.visitWords[at]!);
  if (countsInstances(kernel)) return Math.round(scratch.delivered[at]! / childrenInUse(kernel, i));
  let sum = 0;
  for (const { accesses, multicast } of networkRecords(kernel, t, i))
    sum += (accesses * multicast) / scratch.elements[i]!;
  return sum;
}

/** Children of an instance of level i that share what it delivers: of imperfect nests as many as are in use. */
function childrenInUse(kernel: Kernel, i: number): number {
  return childrenAmong(kernel, kernel.scratch.utilizedInstances, i);
}

/** As many as have something to do at some time; the others of a short row touch nothing. */
function childrenEverUsed(kernel: Kernel, i: number): number {
  return childrenAmong(kernel, kernel.scratch.everUsed, i);
}

/** Where instances of each level are counted, those of level i - 1 for each of level i; else all elements. */
function childrenAmong(kernel: Kernel, instances: ArrayLike<number>, i: number): number {
  return countsInstances(kernel) ? instances[i - 1]! / instances[i]! : kernel.scratch.elements[i]!;
}

function takeWalked(kernel: Kernel, t: number, i: number): void {
  const at = t * kernel.layout.levels + i;
  const { bySignature, links } = kernel.walked![at]!;
  let content = 0;
  let delivered = 0;
  for (const record of bySignature.values()) {
    content += record.accesses;
    delivered += record.accesses * record.multicast;
  }
  kernel.scratch.content[at] = content;
  kernel.scratch.delivered[at] = delivered;
  kernel.scratch.linkTransfers[at] = links;
}

/**
 * F.8, per instance. Where a difference would fall below zero the reference wraps around (I.14); here it is zero.
 */
function storageAccesses(kernel: Kernel, t: number, backing: number): Verdict {
  const { layout, nest, scratch, flags } = kernel;
  const { levels } = layout;
  const { content, parentShare, peer, partition: share, reads, fills, updates, temporalReductions } = scratch;
  for (let i = 0; i < levels; i += 1) {
    const at = t * levels + i;
    if (!((nest.keep[i]! >> t) & 1)) continue; // nobody reads the counts of a level that bypasses
    if (i > backing) {
      reads[at] = 0;
      fills[at] = 0;
      updates[at] = 0;
      temporalReductions[at] = 0;
      continue;
    }
    const crossing = content[at]! + peer[at]!;
    const incoming = parentShare[at]! + peer[at]!;
    if (crossing > Number.MAX_SAFE_INTEGER || incoming > Number.MAX_SAFE_INTEGER) return OVERFLOW;
    if (layout.readWrite[t] === 0) {
      reads[at] = Math.round(crossing);
      fills[at] = Math.floor(incoming);
      updates[at] = 0;
      temporalReductions[at] = 0;
      continue;
    }
    updates[at] = Math.round(content[at]!);
    const noCoalesce = (flags.noCoalesce[i]! >> t) & 1;
    const countFirst = (flags.rmwFirstUpdate[i]! >> t) & 1 || kernel.firstReadElision === 0;
    const first = noCoalesce || countFirst ? 0 : share[at]!;
    const read = Math.max(0, Math.round(crossing - first));
    reads[at] = read;
    temporalReductions[at] = read;
    if (noCoalesce) fills[at] = read;
    else fills[at] = Math.max(0, Math.round(i === backing ? incoming : incoming - first));
  }
  return VALID;
}
