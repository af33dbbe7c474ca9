// A mapping file and the architecture's constraints together fix every loop and every keep (section D): their union is
// checked for contradictions and completed with the defaults of D.1.

import { type Diagnostic, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { maskOf } from '../math/bits.js';
import { type Compat, followsReference, unitLoopsOf } from '../spec/compat.js';
import type { Spec } from '../spec/spec.js';
import type { Constraints, LevelConstraints, LoopConstraints, SpatialConstraints } from './constraints.js';
import { allDataspaces } from './dataspace-text.js';
import type { Draft, LoopDraft } from './draft.js';
import { checkProducts } from './factor-products.js';
import { fuse } from './fuse.js';
import type { LevelMapping, Mapping, SpatialLoop, TemporalLoop } from './mapping.js';
import { expandMaximizedDims } from './maximize-dims.js';
import { overbooked } from './overbooking.js';
import { resolveParallels } from './parallel-branches.js';
import type { Problem } from './problem.js';
import { readConstraints, readMapping } from './read-directives.js';
import { type OrderContext, type SettledOrder, settleOrder } from './settle-order.js';

export interface BuiltMapping {
  readonly mapping: Mapping;
  /** The union of both, fully fixed: what the model takes its flags from. */
  readonly constraints: Constraints;
}

export function buildMapping(
  spec: Spec,
  problem: Problem,
  { compat }: { readonly compat: Compat },
): Outcome<BuiltMapping> {
  const { workload, architecture } = problem;
  const diagnostics: Diagnostic[] = [];
  const unitLoops = unitLoopsOf(compat, spec.version);
  const context = { workload, architecture, root: spec.architecture!, compat, unitLoops, diagnostics };
  const names = architecture.levels.map((level) => level.name);

  const demanded = readDemands([...spec.constraints, ...(problem.implied ?? [])], context);
  const stated = readMapping(spec.mapping, context);
  const fused = fuse(demanded, stated, { ...context, names });
  if (!hasErrors(diagnostics)) resolveParallels(fused, { ...context, coverage: 'required' });
  if (!hasErrors(diagnostics)) checkProducts(fused, { ...context, names });

  const looseOrders: OrderContext['looseOrders'] = [];
  const levels = fused.levels.map((_, index) =>
    settleLevel(index, { demanded, stated, fused }, { ...context, looseOrders, name: names[index]! }),
  );
  const [loose] = looseOrders;
  if (loose) {
    const where = looseOrders.map(({ level }) => level).join(', ');
    const message = `the order of loops that do not iterate contradicts the constraints at ${where}, which changes nothing`;
    diagnostics.push(warning('W-COMPAT', message, { span: loose.span }));
  }
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const mapping = { levels: levels.map((level) => level.mapping) };
  const constraints = {
    levels: levels.map((level) => level.constraints),
    minParallelism: fused.minParallelism?.value ?? 0,
    maxTemporalLoops: problem.constraints.maxTemporalLoops,
  };
  return { value: { mapping, constraints }, diagnostics };
}

type Context = Parameters<typeof readConstraints>[1];

/** As for the problem itself, which has reported what there is to say about it. */
function readDemands(listed: Spec['constraints'], context: Context): Draft {
  const reported = { ...context, diagnostics: [] };
  const draft = readConstraints(listed, reported);
  expandMaximizedDims(draft, reported);
  return draft;
}

function settleLevel(
  index: number,
  drafts: { readonly demanded: Draft; readonly stated: Draft; readonly fused: Draft },
  context: Context & Pick<OrderContext, 'name' | 'unitLoops' | 'looseOrders'>,
): { readonly mapping: LevelMapping; readonly constraints: LevelConstraints } {
  const [demanded, stated, fused] = [drafts.demanded, drafts.stated, drafts.fused].map((draft) => draft.levels[index]!);
  const temporal = fused!.temporal;
  const order = settleOrder({ demanded: demanded!.temporal, stated: stated!.temporal, fused: temporal }, context);
  const spatial = fused!.spatial;
  const axes =
    spatial && settleOrder({ demanded: demanded!.spatial!, stated: stated!.spatial!, fused: spatial }, context);
  const everything = allDataspaces(context);
  const bypass = spatial ? everything : maskOf(fused!.bypass.keys());
  const { noReuse, rmwFirstUpdate } = temporal;
  return {
    mapping: {
      spatial: spatial && axes ? spatialLoops(spatial, axes) : [],
      temporal: temporalLoops(temporal, order),
      keep: context.workload.dataspaces.map((_, id) => ((bypass >> id) & 1) === 0),
      ...(isWrittenOrderLookedAt(context) && {
        written: {
          spatial: axes?.permutation ?? [],
          temporal: spatial ? context.workload.dimensions.map((_, id) => id) : order.permutation,
        },
      }),
    },
    constraints: {
      temporal: { ...fixedLoops(temporal, order), noReuse, rmwFirstUpdate },
      spatial: spatial && axes ? spatialConstraints(spatial, axes) : null,
      keep: everything & ~bypass,
      bypass,
      noCoalesce: fused!.noCoalesce,
      ...overbooked(fused!.maxOverbooked),
    },
  };
}

/** Unit loops have a place in the reference's sparse counts. */
function isWrittenOrderLookedAt({ compat, architecture }: Context): boolean {
  return followsReference(compat) && architecture.compute.sparsity !== undefined;
}

function temporalLoops(loops: LoopDraft, order: SettledOrder): readonly TemporalLoop[] {
  return order.permutation.flatMap((dimension) => {
    const { factor, residual } = loops.exact.get(dimension)?.value ?? { factor: 1, residual: undefined };
    return factor === 1 ? [] : [{ dimension, bound: factor, residual: residual ?? factor }];
  });
}

function spatialLoops(loops: LoopDraft, order: SettledOrder): readonly SpatialLoop[] {
  return temporalLoops(loops, order).map((loop) => ({
    ...loop,
    axis: order.permutation.indexOf(loop.dimension) < order.split ? 'x' : 'y',
  }));
}

function spatialConstraints(spatial: LoopDraft, axes: SettledOrder): SpatialConstraints {
  const { noReuse, noLinkTransfer } = spatial;
  return { ...fixedLoops(spatial, axes), split: axes.split, noReuse, noLinkTransfer };
}

function fixedLoops(loops: LoopDraft, { permutation }: SettledOrder): LoopConstraints {
  const factors = permutation.map((_, dimension) => {
    const { factor, residual } = loops.exact.get(dimension)?.value ?? { factor: 1, residual: undefined };
    return residual === undefined ? { exact: factor } : { exact: factor, residual };
  });
  return { factors, innermost: permutation, outermost: [], declaredOrder: false };
}
