// The provably optimal search as one object: prepares the relaxed problem where the mapspace allows it, descends, and says
// what it has proven. Pure: the caller brings the clock.

import { type Candidate, CandidatePool } from '../candidate-pool.js';
import type { SearchContext } from '../search-context.js';
import { createChain } from './chain.js';
import { Descent } from './descent.js';
import { leastBytes } from './footprint.js';
import { keepMasks } from './keeps.js';
import { createLattice, latticeSize } from './lattice.js';
import { MappingFloor } from './mapping-floor.js';
import { parallelismClasses } from './parallelism-classes.js';
import { Pruning } from './pruning.js';
import { Relaxation } from './relaxation.js';

/** Spatial choices of one link beyond which they are not listed. */
const mostSpreads = 20_000;

/** What the program takes besides tables and lists, with what it has not cleaned up yet; at most half the limit. */
const programBytes = 128 * 2 ** 20;

/** Classes of parallelism, fewer where tables are large. */
const mostClasses = 12;

export interface ChainSearch {
  readonly pool: CandidatePool;
  /** One value per unit of work; exhausted when everything that can matter has been looked at. */
  readonly work: Generator<void, void, void>;
  /** What it takes, at most. */
  readonly bytes: number;
  /** Proven lower bound of the first metric so far, 0 for none. */
  lowerBound(): number;
  /** Size of the preparation so far, in spatial choices costed. */
  prepared(): number;
  /** Work of the descent so far, counted: tiles looked at, and mappings evaluated by what they take. */
  steps(): number;
  counters(): { readonly evaluations: number; readonly valid: number; readonly nodes: number };
}

/** Why the chain search cannot run here, or the search. */
export function openChainSearch(context: SearchContext, known: readonly Candidate[] = []): ChainSearch | string {
  const { mapspace, classes, inputs } = context;
  const { options, plan } = inputs;
  if (!mapspace.perfect) return 'factors need not divide their dimension';
  if (classes === null) return 'the older sliding-window rule holds';
  if (plan.flags.noCoalesce.some((mask) => mask !== 0)) return 'no_coalesce is in use';
  const { bounds } = mapspace.problem.workload;
  const memoryBytes = Math.max(options.memoryLimitBytes / 2, options.memoryLimitBytes - programBytes);
  const { dataspaces } = plan.workload;
  const tiles = { size: latticeSize(bounds), dimensions: bounds.length };
  const least = leastBytes(tiles, dataspaces.length, mapspace.tiling.temporal.length);
  if (least > memoryBytes) return tooLarge(least, options.memoryLimitBytes);
  const lattice = createLattice(bounds);
  const chain = createChain(mapspace, lattice, { plan, mostSpreads });
  if (chain === undefined) return `there are more than ${mostSpreads} spatial choices at one fan-out`;
  const energyOnly = options.objective[0] === 'energy' && !options.frontier;
  const wanted = energyOnly ? 1 : Math.min(mostClasses, Math.max(3, Math.floor(400_000 / lattice.size)));
  const pool = new CandidatePool(options);
  for (const candidate of known) pool.offer(candidate);
  const floor = new MappingFloor(context);
  const relaxation = new Relaxation(chain, {
    pruning: new Pruning(pool, floor),
    classes,
    parallelism: (most) => parallelismClasses(chain.links, most),
    mostClasses: wanted,
    memoryBytes,
  });
  if (relaxation.bytes > memoryBytes) return tooLarge(relaxation.bytes, options.memoryLimitBytes);
  const descent = new Descent(context, relaxation, { pool, floor });
  const oneRoot = keepMasks(chain.links[0]!).length === 1;
  return {
    pool,
    bytes: relaxation.bytes,
    work: workOf(relaxation, descent),
    lowerBound: () => (oneRoot ? descent.lowerBound : 0), // never above the best found: see Descent
    prepared: () => relaxation.prepared,
    steps: () => descent.nodes + descent.leaf.steps,
    counters: () => ({ evaluations: descent.leaf.evaluations, valid: descent.leaf.valid, nodes: descent.nodes }),
  };
}

function* workOf(relaxation: Relaxation, descent: Descent): Generator<void, void, void> {
  yield* relaxation.prepare();
  yield* descent.run();
}

function tooLarge(bytes: number, limitBytes: number): string {
  const mebibytes = (count: number): string => `${Math.ceil(count / 2 ** 20)} MiB`;
  return `even its coarsest tables take ${mebibytes(bytes)}, too much for a memory limit of ${mebibytes(limitBytes)}`;
}
