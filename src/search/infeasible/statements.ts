// Requirements in words: one clause each, or one for several that say the same of different places.

import type { Problem } from '../../mapping/problem.js';
import { positionsOf, type Tiling } from '../../mapspace/tiling.js';
import { counted } from '../../math/count-text.js';
import { groupedBy } from '../../math/remembered.js';
import { paddingText } from '../../workload/workload.js';
import { isOf, type Requirement, type RequirementOf } from './requirement.js';

export function statementsOf({ problem, tiling }: { readonly problem: Problem; readonly tiling: Tiling }) {
  const { workload, architecture } = problem;
  const positions = positionsOf(tiling);
  const dimensionOf = (d: number): string => workload.dimensions[d]!;
  const dataspaceOf = (t: number): string => workload.dataspaces[t]!.name;
  const levelOf = (index: number): string => architecture.levels[index]!.name;

  return {
    /** How many positions there are. */
    places: positions.length,
    ...{ dimension: dimensionOf, dataspace: dataspaceOf, level: levelOf, place, mesh, meshSize, one, several },
  };

  /** A storage level by its name, a fan-out by the leaf that is multiplied. */
  function place(position: number): string {
    const at = positions[position]!;
    const { name, leaf } = architecture.levels[at.level]!;
    return at.kind === 'spatial' ? `the fan-out of ${leaf}` : name;
  }

  function mesh(position: number): string {
    const { fanoutX, fanoutY } = tiling.spatial[position]!;
    return `${fanoutX} x ${fanoutY}`;
  }

  function meshSize(position: number): number {
    const { fanoutX, fanoutY } = tiling.spatial[position]!;
    return fanoutX * fanoutY;
  }

  function one(requirement: Requirement): string {
    switch (requirement.kind) {
      case 'bound':
      case 'factor':
      case 'keep':
        return several([requirement])[0]!;
      case 'fanout':
        return `${place(requirement.position)} is ${requirement.value} along ${requirement.axis.toUpperCase()}`;
      case 'split':
        return `${place(requirement.position)} has split ${requirement.value}`;
      case 'order':
        return `${place(requirement.position)} has a permutation`;
      case 'bypass':
        return `${levelOf(requirement.level)} bypasses ${dataspaceOf(requirement.dataspace)}`;
      case 'capacity':
        return `${levelOf(requirement.level)} holds ${counted(requirement.value, 'word')}`;
      case 'utilization':
        return `${levelOf(requirement.level)} must hold at least ${counted(Math.ceil(requirement.value), 'word')} (min_utilization ${requirement.share})`;
      case 'parallelism':
        return `at least ${Math.ceil(requirement.value)} of ${requirement.available} instances must be used`;
      case 'loops':
        return `at most ${counted(requirement.value, 'temporal loop')} may be used`;
    }
  }

  function factorOf({ dimension, relation, value }: RequirementOf<'factor'>): string {
    return `${dimensionOf(dimension)}${relation}${value}`;
  }

  /** Clauses for all of them, in an order for reading. */
  function several(requirements: readonly Requirement[]): readonly string[] {
    const keeps = requirements.filter(isOf('keep'));
    const capacities = requirements.filter(isOf('capacity'));
    const told = new Set(keeps.map(({ level }) => level));
    const rest = requirements.filter(
      (one) =>
        !['factor', 'keep', 'fanout', 'bound'].includes(one.kind) && !(one.kind === 'capacity' && told.has(one.level)),
    );
    return [
      ...factorsTold(requirements.filter(isOf('factor'))),
      ...fanoutsTold(requirements.filter(isOf('fanout'))),
      ...boundsTold(requirements.filter(isOf('bound'))),
      ...keepsTold(keeps, capacities),
      ...rest.map(one),
    ];
  }

  /** `P=1 at GLB and DRAM` where one factor holds at several places, else `C=2 and R=3 at RF`. */
  function factorsTold(factors: readonly RequirementOf<'factor'>[]): readonly string[] {
    const spread = groupedBy(factors, factorOf);
    const single = [...spread.values()].filter((list) => list.length === 1).map(([only]) => only!);
    return [
      ...[...groupedBy(single, ({ position }) => place(position))].map(
        ([place, list]) => `${listed(list.map(factorOf))} at ${place}`,
      ),
      ...[...spread]
        .filter(([, list]) => list.length > 1)
        .map(([factor, list]) => `${factor} at ${listed(list.map(({ position }) => place(position)))}`),
    ];
  }

  function fanoutsTold(fanouts: readonly RequirementOf<'fanout'>[]): readonly string[] {
    return [...groupedBy(fanouts, ({ position }) => String(position)).values()].map((list) =>
      list.length === 1 ? one(list[0]!) : `${place(list[0]!.position)} is ${mesh(list[0]!.position)}`,
    );
  }

  function boundsTold(bounds: readonly RequirementOf<'bound'>[]): readonly string[] {
    return [...groupedBy(bounds, boundOf)].map(
      ([bound, list]) =>
        `${listed(list.map(({ dimension }) => dimensionOf(dimension)))} ${list.length === 1 ? 'is' : 'are'} ${bound}`,
    );
  }

  function boundOf({ dimension, value }: RequirementOf<'bound'>): string {
    return `${value}${paddingText(workload, dimension)}`;
  }

  function keepsTold(
    keeps: readonly RequirementOf<'keep'>[],
    capacities: readonly RequirementOf<'capacity'>[],
  ): readonly string[] {
    return [...groupedBy(keeps, ({ level, stated }) => `${level} ${stated}`).values()].map((list) => {
      const { level, stated } = list[0]!;
      const capacity = capacities.find((one) => one.level === level);
      const kept = `${levelOf(level)} keeps ${listed(list.map(({ dataspace }) => dataspaceOf(dataspace)))}`;
      const room = capacity ? ` in ${counted(capacity.value, 'word')}` : '';
      return `${kept}${room}${stated ? '' : ' as the outermost level'}`;
    });
  }
}

export type Statements = ReturnType<typeof statementsOf>;

/** `a, b and c`. */
export function listed(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}
