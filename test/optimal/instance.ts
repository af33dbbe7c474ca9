// Random small problems for the provably optimal search: what `random-problem.ts` draws, with capacities that bind, model
// options, an objective. A failing case is shown with the numbers that replay it.

import fc from 'fast-check';
import type { StorageLevel } from '../../src/arch/architecture.js';
import type { FactorConstraint, LoopConstraints } from '../../src/mapping/constraints.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { Mapspace } from '../../src/mapspace/mapspace.js';
import { compilePlan, type ModelOptions } from '../../src/model/plan.js';
import type { MachineModel } from '../../src/model/seams.js';
import type { Metric, SearchOptions } from '../../src/search/result.js';
import { createSearchContext, type SearchContext } from '../../src/search/search-context.js';
import { type ProblemOptions, randomProblem } from '../mapspace/random-problem.js';
import { usualOptions } from '../search/random-search.js';
import { type Choices, chance, listedChoices, pick } from '../support/choices.js';
import { propertySeed, runsOf } from '../support/properties.js';
import type { Family } from '../support/random-workload.js';
import { madeUpMachine } from './made-up-machine.js';

export interface Instance {
  readonly problem: Problem;
  readonly model: ModelOptions;
  readonly objective: readonly Metric[];
  /** A machine of its own; the generic model without it. */
  readonly machine?: MachineModel;
  /** Further decisions of the property. */
  readonly choices: Choices;
}

export const objectives: readonly (readonly Metric[])[] = [
  ['edp'],
  ['energy'],
  ['cycles'],
  ['ed2p'],
  ['utilization'],
  ['cycles', 'energy'],
  ['energy', 'cycles'],
  ['utilization', 'edp'],
];

export interface InstanceOptions extends ProblemOptions {
  /** Only these workloads; any by default. */
  readonly families?: readonly Family[];
  /** One of these; any by default. */
  readonly objectives?: readonly (readonly Metric[])[];
  /** Costed by made-up machines. */
  readonly machines?: boolean;
}

export const smallInstances: InstanceOptions = {
  maxBound: 9,
  maxStorageLevels: 4,
  maxMesh: 4,
  maxDimensions: 4,
  attributes: 'random',
  shortLoops: false,
  constraints: 'random',
  flags: 'random',
};

/** Little but sliding windows: steps that coincide, words that neighbours forward. */
export const windowInstances: InstanceOptions = {
  ...smallInstances,
  maxStorageLevels: 3,
  maxDimensions: 3,
  constraints: 'none',
  flags: 'none',
  families: ['conv1d', 'grouped', 'conv2d'],
};

export function randomInstance(choices: Choices, options: InstanceOptions): Instance {
  const objective = pick(choices, options.objectives ?? objectives);
  const model: ModelOptions = {
    slidingWindow: 'current',
    linkTransfers: !chance(choices, 30),
    firstReadElision: !chance(choices, 10),
    referenceQuirks: false,
  };
  const loose = chance(choices, 40);
  const problem = randomProblem(choices, { ...options, constraints: loose ? 'none' : options.constraints });
  const instance = { problem: tightened(choices, problem), model, objective, choices };
  return options.machines === true ? { ...instance, machine: madeUpMachine(choices, problem) } : instance;
}

/** Capacities of a few words, some energies alike, so that mappings tie; no_coalesce is left to the other searches. */
function tightened(choices: Choices, problem: Problem): Problem {
  const { architecture, constraints } = problem;
  const alike = chance(choices, 30);
  const levels = architecture.levels.map((level): StorageLevel => {
    if (level.kind === 'fanout') return level;
    const energy = alike ? { ...level.energy, readPj: 1, fillPj: 1, updatePj: 1 } : level.energy;
    if (!chance(choices, 45)) return { ...level, energy };
    const capacityWords = Math.ceil((1 + choices.below(48)) * level.multipleBuffering);
    return {
      ...level,
      energy,
      capacityWords,
      effectiveCapacityWords: Math.floor(capacityWords / level.multipleBuffering),
      minUtilization: chance(choices, 10) ? pick(choices, [0.1, 0.3, 0.6]) : 0,
    };
  });
  return {
    ...problem,
    architecture: { ...architecture, levels },
    constraints: { ...constraints, levels: constraints.levels.map((level) => ({ ...level, noCoalesce: 0 })) },
  };
}

export function contextOf(
  instance: Pick<Instance, 'problem' | 'model' | 'machine'>,
  options: Partial<SearchOptions>,
  mapspace?: Mapspace,
): SearchContext {
  const { workload, architecture, constraints } = instance.problem;
  const plan = compilePlan(workload, architecture, constraints, { ...instance.model, cumulativeFanout: false });
  return createSearchContext(
    { plan, constraints, options: { ...usualOptions, algorithm: 'optimal', ...options } },
    mapspace,
    instance.machine,
  );
}

/**
 * Runs a property on random instances: an empty list of complaints passes, undefined says that the case is none. What
 * fails is shrunk and shown; `MAPPER_OPTIMAL_CASE='1,2,3'` replays it.
 */
export function checkInstances(
  usualRuns: number,
  options: InstanceOptions,
  complaints: (instance: Instance) => readonly string[] | undefined,
): void {
  const judge = (numbers: readonly number[]): readonly string[] | undefined => {
    const instance = randomInstance(listedChoices(numbers), options);
    if (!suits(instance, options)) return undefined;
    const found = complaints(instance);
    if (found === undefined || found.length === 0) return found;
    throw new Error(
      `${describeInstance(instance)}\n  ${found.join('\n  ')}\nMAPPER_OPTIMAL_CASE='${trimmed(numbers)}'`,
    );
  };
  const replayed = process.env.MAPPER_OPTIMAL_CASE;
  if (replayed !== undefined) {
    judge(replayed.split(',').map(Number));
    return;
  }
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 500, maxLength: 500 }));
  const property = fc.property(decisions, (numbers) => {
    const found = judge(numbers);
    fc.pre(found !== undefined);
  });
  fc.assert(property, {
    numRuns: runsOf(usualRuns),
    seed: propertySeed,
    maxSkipsPerRun: 1000,
    reporter: (result) => {
      if (!result.failed) return;
      throw new Error(`after ${result.numRuns} cases, ${result.numShrinks} shrinks:\n${result.errorInstance}`);
    },
  });
}

/** Whether it is one of those asked for, with storages to choose among. */
export function suits({ problem }: Instance, { families }: InstanceOptions): boolean {
  const { workload, architecture } = problem;
  if (families !== undefined && !families.some((family) => family === workload.name)) return false;
  return architecture.levels.filter(({ kind }) => kind === 'storage').length >= 2;
}

function trimmed(numbers: readonly number[]): string {
  const last = numbers.findLastIndex((number) => number !== 0);
  return numbers.slice(0, last + 1).join();
}

/** All that is unlike the plainest problem. */
export function describeInstance({ problem, model, objective }: Omit<Instance, 'choices'>): string {
  const { workload, architecture, constraints } = problem;
  const { dimensions, dataspaces } = workload;
  const bounds = dimensions.map((name, d) => `${name}=${workload.bounds[d]}`).join(' ');
  const projections = dataspaces.map(({ name, readWrite, projection }) => {
    const ranks = projection.map((rank) =>
      rank
        .map(({ dimension, coefficient }) => `${coefficient === 1 ? '' : coefficient}${dimensions[dimension]}`)
        .join('+'),
    );
    return `${readWrite ? '=' : ''}${name}[${ranks.join(', ')}]`;
  });
  const spaces = (mask: number): string =>
    dataspaces
      .filter((_, t) => (mask >> t) & 1)
      .map(({ name }) => name)
      .join('');
  const levels = architecture.levels.map((level, at) => {
    const { temporal, spatial, keep, bypass } = constraints.levels[at]!;
    const parts = [
      `${level.name} ${level.fanoutX}x${level.fanoutY} instances ${level.instances}`,
      level.kind === 'storage'
        ? `capacity ${level.effectiveCapacityWords}, ${attributesOf(level)}`
        : attributesOf(level),
      keep ? `keep ${spaces(keep)}` : '',
      bypass ? `bypass ${spaces(bypass)}` : '',
      ...loopsText(temporal, dimensions),
      temporal.noReuse ? `no_reuse ${spaces(temporal.noReuse)}` : '',
      temporal.rmwFirstUpdate ? `rmw_first_update ${spaces(temporal.rmwFirstUpdate)}` : '',
      ...(spatial ? loopsText(spatial, dimensions).map((text) => `spatial ${text}`) : []),
      spatial?.split == null ? '' : `split ${spatial.split}`,
      spatial?.noReuse ? `spatial no_reuse ${spaces(spatial.noReuse)}` : '',
      spatial?.noLinkTransfer ? `no_link_transfer ${spaces(spatial.noLinkTransfer)}` : '',
    ];
    return `  ${parts.filter((part) => part !== '').join('; ')}`;
  });
  const { minParallelism, maxTemporalLoops } = constraints;
  return [
    `${workload.name} ${bounds}: ${projections.join(' ')}`,
    ...levels,
    `  compute ${architecture.compute.energyPj} pJ; min parallelism ${minParallelism}, max loops ${maxTemporalLoops}`,
    `  ${JSON.stringify(model)}; objective ${objective.join()}`,
  ].join('\n');
}

function attributesOf(level: StorageLevel): string {
  const { energy, network } = level;
  const given: readonly (readonly [string, unknown, unknown])[] = [
    ['block', level.blockSize, 1],
    ['cluster', level.clusterSize, 1],
    ['buffering', level.multipleBuffering, 1],
    ['min utilization', level.minUtilization, 0],
    ['read bw', level.readBandwidth, null],
    ['write bw', level.writeBandwidth, null],
    ['shared bw', level.sharedBandwidth, null],
    ['scale', JSON.stringify([...level.bandwidthScale]), '[]'],
    ['fill latency', level.networkFillLatencyCycles, 0],
    ['drain latency', level.networkDrainLatencyCycles, 0],
    ['leak', energy.leakPj, 0],
    ['address', energy.addressGenerationPj, 0],
    ['reduction', energy.temporalReductionPj, 0],
    ['gated at', level.powerGatedAt, undefined],
    ['hop', network.energyPerHopPj, null],
    ['wire', network.wireEnergyPjPerBitMm, 0],
    ['router', network.routerEnergyPj, 0],
    ['ingress', network.ingressEnergyPj, 0],
  ];
  const told = given.filter(([, value, usual]) => value !== usual).map(([name, value]) => `${name} ${value}`);
  const pj = level.kind === 'storage' ? [`pJ ${energy.readPj}/${energy.fillPj}/${energy.updatePj}`] : [];
  return [...pj, ...told].join(', ');
}

function loopsText(loops: LoopConstraints, dimensions: readonly string[]): string[] {
  const factors = loops.factors.map(({ exact, min, max }: FactorConstraint, d) => {
    const name = dimensions[d]!;
    return `${exact === undefined ? '' : `${name}=${exact} `}${min === undefined ? '' : `${name}>=${min} `}${max === undefined ? '' : `${name}<=${max} `}`;
  });
  const names = (list: readonly number[]): string => list.map((d) => dimensions[d]).join('');
  const pinned = loops.innermost.length + loops.outermost.length > 0;
  const order = pinned ? [`order ${names(loops.innermost)}*${names(loops.outermost)}`] : [];
  if (loops.declaredOrder) order.push('declared order');
  return [factors.join('').trim(), ...order].filter((text) => text !== '');
}
