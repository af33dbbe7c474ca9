// One random evaluation: a plan with random flags and options, and a mapping for it.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { type Choices, chance, mask, pick } from './choices.js';
import { type ArchitectureOptions, randomArchitecture } from './random-architecture.js';
import { type MappingOptions, randomMapping } from './random-mapping.js';
import { randomWorkload, type WorkloadOptions } from './random-workload.js';

export interface CaseOptions extends ArchitectureOptions, MappingOptions, WorkloadOptions {
  /** `machine`: only what a machine without links understands, `no_reuse` in time and `rmw_first_update`. */
  readonly flags: 'none' | 'machine' | 'random';
  /** Further mappings for the same plan; none by default. */
  readonly alternatives?: number;
}

export interface RandomCase {
  readonly plan: EvalPlan;
  readonly mapping: Mapping;
  readonly alternatives: readonly Mapping[];
}

export function randomCase(choices: Choices, options: CaseOptions): RandomCase {
  const workload = randomWorkload(choices, options);
  const dataspaces = workload.dataspaces.map(({ name }) => name);
  const architecture = randomArchitecture(choices, { ...options, dataspaces });
  const mappings = Array.from({ length: 1 + (options.alternatives ?? 0) }, () =>
    randomMapping(choices, { ...options, workload, architecture }),
  );
  const random = options.flags === 'random';
  const masks = (percent: number): Int32Array =>
    Int32Array.from(architecture.levels, () => (chance(choices, percent) ? mask(choices, dataspaces.length) : 0));
  const some = options.flags === 'none' ? 0 : 10;
  const flags = {
    temporalNoReuse: masks(some),
    rmwFirstUpdate: masks(some),
    spatialNoReuse: masks(random ? 10 : 0),
    noLinkTransfer: masks(random ? 10 : 0),
    noCoalesce: masks(random ? 4 : 0),
  };
  return {
    plan: {
      workload,
      architecture,
      flags,
      options: {
        slidingWindow: random ? pick(choices, ['current', 'current', 'current', 'before-2025'] as const) : 'current',
        linkTransfers: random ? !chance(choices, 30) : options.flags === 'none',
        firstReadElision: !(random && chance(choices, 10)),
        referenceQuirks: false,
      },
      cumulativeFanout: random && chance(choices, 20),
      overbooking: new Float64Array(architecture.levels.length).fill(1),
    },
    mapping: mappings[0]!,
    alternatives: mappings.slice(1),
  };
}

/** Enough of a case to see what it is: shown when a property fails. */
export function describeCase({ plan, mapping }: RandomCase): string {
  const { workload, architecture, flags, options } = plan;
  const dimensions = workload.dimensions.map((name, at) => `${name}=${workload.bounds[at]}`).join(' ');
  const dataspaces = workload.dataspaces.map(({ name, readWrite, projection }) => {
    const ranks = projection.map((rank) =>
      rank.map(({ dimension, coefficient }) => `${coefficient}${workload.dimensions[dimension]}`).join('+'),
    );
    return `${readWrite ? '=' : ''}${name}[${ranks.join(', ')}]`;
  });
  const levels = architecture.levels.map((level, at) => {
    const { spatial, temporal, keep } = mapping.levels[at]!;
    const loop = (dimension: number, bound: number, residual: number): string =>
      `${workload.dimensions[dimension]}${bound}${residual === bound ? '' : `,${residual}`}`;
    const loops = [
      ...spatial.map((one) => `${loop(one.dimension, one.bound, one.residual)}${one.axis}`),
      ...temporal.map((one) => loop(one.dimension, one.bound, one.residual)),
    ];
    const set = Object.entries(flags)
      .filter(([, masks]) => masks[at] !== 0)
      .map(([name, masks]) => `${name}=${masks[at]}`);
    const kept = keep.map((kept) => (kept ? 'k' : '-')).join('');
    return `  ${level.name} ${level.fanoutX}x${level.fanoutY} [${kept}] ${loops.join(' ')} ${set.join(' ')}`;
  });
  return [`${workload.name} ${dimensions}: ${dataspaces.join(' ')}`, ...levels, `  ${JSON.stringify(options)}`].join(
    '\n',
  );
}
