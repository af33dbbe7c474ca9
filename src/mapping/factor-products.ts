// All factors of a dimension together must make up its bound: their product, or with imperfect factors the recurrence
// v = v*e + (r - 1) from the outermost loop in, which must end at the bound less one (D.3).

import { error, warning } from '../diagnostics/diagnostic.js';
import type { Draft, FixedFactor, LoopDraft, Stated } from './draft.js';
import { dimensionNames, type NamedLevels } from './factor-text.js';

export function checkProducts(draft: Draft, context: NamedLevels): void {
  const wrong: number[] = [];
  context.workload.dimensions.forEach((name, dimension) => {
    const loops = loopsOutside(draft, dimension, context);
    checkSpatialResiduals(loops, { ...context, dimension: name });
    const reached = iterationsOf(loops);
    const bound = context.workload.bounds[dimension]!;
    if (reached === bound) return;
    wrong.push(dimension);
    const isImperfect = loops.some((loop) => loop.residual !== loop.factor);
    const what = isImperfect ? 'the imperfect factors' : 'the product of all factors';
    const message = `${what} of dimension ${name} ${isImperfect ? 'make' : 'is'} ${reached}, but its bound is ${bound}`;
    const stated = loops.filter((loop) => loop.factor > 1);
    const [first, ...rest] = stated;
    const place = (loop: PlacedLoop): string => `${name}=${loop.factor} at ${loop.level}`;
    const related = rest.map((loop) => ({ message: place(loop), span: loop.stated.span }));
    const hint = first ? undefined : `no level states a factor of ${name} above 1`;
    const details = { span: first?.stated.span, found: stated.map(place).join(', ') || undefined, hint, related };
    context.diagnostics.push(error('E-FACTOR', message, { ...details, expected: `${bound}` }));
  });
  if (wrong.length > 0) warnOfUnstated(draft, wrong, context);
}

interface PlacedLoop {
  readonly level: string;
  readonly kind: 'spatial' | 'temporal';
  readonly factor: number;
  readonly residual: number;
  readonly stated: Stated<FixedFactor>;
}

/** Loops of a dimension from the outermost in. */
function loopsOutside(draft: Draft, dimension: number, context: NamedLevels): readonly PlacedLoop[] {
  return draft.levels
    .flatMap((level, index) => [
      ...placed(level.spatial, dimension, { level: context.names[index]!, kind: 'spatial' }),
      ...placed(level.temporal, dimension, { level: context.names[index]!, kind: 'temporal' }),
    ])
    .reverse();
}

function placed(
  loops: LoopDraft | undefined,
  dimension: number,
  place: Pick<PlacedLoop, 'level' | 'kind'>,
): readonly PlacedLoop[] {
  const stated = loops?.exact.get(dimension);
  if (!stated) return [];
  const { factor, residual } = stated.value;
  return [{ ...place, factor, residual: residual ?? factor, stated }];
}

function iterationsOf(loops: readonly PlacedLoop[]): number {
  return loops.reduce((last, loop) => last * loop.factor + (loop.residual - 1), 0) + 1;
}

/** Without an outer loop that ends, a spatial loop never has a last iteration to be shorter in. */
function checkSpatialResiduals(
  loops: readonly PlacedLoop[],
  context: NamedLevels & { readonly dimension: string },
): void {
  loops.forEach((loop, at) => {
    if (loop.kind === 'temporal' || loop.residual === loop.factor) return;
    if (loops.slice(0, at).some((outer) => outer.factor > 1)) return;
    const message = `spatial ${context.dimension}=${loop.factor},${loop.residual} has no loop of ${context.dimension} outside it`;
    context.diagnostics.push(error('E-FACTOR', message, { span: loop.stated.span }));
  });
}

function warnOfUnstated(draft: Draft, wrong: readonly number[], context: NamedLevels): void {
  draft.levels.forEach((level, index) => {
    const silent = wrong.filter(
      (dimension) => !level.spatial?.exact.has(dimension) && !level.temporal.exact.has(dimension),
    );
    if (silent.length === 0) return;
    const message = `no factor of ${dimensionNames(silent, context)} is stated at ${context.names[index]!}, 1 is assumed`;
    context.diagnostics.push(warning('W-FACTOR', message));
  });
}
