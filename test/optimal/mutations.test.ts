// Each charge that a bound is made of, raised by one word, one pJ or one cycle: some bound must then exceed the truth and be found
// out by the properties of bounds.test.ts, else nothing holds that charge to account.

import { describe, expect, it, vi } from 'vitest';
import type { WordPrice } from '../../src/model/charge/word-price.js';
import type { Between } from '../../src/search/optimal/charges/ordered-steps.js';
import type { Settlement } from '../../src/search/optimal/charges/settlement.js';
import type { Left } from '../../src/search/optimal/space/neighbours.js';
import type { Some } from '../../src/search/optimal/space/rounding.js';
import { chance, listedChoices } from '../support/choices.js';
import { seededNumbers } from '../support/seeded-numbers.js';
import { fittedInstance, pinnedInstance } from './drawn-mapping.js';
import {
  type Instance,
  type InstanceOptions,
  randomInstance,
  smallInstances,
  suits,
  windowInstances,
} from './instance.js';
import { loadedAnew } from './loaded-anew.js';
import { everything } from './pinned.js';
import { sharpened } from './sharpened.js';
import { writtenInstance } from './written-instance.js';

/** What is raised at the moment. */
const raised = vi.hoisted(() => ({ what: '' }));

// Functions of modules; methods are raised on their prototypes.
vi.mock('../../src/search/optimal/charges/energies.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/energies.js')>();
  return {
    ...actual,
    parentPj: (...[energies, flow, p, words]: Parameters<typeof actual.parentPj>) =>
      actual.parentPj(energies, flow, p, words + (raised.what === 'words at a parent' ? 1 : 0)),
    firstTouchPj: (...[energies, flow, p, copies]: Parameters<typeof actual.firstTouchPj>) =>
      actual.firstTouchPj(energies, flow, p, copies * (raised.what === 'first touches' ? 1 - 1 / flow.words : 1)),
    loadOf: (...args: Parameters<typeof actual.loadOf>) => {
      const energies = actual.loadOf(...args);
      const times = raised.what === 'cycles of a word at the busiest port' ? 1.1 : 1;
      const raise = (price: WordPrice): WordPrice => ({
        readPj: price.readPj * times,
        fillPj: price.fillPj * times,
        updatePj: price.updatePj * times,
      });
      return { ...energies, flows: energies.flows.map((own) => own.map(raise)) };
    },
  };
});
vi.mock('../../src/search/optimal/relaxation/pruning.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/relaxation/pruning.js')>();
  return {
    ...actual,
    below: (most: number) => actual.below(raised.what === 'cycles that can matter, fewer' ? most * 0.9 - 2 : most),
  };
});
vi.mock('../../src/search/optimal/space/rounding.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/space/rounding.js')>();
  return {
    ...actual,
    roundingOf: (...args: Parameters<typeof actual.roundingOf>) => {
      const rounding = actual.roundingOf(...args);
      const { chain, least } = rounding;
      const smaller = chain.lattice.value.map((own) => own.map((value) => Math.max(1, value / 2)));
      const lattice = {
        ...chain.lattice,
        value: raised.what === 'rounded tiles, smaller' ? smaller : chain.lattice.value,
      };
      const times = raised.what === 'what rounded tiles hold at least' ? 2 : 1;
      return {
        ...rounding,
        chain: { ...chain, lattice },
        least: least.map((own) => own.map((extents) => extents.map((extent) => extent * times))),
      };
    },
  };
});
vi.mock('../../src/search/optimal/charges/assumed.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/assumed.js')>();
  return {
    ...actual,
    takenBack: (...args: Parameters<typeof actual.takenBack>) =>
      actual.takenBack(...args) + (raised.what === 'what is taken back' ? 1 : 0),
    takenBackHere: (...args: Parameters<typeof actual.takenBackHere>) =>
      actual.takenBackHere(...args).map((pj) => pj + (raised.what === 'what is taken back in tables' ? 1 : 0)),
    creditedPjOf: (...args: Parameters<typeof actual.creditedPjOf>) => {
      const creditedPj = actual.creditedPjOf(...args);
      const less = raised.what === 'what loops leave no room for' ? 1 : 0; // the larger the tile
      return (node: number) => creditedPj(node) - node * less;
    },
  };
});
vi.mock('../../src/search/optimal/charges/windows.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/windows.js')>();
  return {
    ...actual,
    crossingWords: (...args: Parameters<typeof actual.crossingWords>) =>
      actual.crossingWords(...args) + (raised.what === 'words of a window' ? 1 : 0),
    *windowTables(...args: Parameters<typeof actual.windowTables>) {
      const tables = yield* actual.windowTables(...args);
      const { next, near, deep } = tables;
      if (raised.what === 'the slice that is new')
        for (const part of new Set([...next.part, ...near.part, ...deep.part]))
          part.set(part.map((words) => words + 1));
      return tables;
    },
  };
});
vi.mock('../../src/search/optimal/space/steps.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/space/steps.js')>();
  return {
    ...actual,
    grainsOf: (...args: Parameters<typeof actual.grainsOf>) =>
      actual.grainsOf(...args).map((grain) => grain * (raised.what === 'how far loops move a window' ? 2 : 1)),
  };
});
vi.mock('../../src/search/optimal/charges/leaving.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/leaving.js')>();
  return {
    ...actual,
    alwaysLeaves: (...args: Parameters<typeof actual.alwaysLeaves>) =>
      raised.what === 'steps that lead to where no neighbour was' || actual.alwaysLeaves(...args),
  };
});
vi.mock('../../src/search/optimal/charges/least-visits.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/least-visits.js')>();
  return {
    ...actual,
    leastVisits: (...args: Parameters<typeof actual.leastVisits>) =>
      actual.leastVisits(...args) * (raised.what === 'words of a window whose order is not known' ? 1.5 : 1),
  };
});
vi.mock('../../src/search/optimal/charges/passing.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/passing.js')>();
  return {
    ...actual,
    oncePj: (...args: Parameters<typeof actual.oncePj>) => {
      const isOutput = args[0].flows[args[1].t]!.readWrite;
      return actual.oncePj(...args) * (raised.what === 'outputs passed on once' && isOutput ? 2 : 1);
    },
    othersPj: (...args: Parameters<typeof actual.othersPj>) =>
      actual.othersPj(...args) * (raised.what === 'words passed on by others that share them' ? 2 : 1),
    timesPassed: (...args: Parameters<typeof actual.timesPassed>) => {
      const more = raised.what === 'words of a window passed on' && args[2].words > 0 ? 1 : 0;
      return actual.timesPassed(...args) + more;
    },
  };
});
vi.mock('../../src/model/charge/bandwidth.js', async (original) => {
  const actual = await original<typeof import('../../src/model/charge/bandwidth.js')>();
  return {
    ...actual,
    transferCycles: (...[port, read, write]: Parameters<typeof actual.transferCycles>) =>
      actual.transferCycles(port, read + (raised.what === 'words at a bandwidth' ? 1 : 0), write),
  };
});
vi.mock('../../src/search/optimal/charges/spread-cost.js', async (original) => {
  const actual = await original<typeof import('../../src/search/optimal/charges/spread-cost.js')>();
  return {
    ...actual,
    spreadCosts: (...args: Parameters<typeof actual.spreadCosts>) => {
      const costs = actual.spreadCosts(...args);
      const more = raised.what === 'hops of a word' ? 1 : 0;
      return { ...costs, hops: costs.hops.map((own) => own.map((pj) => (pj === 0 ? 0 : pj + more))) };
    },
  };
});
vi.mock('../../src/search/compulsory-cycles.js', async (original) => {
  const actual = await original<typeof import('../../src/search/compulsory-cycles.js')>();
  return {
    ...actual,
    compulsoryCycles: (...args: Parameters<typeof actual.compulsoryCycles>) => {
      const cycles = actual.compulsoryCycles(...args);
      return cycles === 0 ? 0 : cycles + (raised.what === 'compulsory cycles' ? 1 : 0);
    },
  };
});

const inModules = [
  'words at a parent',
  'first touches',
  'cycles of a word at the busiest port',
  'cycles that can matter, fewer',
  'rounded tiles, smaller',
  'what rounded tiles hold at least',
  'what is taken back',
  'what is taken back in tables',
  'what loops leave no room for',
  'outputs passed on once',
  'words of a window',
  'the slice that is new',
  'steps that lead to where no neighbour was',
  'words of a window whose order is not known',
  'how far loops move a window',
  'words passed on by others that share them',
  'words of a window passed on',
  'words at a bandwidth',
  'hops of a word',
  'compulsory cycles',
] as const;

// biome-ignore lint/suspicious/noExplicitAny: methods of any class
type Method = (...args: any[]) => any;

interface Raised {
  readonly what: string;
  readonly of: () => Promise<object>;
  readonly method: string;
  readonly as: (original: Method, args: readonly unknown[]) => unknown;
}

const more = (original: Method, args: readonly unknown[]): number => original(...args) + 1;
const oneWordMore = <T extends { readonly words: number }>(of: T): T => ({ ...of, words: of.words + 1 });

const inClasses: readonly Raised[] = [
  {
    what: 'cycles that may survive, fewer',
    of: async () => (await import('../../src/search/optimal/descent/bound-value.js')).BoundValue.prototype,
    method: 'mostBusy',
    as: (original, args) => original(...args) * 0.9 - 2,
  },
  {
    what: 'energy that may survive, less',
    of: async () => (await import('../../src/search/optimal/descent/bound-value.js')).BoundValue.prototype,
    method: 'limit',
    as: (original, args) => original(...args) * 0.99,
  },
  ...(['ofGroups', 'ofContexts'] as const).map(
    (method): Raised => ({
      what: `tiles that may survive, fewer (${method})`,
      of: async () => (await import('../../src/search/optimal/relaxation/standing.js')).StandingEntries.prototype,
      method,
      as: (original, args) =>
        (original(...args) as (Uint8Array | null)[]).map((stands) => stands?.fill(0, 0, 1) ?? null),
    }),
  ),
  {
    what: 'what may be inside at most by an outline, less',
    of: async () => (await import('../../src/search/optimal/space/rounding.js')).Rerounding.prototype,
    method: 'of',
    as: (original, args) => {
      const { nodes, figures } = original(...args) as Some;
      return { nodes, figures: figures.map((pj) => pj - 0.01 * Math.abs(pj) - 1) };
    },
  },
  {
    what: 'words that cross a link',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'crossing',
    as: more,
  },
  {
    what: 'orders of those that settle, one fewer',
    of: async () => (await import('../../src/search/optimal/relaxation/block-orders.js')).BlockOrders.prototype,
    method: 'of',
    as: (original, args) => {
      const orders = original(...args) as readonly unknown[];
      return orders.slice(0, Math.max(1, orders.length - 1));
    },
  },
  {
    what: 'charge of a settlement',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'charge',
    as: more,
  },
  {
    what: 'least charge of a settlement',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'leastPj',
    as: more,
  },
  {
    what: 'how often a child that has waited along is passed all words',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'timesAlong',
    as: more,
  },
  {
    what: 'how often all words are taken in at fan-outs further inside',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'timesAt',
    as: (original, args) => 2 * original(...args),
  },
  {
    what: 'words taken in again by a child that has waited along',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'alongPj',
    as: (original, args) => {
      const pj = original(...args);
      return (args[0] as Settlement).closing.passing.length === 0 ? pj : pj + 10;
    },
  },
  {
    what: 'words handed on at a leaf by a storage that waits',
    of: async () => (await import('../../src/search/optimal/descent/leaf-traffic.js')).LeafTraffic.prototype,
    method: 'pass',
    as: (original, [path, k, passing, taken]) => {
      const { times, words } = taken as { readonly times: number; readonly words: number };
      return original(path, k, passing, { times: times + 1, words });
    },
  },
  {
    what: 'question at a fan-out',
    of: async () => (await import('../../src/search/optimal/charges/spread-question.js')).SpreadQuestion.prototype,
    method: 'pj',
    as: more,
  },
  {
    what: 'question at a fan-out, in tables',
    of: async () => (await import('../../src/search/optimal/charges/spread-question.js')).SpreadQuestion.prototype,
    method: 'fillRow',
    as: (original, args) => {
      original(...args);
      const row = args[0] as { pj: Float64Array; least: Float64Array };
      row.pj.forEach((pj, at) => {
        row.pj[at] = pj + 1;
      });
      row.least.forEach((pj, at) => {
        row.least[at] = pj + 1;
      });
    },
  },
  {
    what: 'words that compute asks for',
    of: async () => (await import('../../src/search/optimal/charges/spread-question.js')).SpreadQuestion.prototype,
    method: 'demanded',
    as: more,
  },
  {
    what: 'words that children take in',
    of: async () => (await import('../../src/search/optimal/charges/spread-question.js')).SpreadQuestion.prototype,
    method: 'filled',
    as: more,
  },
  {
    what: 'operands that neighbours leave under one spatial choice',
    of: async () =>
      (await import('../../src/search/optimal/charges/forwarded-operands.js')).ForwardedOperands.prototype,
    method: 'asked',
    as: (original, args) => original(...args) * ((args[0] as { readonly s?: number }).s === undefined ? 1 : 1.5),
  },
  {
    what: 'operands that neighbours leave inside a storage where nothing moves',
    of: async () =>
      (await import('../../src/search/optimal/charges/forwarded-operands.js')).ForwardedOperands.prototype,
    method: 'askedInside',
    as: (original, args) => original(...args) * 1.5,
  },
  {
    what: 'operands that neighbours leave as a loop steps outside the first',
    of: async () => (await import('../../src/search/optimal/space/neighbours.js')).Neighbours.prototype,
    method: 'left',
    as: (original, args) =>
      (original(...args) as readonly Left[] | null)?.map((left) => ({
        ...left,
        turn: (...of: Parameters<Left['turn']>) => left.turn(...of) * 1.5,
      })) ?? null,
  },
  {
    what: 'loops that surely stand inside another one, all that may',
    of: async () => (await import('../../src/search/optimal/space/neighbours.js')).Neighbours.prototype,
    method: 'left',
    as: (original, args) =>
      (original(...args) as readonly Left[] | null)?.map((left) => ({
        ...left,
        turn: (...[e, { some }]: Parameters<Left['turn']>) => left.turn(e, { sure: some, some }),
      })) ?? null,
  },
  ...(['stepped', 'after', 'passed', 'leastPassed'] as const).map(
    (method): Raised => ({
      what: `deliveries that neighbours leave (${method})`,
      of: async () => (await import('../../src/search/optimal/charges/left-after.js')).LeftAfter.prototype,
      method,
      as: more,
    }),
  ),
  {
    what: 'distinct deliveries',
    of: async () => (await import('../../src/search/optimal/charges/deliveries.js')).Deliveries.prototype,
    method: 'of',
    as: more,
  },
  {
    what: 'all words once',
    of: async () => (await import('../../src/search/optimal/charges/copies.js')).Copies.prototype,
    method: 'leastWords',
    as: more,
  },
  {
    what: 'refills of the keeper',
    of: async () => (await import('../../src/search/optimal/charges/throttles.js')).Throttles.prototype,
    method: 'cycles',
    as: more,
  },
  {
    what: 'cycles of what is charged',
    of: async () => (await import('../../src/search/optimal/descent/edge-charges.js')).EdgeCharges.prototype,
    method: 'busyCycles',
    as: more,
  },
  {
    what: 'words that a storage passes on the way inwards',
    of: async () => (await import('../../src/search/optimal/descent/ports.js')).Ports.prototype,
    method: 'hand',
    as: (original, [charge, of, outside]) => original(charge, oneWordMore(of as { words: number }), outside),
  },
  {
    what: 'words that a storage takes in on the way inwards',
    of: async () => (await import('../../src/search/optimal/descent/ports.js')).Ports.prototype,
    method: 'fill',
    as: (original, [charge, of, instances]) => original(charge, oneWordMore(of as { words: number }), instances),
  },
  {
    what: 'words that inner fan-outs leave compute to ask for',
    of: async () => (await import('../../src/search/optimal/charges/spread-question.js')).SpreadQuestion.prototype,
    method: 'passedOn',
    as: more,
  },
  {
    what: 'ways to one context, the first alone',
    of: async () => (await import('../../src/search/optimal/descent/outside.js')).Charges.prototype,
    method: 'after',
    as: () => -1,
  },
  {
    what: 'elements that one word serves at a fan-out, fewer',
    of: async () => (await import('../../src/search/optimal/charges/copies.js')).Copies.prototype,
    method: 'multicastHere',
    as: (original, args) => (original(...args) as number) / 2,
  },
  ...(['kept', 'filled'] as const).map(
    (method): Raised => ({
      what: `copies that are credited, fewer (${method})`,
      of: async () => (await import('../../src/search/optimal/charges/credited.js')).Credited.prototype,
      method,
      as: (original, args) => (original(...args) as Float64Array).map((copies) => copies / 2),
    }),
  ),
  {
    what: 'visits from one whole tile of a window to the next, fewer',
    of: async () => (await import('../../src/search/optimal/charges/closing-terms.js')).ClosingTerms.prototype,
    method: 'leastWords',
    as: more,
  },
  {
    what: 'what a tile may cost at most, less',
    of: async () => (await import('../../src/search/optimal/space/loop-tiles.js')).LoopTiles.prototype,
    method: 'open',
    as: (original, [table, loops]) => {
      original(table, loops);
      const limits = table as Float64Array;
      for (const [at, limit] of limits.entries()) limits[at] = limit - Math.abs(limit) / 100;
    },
  },
  {
    what: 'words handed on at a leaf',
    of: async () => (await import('../../src/search/optimal/descent/leaf-traffic.js')).LeafTraffic.prototype,
    method: 'handOn',
    as: (original, [path, of]) => original(path, oneWordMore(of as { words: number })),
  },
  {
    what: 'words that the backing store passes on once',
    of: async () => (await import('../../src/search/optimal/descent/edge-charges.js')).EdgeCharges.prototype,
    method: 'passOnce',
    as: (charge, of) => {
      charge(...of);
      charge(...of);
    },
  },
  {
    what: 'words that the backing store passes on once, at a leaf',
    of: async () => (await import('../../src/search/optimal/descent/settled.js')).Settling.prototype,
    method: 'throughAll',
    as: (found, of) => found(...of).map((passing: readonly unknown[]) => [...passing, ...passing]),
  },
  {
    what: 'words taken in at a leaf',
    of: async () => (await import('../../src/search/optimal/descent/leaf-traffic.js')).LeafTraffic.prototype,
    method: 'fill',
    as: (original, [path, k, of]) => original(path, k, oneWordMore(of as { words: number })),
  },
  ...[true, false].map(
    (toCompute): Raised => ({
      what: `words of a window in a known order, to ${toCompute ? 'compute' : 'a storage'}`,
      of: async () => (await import('../../src/search/optimal/charges/ordered-visits.js')).OrderedVisits.prototype,
      method: 'words',
      as: (original, args) => {
        const { child, inside } = args[0] as Between;
        const raised = (child === inside.spread.length) === toCompute ? 1 : 0;
        return (original(...args) as Float64Array | null)?.map((words) => words + raised) ?? null;
      },
    }),
  ),
  {
    what: 'excess of an order',
    of: async () => (await import('../../src/search/optimal/descent/order-excess.js')).OrderExcess.prototype,
    method: 'of',
    as: (original, args) => (original(...args) as Float64Array).map((pj) => pj + 1),
  },
  {
    what: 'energy of a mapping',
    of: async () => (await import('../../src/search/mapping-floor.js')).MappingFloor.prototype,
    method: 'of',
    as: (original, [pj, ...rest]) => original((pj as number) + 1, ...rest),
  },
];

const checks = loadedAnew(() => import('./bound-checks.js'));

describe('a charge that is too high is found out', () => {
  it.each(inModules)('%s', (what) => {
    raised.what = what;
    try {
      expect(foundOut()).toBe(true);
    } finally {
      raised.what = '';
    }
  });

  it.each(inClasses)('$what', async ({ of, method, as }) => {
    const holder = (await of()) as Record<string, Method>;
    const original = holder[method]!;
    holder[method] = function (this: unknown, ...args: unknown[]) {
      return as(original.bind(this), args);
    };
    try {
      expect(foundOut()).toBe(true);
    } finally {
      holder[method] = original;
    }
  });

  it('and none is as they are', () => {
    expect(foundOut(60)).toBe(false);
  });
});

const outerProduct = `problem:
  shape:
    name: outer product
    dimensions: [M, N]
    data_spaces:
      - {name: A, projection: [[[M]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 4, N: 2}
`;

/** Two storages hold the same words while they wait, in each of two instances that share them: drawn at random but rarely. */
const passedOn = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 2}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
${outerProduct}constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, Z], bypass: []}
    - {target: Outer, type: temporal, factors: [M=4], permutation: [M, N]}
    - {target: row, type: spatial, factors: [M=1]}
    - {target: Middle, type: dataspace, keep: [A], bypass: [Z]}
    - {target: Middle, type: temporal, factors: [M=1, N=1]}
    - {target: Inner, type: dataspace, keep: [A], bypass: [Z]}
    - {target: Inner, type: temporal, factors: [M=1, N=1]}
`;

/** Neighbours forward a window's words at every step, of loops in one storage or in two: drawn at random but rarely. */
const forwarded = (outer: number, middle: number): string => `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 3}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [R, P]
    data_spaces:
      - {name: W, projection: [[[R]]]}
      - {name: I, projection: [[[P], [R]]]}
      - {name: O, projection: [[[P]]], read_write: true}
  instance: {R: 3, P: 8}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [W, I, O], bypass: []}
    - {target: Outer, type: temporal, factors: [R=1, P=${outer}]}
    - {target: Middle, type: dataspace, keep: [W, O], bypass: [I]}
    - {target: Middle, type: temporal, factors: [R=1, P=${middle}]}
    - {target: row, type: spatial, factors: [R=3, P=1]}
    - {target: Inner, type: dataspace, keep: [I], bypass: [W, O]}
`;

/** The same right above compute, where a loop between two others that move the window moves nothing. */
const turned = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: 3}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: conv
    dimensions: [R, P, K, C]
    data_spaces:
      - {name: W, projection: [[[R]], [[K]], [[C]]]}
      - {name: I, projection: [[[P], [R]], [[C]]]}
      - {name: O, projection: [[[P]], [[K]]], read_write: true}
  instance: {R: 2, P: 3, K: 2, C: 2}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [W, I, O], bypass: []}
    - {target: Outer, type: temporal, factors: [R=1, P=1, K=1, C=1]}
    - {target: Inner, type: dataspace, keep: [I], bypass: [W, O]}
    - {target: Inner, type: temporal, factors: [P=1], permutation: [R, K, C]}
`;

/** The same where the storage keeps a window that only loops outside it move. */
const still = turned
  .replace('factors: [R=1, P=1, K=1, C=1]', 'factors: [P=1, K=1]')
  .replace('factors: [P=1], permutation', 'factors: [R=1, P=1, C=1], permutation')
  .replace('K: 2, C: 2', 'K: 8, C: 2');

/** A storage takes in what passes another one by, each of two instances all of it, and is busy with that for longest. */
const servedInside = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component {name: Middle, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Container {name: row, spatial: {meshX: 2}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8, write_bandwidth: 0.6}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Middle, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
${outerProduct}constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, Z], bypass: []}
    - {target: Middle, type: dataspace, keep: [Z], bypass: [A]}
    - {target: Middle, type: temporal, factors: [M=1, N=1]}
    - {target: row, type: spatial, factors: [M=1]}
    - {target: Inner, type: dataspace, keep: [A], bypass: [Z]}
    - {target: Inner, type: temporal, factors: [M=1]}
`;

const written = [passedOn, forwarded(4, 2), forwarded(1, 8), turned, still, servedInside];

/** Random cases that find out what hardly any other does: looked at first. */
const rare = [2275, 2701];

/** Whether some bound is found to be above the truth in a written case, or among so many random ones. */
function foundOut(most = 4000): boolean {
  for (const text of written) if (checks().boundComplaints(writtenInstance(text)).length > 0) return true;
  for (const seed of [...rare, ...Array(most).keys()]) {
    const way = ways[seed % ways.length]!;
    const instance = randomInstance(listedChoices(seededNumbers(`mutation ${seed}`, 500)), way.options);
    if (!suits(instance, way.options)) continue;
    const judged = way.judged(instance);
    if (judged !== undefined && checks().boundComplaints(judged).length > 0) return true;
  }
  return false;
}

/** As the properties of bounds.test.ts draw them. */
const large: InstanceOptions = { ...smallInstances, maxBound: 16, maxDimensions: 5 };
interface Way {
  readonly options: InstanceOptions;
  readonly judged: (instance: Instance) => Instance | undefined;
}
const ways: readonly Way[] = [
  { options: large, judged: (instance) => pinnedInstance(instance, everything) },
  { options: large, judged: (instance) => pinnedInstance(sharpened(instance), everything) },
  {
    options: windowInstances,
    judged: (instance) => fittedInstance(sharpened(instance, ['readPj', 'readPj', 'fillPj']), 300),
  },
  {
    options: smallInstances,
    judged: (instance) => fittedInstance(chance(instance.choices, 60) ? sharpened(instance) : instance, 300),
  },
];
