// Requirements in words: one clause each, or one for several that say the same of different places.

import type { Problem } from '../../mapping/problem.js';
import { positionsOf, type Tiling } from '../../mapspace/tiling.js';
import { groupedBy } from '../../math/remembered.js';
import { isOf, type Requirement, type RequirementOf } from './requirement.js';

export class Statements {
  readonly #problem: Problem;
  readonly #tiling: Tiling;

  constructor({ problem, tiling }: { readonly problem: Problem; readonly tiling: Tiling }) {
    this.#problem = problem;
    this.#tiling = tiling;
  }

  /** How many positions there are. */
  get places(): number {
    return positionsOf(this.#tiling).length;
  }

  dimension(d: number): string {
    return this.#problem.workload.dimensions[d]!;
  }

  dataspace(t: number): string {
    return this.#problem.workload.dataspaces[t]!.name;
  }

  level(index: number): string {
    return this.#problem.architecture.levels[index]!.name;
  }

  /** A storage level by its name, a fan-out by the leaf that is multiplied. */
  place(position: number): string {
    const at = positionsOf(this.#tiling)[position]!;
    const level = this.#problem.architecture.levels[at.level]!;
    return at.kind === 'spatial' ? `the fan-out of ${level.leaf}` : level.name;
  }

  mesh(position: number): string {
    const { fanoutX, fanoutY } = this.#tiling.spatial[position]!;
    return `${fanoutX} x ${fanoutY}`;
  }

  meshSize(position: number): number {
    const { fanoutX, fanoutY } = this.#tiling.spatial[position]!;
    return fanoutX * fanoutY;
  }

  one(requirement: Requirement): string {
    switch (requirement.kind) {
      case 'bound':
        return `${this.dimension(requirement.dimension)} is ${requirement.value}`;
      case 'factor':
        return `${this.factor(requirement)} at ${this.place(requirement.position)}`;
      case 'fanout':
        return `${this.place(requirement.position)} is ${requirement.value} along ${requirement.axis.toUpperCase()}`;
      case 'split':
        return `${this.place(requirement.position)} has split ${requirement.value}`;
      case 'order':
        return `${this.place(requirement.position)} has a permutation`;
      case 'keep': {
        const kept = `${this.level(requirement.level)} keeps ${this.dataspace(requirement.dataspace)}`;
        return requirement.stated ? kept : `${kept} as the outermost level`;
      }
      case 'bypass':
        return `${this.level(requirement.level)} bypasses ${this.dataspace(requirement.dataspace)}`;
      case 'capacity':
        return `${this.level(requirement.level)} holds ${counted(requirement.value, 'word')}`;
      case 'utilization':
        return `${this.level(requirement.level)} must hold at least ${counted(Math.ceil(requirement.value), 'word')} (min_utilization ${requirement.share})`;
      case 'parallelism':
        return `at least ${Math.ceil(requirement.value)} of ${requirement.available} instances must be used`;
      case 'loops':
        return `at most ${counted(requirement.value, 'temporal loop')} may be used`;
    }
  }

  factor({ dimension, relation, value }: RequirementOf<'factor'>): string {
    return `${this.dimension(dimension)}${relation}${value}`;
  }

  /** Clauses for all of them, in an order for reading. */
  several(requirements: readonly Requirement[]): readonly string[] {
    const keeps = requirements.filter(isOf('keep'));
    const capacities = requirements.filter(isOf('capacity'));
    const told = new Set(keeps.map(({ level }) => level));
    const rest = requirements.filter(
      (one) =>
        !['factor', 'keep', 'fanout', 'bound'].includes(one.kind) && !(one.kind === 'capacity' && told.has(one.level)),
    );
    return [
      ...this.#factors(requirements.filter(isOf('factor'))),
      ...this.#fanouts(requirements.filter(isOf('fanout'))),
      ...this.#bounds(requirements.filter(isOf('bound'))),
      ...this.#keeps(keeps, capacities),
      ...rest.map((one) => this.one(one)),
    ];
  }

  /** `P=1 at GLB and DRAM` where one factor holds at several places, else `C=2 and R=3 at RF`. */
  #factors(factors: readonly RequirementOf<'factor'>[]): readonly string[] {
    const spread = groupedBy(factors, (one) => this.factor(one));
    const single = [...spread.values()].filter((list) => list.length === 1).map(([only]) => only!);
    return [
      ...[...groupedBy(single, ({ position }) => this.place(position))].map(
        ([place, list]) => `${listed(list.map((one) => this.factor(one)))} at ${place}`,
      ),
      ...[...spread]
        .filter(([, list]) => list.length > 1)
        .map(([factor, list]) => `${factor} at ${listed(list.map(({ position }) => this.place(position)))}`),
    ];
  }

  #fanouts(fanouts: readonly RequirementOf<'fanout'>[]): readonly string[] {
    return [...groupedBy(fanouts, ({ position }) => String(position)).values()].map((list) =>
      list.length === 1 ? this.one(list[0]!) : `${this.place(list[0]!.position)} is ${this.mesh(list[0]!.position)}`,
    );
  }

  #bounds(bounds: readonly RequirementOf<'bound'>[]): readonly string[] {
    return [...groupedBy(bounds, ({ value }) => String(value))].map(
      ([bound, list]) =>
        `${listed(list.map(({ dimension }) => this.dimension(dimension)))} ${list.length === 1 ? 'is' : 'are'} ${bound}`,
    );
  }

  #keeps(keeps: readonly RequirementOf<'keep'>[], capacities: readonly RequirementOf<'capacity'>[]): readonly string[] {
    return [...groupedBy(keeps, ({ level, stated }) => `${level} ${stated}`).values()].map((list) => {
      const { level, stated } = list[0]!;
      const capacity = capacities.find((one) => one.level === level);
      const kept = `${this.level(level)} keeps ${listed(list.map(({ dataspace }) => this.dataspace(dataspace)))}`;
      const room = capacity ? ` in ${counted(capacity.value, 'word')}` : '';
      return `${kept}${room}${stated ? '' : ' as the outermost level'}`;
    });
  }
}

/** `a, b and c`. */
export function listed(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
