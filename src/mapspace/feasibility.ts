// Why a mapspace is empty, in names and numbers: which constraints cannot hold together.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { FactorLimit } from '../math/factorization.js';
import type { Mapspace } from './mapspace.js';
import { positionsOf, type SpatialPosition } from './tiling.js';

/** Empty when there is at least one mapping. */
export function contradictions(mapspace: Mapspace): readonly Diagnostic[] {
  const perDimension = mapspace.factors.flatMap((_, d) => dimensionContradiction(mapspace, d) ?? []);
  const perDataspace = mapspace.keeps.flatMap(({ count }, t) => (count === 0 ? [keptNowhere(mapspace, t)] : []));
  const found = [...perDimension, ...perDataspace];
  return found.length > 0 ? found : jointContradictions(mapspace);
}

function infeasible(message: string, hint?: string): Diagnostic {
  return error('E-INFEASIBLE', message, { hint });
}

function keptNowhere({ problem }: Mapspace, t: number): Diagnostic {
  const name = problem.workload.dataspaces[t]!.name;
  return infeasible(`${name} is bypassed at every level`, `let one level keep ${name}`);
}

interface Place {
  readonly where: string;
  readonly limit: FactorLimit;
}

function dimensionContradiction(mapspace: Mapspace, d: number): Diagnostic | undefined {
  const { space, bound } = mapspace.factors[d]!;
  if (space.count > 0) return undefined;
  const name = mapspace.problem.workload.dimensions[d]!;
  const places = placesOf(mapspace, d);
  for (const { where, limit } of places) {
    const { exact, min = 1, max = Number.POSITIVE_INFINITY } = limit;
    if (exact !== undefined && exact > max) {
      return infeasible(`${name} is fixed to ${exact} at ${where}, whose longest side is ${max}`);
    }
    if (min > max)
      return infeasible(`${name} needs a factor of at least ${min} at ${where}, where at most ${max} is possible`);
    if (exact === undefined && min > bound) {
      return infeasible(`${name} needs a factor of at least ${min} at ${where} but its bound is ${bound}`);
    }
  }
  const fixed = places.filter(({ limit }) => limit.exact !== undefined && limit.exact > 1);
  const open = places.filter(({ limit }) => limit.exact === undefined);
  const product = fixed.reduce((all, { limit }) => all * limit.exact!, 1);
  const factors = `${fixed.map(({ limit }) => limit.exact).join(' x ')}`;
  const at = fixed.map(({ where }) => where).join(', ');
  const limits = open
    .filter(({ limit }) => limit.max !== undefined || limit.min !== undefined)
    .map(
      ({ where, limit }) =>
        `${[limit.min && `>=${limit.min}`, limit.max && `<=${limit.max}`].filter(Boolean).join(' and ')} at ${where}`,
    )
    .join(', ');
  if (product > bound || (limits === '' && open.length > 0)) {
    return infeasible(`${name} needs factors ${factors} fixed (${at}) but its bound is ${bound}`);
  }
  if (open.length === 0) {
    const given = fixed.length === 0 ? '1 everywhere' : `${factors} (${at})`;
    return infeasible(`${name} is fixed to ${given} but its bound is ${bound} and no level is free to take the rest`);
  }
  const left =
    fixed.length === 0
      ? `bound of ${name}, ${bound},`
      : `${Math.ceil(bound / product)} left of ${name} after the fixed factors ${factors} (${at})`;
  return infeasible(`the ${left} cannot be split under ${limits}`);
}

/** Constraints of one dimension with the names of their places, as the user wrote them plus the fan-outs. */
function placesOf({ tiling, problem }: Mapspace, d: number): readonly Place[] {
  return positionsOf(tiling).map((position) => {
    const level = problem.architecture.levels[position.level]!;
    const { exact, min, max } = position.factors[d] ?? {};
    const longest = position.kind === 'spatial' ? Math.max(position.fanoutX, position.fanoutY) : undefined;
    const most = Math.min(max ?? Number.POSITIVE_INFINITY, longest ?? Number.POSITIVE_INFINITY);
    return {
      where: position.kind === 'spatial' ? `the fan-out of ${level.leaf}` : level.name,
      limit: {
        ...(exact === undefined ? {} : { exact }),
        ...(min === undefined || min <= 1 ? {} : { min }),
        ...(most === Number.POSITIVE_INFINITY ? {} : { max: most }),
      },
    };
  });
}

function jointContradictions(mapspace: Mapspace): readonly Diagnostic[] {
  const { tiling, problem } = mapspace;
  const { greatest, exact } = mapspace.parallelism;
  if (exact && greatest === 0) {
    const tight = tiling.spatial.flatMap((position, p) => tooSmall(mapspace, position, p) ?? []);
    return tight.length > 0
      ? tight
      : [infeasible('no spatial factors fit the fan-outs together with the constraints on their axes')];
  }
  const { minParallelism, maxTemporalLoops } = problem.constraints;
  const available = tiling.spatial.reduce((product, { fanoutX, fanoutY }) => product * fanoutX * fanoutY, 1);
  if (greatest < minParallelism * available) {
    return [
      infeasible(
        `a parallelism of ${minParallelism} wants ${Math.ceil(minParallelism * available)} of ${available} instances, but the factors allow ${greatest} at most`,
      ),
    ];
  }
  if (maxTemporalLoops !== null) {
    const least = mapspace.factors.reduce((sum, _, d) => sum + fewestLoops(mapspace, d), 0);
    if (least > maxTemporalLoops) {
      return [infeasible(`at most ${maxTemporalLoops} temporal loops are allowed, but the factors need ${least}`)];
    }
  }
  if ((minParallelism > 0 || maxTemporalLoops !== null) && mapspace.size === 0n) {
    return [infeasible('no mapping has the least parallelism and no more than the allowed temporal loops')];
  }
  return [];
}

function tooSmall(mapspace: Mapspace, position: SpatialPosition, p: number): Diagnostic | undefined {
  const { problem, factors } = mapspace;
  const least = factors.map(({ space }) => Math.min(...space.factor[p]!));
  const needed = least.reduce((product, one) => product * one, 1);
  const room = position.fanoutX * position.fanoutY;
  const list = least
    .flatMap((factor, d) => (factor > 1 ? [`${problem.workload.dimensions[d]}=${factor}`] : []))
    .join(', ');
  if (list === '') return undefined;
  const mesh = `${position.fanoutX} x ${position.fanoutY}`;
  const leaf = problem.architecture.levels[position.level]!.leaf;
  const split = position.split === null ? '' : ` with split ${position.split}`;
  return infeasible(
    needed > room
      ? `the fan-out of ${leaf} is ${mesh}, too small for the least factors ${list} (${needed} together)`
      : `the least factors ${list} cannot be laid on the ${mesh} fan-out of ${leaf}${split}`,
  );
}

/** Fewest temporal factors above 1 that any factor vector of this dimension has. */
function fewestLoops({ factors, tiling }: Mapspace, d: number): number {
  const { space } = factors[d]!;
  let fewest = [0];
  for (let p = space.positions - 1; p >= 0; p -= 1) {
    fewest = Array.from({ length: space.states[p]! }, (_, state) => {
      let least = Number.POSITIVE_INFINITY;
      for (let option = space.firstOption[p]![state]!; option < space.firstOption[p]![state + 1]!; option += 1) {
        const loop = p >= tiling.spatial.length && space.factor[p]![option]! > 1 ? 1 : 0;
        least = Math.min(least, loop + fewest[space.next[p]![option]!]!);
      }
      return least;
    });
  }
  return fewest[0]!;
}
