// Hops per visit of a fan-out without links (F.5, F.10), for the hot path: one sum over the multicast groups. The
// explicit form for every other case is in network.ts.

import { hopsAlongColumn, hopsAlongRow, type SpatialLoop } from '../charge/hops.js';
import { distinctShifts } from './fanout.js';
import { hopPlaces, type Kernel } from './kernel.js';
import { elementsAlong, elementsBelow, isUnicast } from './neighbours.js';
import { ingressRecords, networkEnergy } from './network.js';

/** Of hops that are not remembered. */
const uncounted = -1;

/**
 * Whether all deliveries of dataspace `t` below level `i` share one multicast signature, so that one record holds them: no
 * neighbour forwards, and every group of a visit has the same size.
 */
export function isUniform(kernel: Kernel, t: number, i: number): boolean {
  const { layout, scratch } = kernel;
  if (kernel.walked !== null || scratch.linked[t * layout.levels + i] !== 0) return false;
  if (layout.readWrite[t] !== 0 && layout.reductionSupported[i] === 0) return false;
  if (layout.simple[t] !== 0 || scratch.elements[i] === 1 || isUnicast(kernel, t, i)) return true;
  return distinctShifts(kernel, t, i) === scratch.steppedElements[t * layout.levels + i];
}

/** Energy of the network below level `i`, all dataspaces; those whose deliveries are mixed by their list of records. */
export function networkEnergies(kernel: Kernel, i: number): number {
  const { layout, scratch } = kernel;
  const { levels, dataspaces, routerPj, ingressPj } = layout;
  const { content, mixed, visitWords, networkPj } = scratch;
  const still = scratch.elements[i] === 1;
  if (still && layout.hasEndpointEnergy[i] === 0) {
    for (let t = 0; t < dataspaces; t += 1) networkPj[t * levels + i] = 0;
    return 0;
  }
  const perHop = layout.hopPj[i]!;
  const used = scratch.utilizedInstances[i]!;
  const place = still ? -1 : placeOf(kernel, i);
  const { values } = kernel.hopCache[i]!;
  let total = 0;
  for (let t = 0, at = i; t < dataspaces; t += 1, at += levels) {
    const accesses = content[at]!;
    let energy = 0;
    if (accesses !== 0 && mixed[at] !== 0) energy = networkEnergy(kernel, t, i, ingressRecords(kernel, t, i)).energyPj;
    else if (accesses !== 0) {
      let hops = 0;
      if (!still) {
        let perVisit = place < 0 ? uncounted : values[place * dataspaces + t]!;
        if (perVisit === uncounted) {
          perVisit = countHops(kernel, t, i);
          if (place >= 0) values[place * dataspaces + t] = perVisit;
        }
        // Hop sums keep the child's own deltas even where bypassing rescales the accesses (F.7.4).
        hops = visitWords[at]! * perVisit;
      }
      energy = hops * perHop;
      if (routerPj[i] !== 0) energy += (1 + Math.floor(hops / accesses)) * accesses * routerPj[i]!;
      energy = (energy + accesses * ingressPj[i]!) * used;
    }
    networkPj[at] = energy;
    total += energy;
  }
  return total;
}

function countHops(kernel: Kernel, t: number, i: number): number {
  const { layout } = kernel;
  const { x, y } = elementsAlong(kernel, i);
  if (!isUnicast(kernel, t, i)) {
    if (y === 1 && layout.fanoutY[i] === 1 && x <= layout.fanoutX[i]!) return hopsAlongRow(spatialLoops(kernel, t, i));
    if (x === 1 && layout.fanoutX[i] === 1)
      return hopsAlongColumn(spatialLoops(kernel, t, i), Math.max(layout.fanoutY[i]!, y));
  }
  return elementsBelow(kernel, t, i).everybody.groups.reduce((sum, group) => sum + group.hops, 0);
}

function spatialLoops({ layout, nest }: Kernel, t: number, i: number): SpatialLoop[] {
  const loops: SpatialLoop[] = [];
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    const moves = layout.relevant[t * layout.dimensions + nest.dimension[l]!] !== 0;
    loops.push({ bound: nest.bound[l]!, moves });
  }
  return loops;
}

/** Where the spatial loops of level `i` are remembered; -1 where they have no exact key. */
function placeOf(kernel: Kernel, i: number): number {
  const { layout, nest } = kernel;
  const { keys, values } = kernel.hopCache[i]!;
  const bounds = layout.fanoutX[i]! * layout.fanoutY[i]! + 1;
  const radix = 2 * layout.dimensions * bounds;
  let key = 0;
  let mixed = 0;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    const digit = (nest.dimension[l]! * 2 + nest.kind[l]! - 1) * bounds + nest.bound[l]!;
    key = key * radix + digit;
    mixed = (Math.imul(mixed, 31) + digit) | 0;
  }
  const place = key > Number.MAX_SAFE_INTEGER ? -1 : mixed & (hopPlaces - 1);
  if (place >= 0 && keys[place] !== key) {
    keys[place] = key;
    for (let t = 0; t < layout.dataspaces; t += 1) values[place * layout.dataspaces + t] = uncounted;
  }
  return place;
}
