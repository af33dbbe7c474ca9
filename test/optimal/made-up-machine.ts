// Machines that nobody builds: padded footprints, padded transfers, schedules that overlap or add up, all drawn at random within
// what model/seams.ts demands. What holds for them holds for any machine.

import type { Problem } from '../../src/mapping/problem.js';
import type { Box, CountedNest, MachineModel, Price, TileFloor } from '../../src/model/seams.js';
import { type Choices, chance, pick } from '../support/choices.js';

interface Padding {
  readonly bytes: number;
  /** Every rank is rounded up to whole units. */
  readonly units: readonly number[];
}

export function madeUpMachine(choices: Choices, { workload, architecture }: Problem): MachineModel {
  const { dataspaces, bounds } = workload;
  const levels = architecture.levels.length;
  const draw = (): Padding[][] =>
    Array.from({ length: levels + 1 }, () =>
      dataspaces.map(({ projection }) => ({
        bytes: pick(choices, [1, 1, 2, 1.5]),
        units: projection.map(() => pick(choices, [1, 1, 2, 3])),
      })),
    );
  const holding = draw();
  const moving = draw();
  const refused = chance(choices, 20) ? 2 + choices.below(3) : null;
  const extents = (t: number, box: Box, from: number): number[] =>
    dataspaces[t]!.projection.map((rank) =>
      rank.reduce((sum, { dimension, coefficient }) => sum + Math.abs(coefficient) * (box[from + dimension]! - 1), 1),
    );
  const padded = ({ bytes, units }: Padding, sides: readonly number[]): number =>
    sides.reduce((product, side, at) => product * Math.ceil(side / units[at]!) * units[at]!, bytes);
  const serial = chance(choices, 50);
  const slowness = pick(choices, [1, 1, 1.25, 2]);
  const fixed = pick(choices, [0, 0, 3.5]);
  const startup = pick(choices, [0, 0.25]);
  const prices: Price[][] = Array.from({ length: levels }, () =>
    dataspaces.map(() => ({
      read: pick(choices, [0, 0.5, 1]),
      fill: pick(choices, [0, 0.25, 1]),
      update: pick(choices, [0, 0.5, 2]),
    })),
  );
  const storages = architecture.levels.flatMap(({ kind }, level) => (kind === 'storage' ? [level] : []));
  const block = pick(choices, [0, 0, 0.5, 3]);
  const perStep = pick(choices, [0, 0, 2, 10]);
  const ofTile: TileFloor = {
    level: pick(choices, storages),
    idleCycles: (box, from) =>
      dataspaces.reduce(
        (sum, _, t) => sum + block * extents(t, box, from).reduce((product, side) => product * side, 1),
        0,
      ),
    workCycles: (box, from) => bounds.reduce((steps, bound, d) => (steps * bound) / box[from + d]!, perStep),
  };
  const computes = bounds.reduce((product, bound) => product * bound, 1);
  const added = (nest: CountedNest): number => {
    let cycles = 0;
    for (let i = 0; i < levels; i += 1) {
      for (let t = 0; t < dataspaces.length; t += 1) {
        if (!((nest.keep[i]! >> t) & 1)) continue;
        const { read, fill, update } = prices[i]![t]!;
        const at = t * levels + i;
        const own = nest.reads[at]! * read + nest.fills[at]! * fill + nest.updates[at]! * update;
        cycles += own * nest.instances[i]!;
      }
    }
    return cycles;
  };
  return {
    name: 'made-up',
    footprint: {
      bytes: (level, t, box, from) => {
        const sides = extents(t, box, from);
        if (refused !== null && t === 0 && level === 0 && sides[0]! > refused) return Number.POSITIVE_INFINITY;
        return padded(holding[level + 1]![t]!, sides);
      },
    },
    transfer: {
      bytesPerWord: (level, t, box, from) => {
        const sides = extents(t, box, from);
        return padded(moving[level + 1]![t]!, sides) / sides.reduce((product, side) => product * side, 1);
      },
    },
    schedule: {
      parts: ['compute', 'transfers', 'start'],
      cycles: (nest, parts) => {
        const at = (ofTile.level + 1) * nest.dimensions;
        parts[0] = Math.max((nest.computes * slowness) / nest.computeInstances, ofTile.workCycles(nest.fed, at));
        parts[1] = serial ? added(nest) : 0;
        parts[2] = fixed + startup * nest.computeInstances + ofTile.idleCycles(nest.fed, at);
        return parts[0] + parts[1] + parts[2];
      },
      floor: {
        composition: serial ? 'serial' : 'overlapped',
        work: computes * slowness,
        prices,
        ...(block + perStep > 0 && { ofTile }),
      },
    },
    choices: {},
    assumptions: [],
    rooflines: [],
    leastBytes: () => 0,
    report: () => [],
  };
}
