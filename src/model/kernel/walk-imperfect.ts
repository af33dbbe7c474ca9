// Nests with imperfect factors: walked, and what the walk found put where the closed form would have put it.

import { TEMPORAL } from '../nest-buffer.js';
import { count } from './accesses.js';
import type { Kernel, WalkRecords } from './kernel.js';
import { backingStore, occupy } from './tiles.js';
import { UNDECIDED, VALID, type Verdict } from './verdict.js';
import { Walk } from './walk.js';
import { instancesInUse } from './walk-instances.js';

/** Evaluates an expanded nest with imperfect factors; the counterpart of tile and count for perfect ones. */
export function walkImperfect(kernel: Kernel): Verdict {
  const { layout, scratch, nest } = kernel;
  scratch.tile.fill(0);
  scratch.masterTile.fill(0);
  const walk = new Walk(kernel);
  if (!walk.run()) return UNDECIDED;
  averageInstances(kernel, walk);
  if (kernel.referenceQuirks === 0) shareOut(kernel, walk.records);
  const box = new Float64Array(layout.dimensions).fill(1);
  for (let i = 0; i < layout.levels; i += 1) {
    for (let l = nest.levelStart[i]!; l < nest.levelStart[i + 1]!; l += 1) {
      box[nest.dimension[l]!] = box[nest.dimension[l]!]! * nest.bound[l]!;
    }
    let held = 0;
    for (let t = 0; t < layout.dataspaces; t += 1) {
      const wiped = kernel.anyNoCoalesce !== 0 && i > backingStore(kernel, t);
      if (!((nest.keep[i]! >> t) & 1) || wiped) continue;
      const words = scratch.tile[t * layout.levels + i]!;
      held += kernel.sparse === null ? words : kernel.sparse.footprint(t, i, { words, box });
    }
    const verdict = occupy(kernel, i, held);
    if (verdict !== VALID) return verdict;
  }
  kernel.walked = walk.records;
  return count(kernel);
}

/** From what all instances in use saw to what one of them saw in the mean (F.7.2). */
function shareOut({ layout, scratch }: Kernel, records: readonly WalkRecords[]): void {
  for (const [at, one] of records.entries()) {
    const instances = scratch.walkedInstances[at % layout.levels]!;
    one.links /= instances;
    for (const record of one.bySignature.values()) {
      record.accesses /= instances;
      record.hops /= instances;
    }
  }
}

/**
 * Utilised instances above each level with short last iterations averaged (F.1), and computes and cycles (F.7, F.9). The
 * reference cuts the averages to whole instances, and multiplies by them what the first one computes.
 */
function averageInstances(kernel: Kernel, walk: Walk): void {
  const { layout, scratch } = kernel;
  const asReference = kernel.referenceQuirks !== 0;
  const counted = asReference ? Math.trunc : (instances: number) => instances;
  const { loops } = walk;
  let used = 1;
  const usedAbove = new Array<number>(loops.length).fill(1);
  for (let l = loops.length - 1; l >= 0; l -= 1) {
    usedAbove[l] = used;
    const loop = loops[l]!;
    if (loop.kind === TEMPORAL) continue;
    if (loop.end === loop.residual) {
      used *= loop.end;
      continue;
    }
    let outer = 1;
    for (let q = loops.length - 1; q > l; q -= 1) {
      const above = loops[q]!;
      if (above.dimension === loop.dimension) outer = above.residual + above.end * (outer - 1);
    }
    used *= (loop.residual + loop.end * (outer - 1)) / outer;
  }
  scratch.utilizedInstances = scratch.walkedInstances;
  const start = loops.map(() => 0);
  for (let i = 0; i < layout.levels; i += 1) {
    const boundary = walk.boundary[i]!;
    scratch.walkedInstances[i] = counted(usedAbove[boundary]!);
    // No visit has more of them in use than the first.
    scratch.everUsed[i] = instancesInUse(loops, start, boundary, layout.dimensions);
  }
  let master = 0;
  if (loops[0]!.kind !== TEMPORAL) while (loops[master + 1]!.kind !== TEMPORAL) master += 1;
  const fanout = loops
    .slice(0, master + 1)
    .reduce((product, loop) => (loop.kind === TEMPORAL ? product : product * loop.end), 1);
  scratch.utilizedComputes = asReference ? Math.trunc(usedAbove[master]! * fanout) : used;
  scratch.computes = asReference
    ? Math.trunc((walk.computes * scratch.utilizedComputes) / walk.computeElements)
    : layout.points;
  scratch.computeCycles = loops.reduce((product, loop) => (loop.kind === TEMPORAL ? product * loop.end : product), 1);
}
