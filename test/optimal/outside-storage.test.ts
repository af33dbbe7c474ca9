// Fan-outs outside all storage: several whole machines side by side, each with a memory of its own. The chain begins at the
// outermost storage and knows nothing of them; what it does not look at it must not call worse.

import { describe, expect, it } from 'vitest';
import { compilePlan } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import type { SearchOptions } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { freeConstraints } from '../mapspace/random-problem.js';
import { usualOptions } from '../search/random-search.js';
import { plainArchitecture } from '../support/plain-architecture.js';
import { timeoutOf } from '../support/properties.js';
import { openToRun } from './chain-run.js';
import { fittedInstance } from './drawn-mapping.js';
import { differences } from './exact-checks.js';
import { checkInstances, contextOf, type Instance, smallInstances } from './instance.js';
import { writtenInstance, writtenProduct } from './written-instance.js';

const chips = `
architecture:
  nodes:
    - !Container {name: chip, spatial: {meshX: 4}}
    - !Component {name: Memory, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Buffer, class: SRAM, attributes: {depth: 12, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Memory, actions: [{name: read, energy: 16}, {name: write, energy: 16}, {name: update, energy: 16}]}
    - {name: Buffer, actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 1}]}
    - {name: mac, actions: [{name: compute, energy: 1}]}
${writtenProduct(12, 12, 12)}`;

const alone = `
constraints:
  targets:
    - {target: chip, type: spatial, factors: [M=1, N=1, K=1]}
`;

const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };

/** The machine several times over, in a row. */
function sideBySide({ problem, ...instance }: Instance): Instance {
  const { workload, architecture, constraints } = problem;
  const fanoutX = 2 + instance.choices.below(3);
  const times = <T extends { readonly instances: number; readonly meshX: number }>(part: T): T => ({
    ...part,
    instances: part.instances * fanoutX,
    meshX: part.meshX * fanoutX,
  });
  const row = plainArchitecture([{ kind: 'fanout', fanoutX, fanoutY: 1 }]);
  const outside = { ...row.levels[0]!, name: 'inter_row', leaf: 'row', powerGatedAt: architecture.levels.length };
  const copies = {
    ...architecture,
    levels: [...architecture.levels.map(times), outside],
    compute: times(architecture.compute),
  };
  const levels = [...constraints.levels, ...freeConstraints(workload, row).levels];
  return { ...instance, problem: { workload, architecture: copies, constraints: { ...constraints, levels } } };
}

async function searched(text: string, options: Partial<SearchOptions>) {
  const { problem, model } = writtenInstance(text);
  const { workload, architecture, constraints } = problem;
  const plan = compilePlan(workload, architecture, constraints, { ...model, cumulativeFanout: false });
  return runSearch(problem, plan, {
    ...usualOptions,
    algorithm: 'optimal',
    objective: ['cycles', 'energy'],
    ...options,
  });
}

describe('a fan-out outside all storage', () => {
  it('is left to a walk, which finds what uses it', async () => {
    const [found, walked] = [await searched(chips, {}), await searched(chips, { algorithm: 'exhaustive' })];
    expect(found.mapspaceSize).toBeGreaterThan(50_000n); // smaller ones are walked in any case
    expect(found.diagnostics.map(({ message }) => message).join()).toContain('a fan-out stands outside all storage');
    expect(found.optimal).toBe(true);
    const [best, least] = [found.mappings[0]!, walked.mappings[0]!];
    expect([best.cycles, best.energyPj]).toEqual([least.cycles, least.energyPj]);
    expect(best.cycles).toBe(12 ** 3 / 4);
  });

  it('is used by the walk that prunes as by the one that does not', { timeout: timeoutOf(100) }, () => {
    checkInstances(100, smallInstances, (instance) => {
      const several = fittedInstance(sideBySide(instance), 2500);
      if (several === undefined) return undefined;
      const context = contextOf(several, { objective: several.objective, frontier: true });
      const [all, pruned] = (['exhaustive', 'linear-pruned'] as const).map((strategy) =>
        searchChunk(context, strategy, { order: whole, hooks: noHooks }),
      );
      return [
        ...differences(context, 'best', { found: pruned!.best, wanted: all!.best }),
        ...differences(context, 'frontier', { found: pruned!.frontier, wanted: all!.frontier }),
      ];
    });
  });

  it('without loops is none to the chain', () => {
    const context = contextOf(writtenInstance(chips + alone), {});
    expect(() => openToRun(context, new CandidatePool(context.inputs.options))).not.toThrow();
    const free = contextOf(writtenInstance(chips), {});
    expect(() => openToRun(free, new CandidatePool(free.inputs.options))).toThrow('outside all storage');
  });
});
