// What the kernel of a tile leaves to choose, as constraint entries (section 2.5): a group of channels fills the lanes; in the matrix unit every
// position of a tile streams past each load of coefficients, in the vector unit every reduction is added to a sum in a register. Kernel positions follow one another on a tile, and supersteps are over
// channels, as the planner has them. Free are the split over tiles and chips, the channels of a superstep and the order of supersteps.

import type { PlainValue } from '../../../spec/node.js';
import type { IpuProblem } from './problem.js';

type Entry = { readonly [key: string]: PlainValue };

/** `spilled`: whether tensors are at home in streaming memory, because the chips' cannot hold them. */
export function impliedConstraints(problem: IpuProblem, spilled: boolean): Entry[] {
  const { workload, architecture, places, operands, parts } = problem;
  const { lanes: together, granule, stays } = problem.kernel;
  const { dimensions, dataspaces } = workload;
  const names = dataspaces.map(({ name }) => name);
  const [weights, outputs] = [operands.weights, operands.outputs].map((t) => names[t]!);
  const { rows, columns, reductions, groups, kernel, inChannel, outChannel, group } = parts;
  const order = [...columns, ...reductions, ...rows, ...groups].map((d) => dimensions[d]!);
  const lanes = new Map([
    [outChannel, together.outs],
    [inChannel, together.ins],
    [group, together.groups],
  ]);
  const loads = stays === 'weights';
  const keeping = (target: string, keep: readonly string[]): Entry => ({
    target,
    type: 'dataspace',
    keep,
    bypass: names.filter((name) => !keep.includes(name)),
  });
  const ones = (fixed: readonly number[]): string[] => fixed.map((d) => `${dimensions[d]}=1`);
  const all = dimensions.map((_, d) => d);
  const ordered = (target: string, factors: readonly string[]): Entry => {
    return { target, type: 'temporal', factors, permutation: order };
  };
  const still = (target: string): Entry => ordered(target, ones(all));

  const entries: Entry[] = [
    keeping('memory', names),
    { target: 'memory', type: 'temporal', factors: ones([...rows, ...groups, ...kernel]) },
    spread('tile', kernel),
    keeping('tile', names),
    ordered('tile', ones(loads ? rows : reductions)),
    keeping('coefficients', loads ? [weights!] : []),
    ordered('coefficients', ones(loads ? all.filter((d) => !rows.includes(d)) : all)),
    keeping('accumulators', [outputs!]),
    // A group of input channels passes the matrix unit in as many steps as its pipeline has phases.
    ordered(
      'accumulators',
      loads
        ? all.map((d) => `${dimensions[d]}=${d === inChannel ? granule.ins / together.ins : 1}`)
        : ones(all.filter((d) => !reductions.includes(d))),
    ),
    {
      target: architecture.compute.name,
      type: 'spatial',
      factors: all.map((d) => `${dimensions[d]}=${lanes.get(d) ?? 1}`),
      permutation: [...columns, ...groups, ...reductions, ...rows].map((d) => dimensions[d]!),
      split: columns.length + groups.length,
      no_link_transfer: names,
    },
  ];
  if (places.links >= 0) {
    // Sums of different chips are not added up.
    entries.push(keeping('links', []), still('links'), spread('links', reductions));
  }
  if (places.streaming >= 0) {
    entries.push(keeping('streaming', spilled ? names : []));
    entries.push(spilled ? { target: 'streaming', type: 'temporal', factors: ones(kernel) } : still('streaming'));
  }
  return entries;

  /** All of a fan-out is one axis: any tile may exchange with any other. */
  function spread(target: string, fixed: readonly number[]): Entry {
    return {
      target,
      type: 'spatial',
      factors: ones(fixed),
      permutation: order,
      split: dimensions.length,
      no_link_transfer: names,
    };
  }
}
