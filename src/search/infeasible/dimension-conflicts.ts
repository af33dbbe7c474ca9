// Sentences for sets that are about factors only: those of one dimension against its bound, and those of one fan-out
// against its mesh.

import { isOf, type Requirement, type RequirementOf } from './requirement.js';
import { listed, type Statements } from './statements.js';

type Factor = RequirementOf<'factor'>;

/** Undefined unless all members are factors of one dimension, its bound and sides of fan-outs. */
export function dimensionConflict(members: readonly Requirement[], statements: Statements): string | undefined {
  const factors = members.filter(isOf('factor'));
  const [bound, ...otherBounds] = members.filter(isOf('bound'));
  const sides = members.filter(isOf('fanout'));
  if (factors.length + sides.length + (bound ? 1 : 0) < members.length || otherBounds.length > 0) return undefined;
  const dimensions = new Set([...factors, ...(bound ? [bound] : [])].map(({ dimension }) => dimension));
  if (dimensions.size !== 1) return undefined;
  const name = statements.dimension([...dimensions][0]!);
  if (!bound) return atOnePlace(name, { factors, sides }, statements);
  const fixed = factors.filter(({ relation, value }) => relation === '=' && value > 1);
  const ones = factors.filter(({ relation, value }) => relation === '=' && value === 1);
  const limits = [
    ...factors.filter(({ relation }) => relation !== '=').map((one) => limitAt(one, statements)),
    ...longest(sides).map(({ position, value }) => `<=${value} at ${statements.place(position)}`),
  ];
  const product = fixed.reduce((all, { value }) => all * value, 1);
  const written = fixed.map(({ value }) => value).join(' x ');
  const where = fixed.map(({ position }) => statements.place(position)).join(', ');
  if (limits.length === 0) {
    if (product > bound.value)
      return `${name} needs factors ${written} fixed (${where}) but its bound is ${bound.value}`;
    const others = listed(ones.map(({ position }) => statements.place(position)));
    const rest = fixed.length === 0 ? `1 at ${others}` : `${written} (${where})${others && ` and 1 at ${others}`}`;
    if (factors.length === statements.places) {
      return `${name} is fixed to ${rest} but its bound is ${bound.value} and no level is free to take the rest`;
    }
    return `${name} is fixed to ${rest}, which no other factors make up to its bound of ${bound.value}`;
  }
  const [only] = factors;
  if (factors.length === 1 && sides.length === 0 && only!.relation === '>=') {
    return `${name} needs a factor of at least ${only!.value} at ${statements.place(only!.position)} but its bound is ${bound.value}`;
  }
  const all = [...limits, ...ones.map((one) => limitAt(one, statements))].join(', ');
  if (fixed.length === 0) return `the bound of ${name}, ${bound.value}, cannot be split under ${all}`;
  const rest = Math.ceil(bound.value / product);
  return `the ${rest} left of ${name} after the fixed factors ${written} (${where}) cannot be split under ${all}`;
}

function limitAt({ relation, value, position }: Factor, statements: Statements): string {
  return `${relation}${value} at ${statements.place(position)}`;
}

/** One side per fan-out: a loop lies along one axis as a whole. */
function longest(sides: readonly RequirementOf<'fanout'>[]): readonly RequirementOf<'fanout'>[] {
  return sides.filter(({ position, value, id }) =>
    sides.every(
      (other) => other.position !== position || other.value < value || (other.value === value && other.id >= id),
    ),
  );
}

function atOnePlace(
  name: string,
  { factors, sides }: { readonly factors: readonly Factor[]; readonly sides: readonly RequirementOf<'fanout'>[] },
  statements: Statements,
): string | undefined {
  const [factor, ...others] = factors;
  const [side] = longest(sides);
  if (!factor || others.length > 0 || !side || side.position !== factor.position) return undefined;
  const place = statements.place(factor.position);
  return factor.relation === '='
    ? `${name} is fixed to ${factor.value} at ${place}, whose longest side is ${side.value}`
    : `${name} needs a factor of at least ${factor.value} at ${place}, whose longest side is ${side.value}`;
}

/** Undefined unless all members are about one fan-out. */
export function layoutConflict(members: readonly Requirement[], statements: Statements): string | undefined {
  const positions = new Set(members.map((one) => ('position' in one ? one.position : -1)));
  const [position] = positions;
  if (positions.size !== 1 || position === -1) return undefined;
  const factors = members.filter(isOf('factor'));
  const sides = members.filter(isOf('fanout'));
  const [split] = members.filter(isOf('split'));
  const [order] = members.filter(isOf('order'));
  if (factors.length === 0 || sides.length + factors.length + (split ? 1 : 0) + (order ? 1 : 0) < members.length) {
    return undefined;
  }
  const list = factors.map((one) => `${statements.dimension(one.dimension)}=${one.value}`).join(', ');
  const place = statements.place(position!);
  const mesh = statements.mesh(position!);
  const product = factors.reduce((all, { value }) => all * value, 1);
  const tooMany = product > statements.meshSize(position!);
  const what = factors.length === 1 ? `the factor ${list}` : `the factors ${list}`;
  if (tooMany && !split && !order) return `${place} is ${mesh}, too small for ${what} (${product} together)`;
  const ways = [...(split ? [`split ${split.value}`] : []), ...(order ? ['its permutation'] : [])];
  const how = ways.length === 0 ? '' : ` with ${listed(ways)}`;
  return `${what} cannot be laid on ${place}, ${mesh},${how}`.replace(/,$/, '');
}
