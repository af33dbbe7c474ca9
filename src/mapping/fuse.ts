// Constraints and mapping together: what the mapping states must agree with what the architecture demands (B.7).

import { error } from '../diagnostics/diagnostic.js';
import { type Draft, emptyLoops, type LevelDraft, type LoopDraft } from './draft.js';
import type { NamedLevels } from './factor-text.js';
import { addFactor, addKeeps, conflict, defaultNames } from './merge.js';
import { overbooked } from './overbooking.js';
import { applyResiduals } from './residuals.js';

/** Factors, flags and keeps of both; permutation and split stay apart, they are compared loop by loop. */
export function fuse(demanded: Draft, stated: Draft, context: NamedLevels): Draft {
  const nothings = new Map(demanded.nothings);
  for (const [leaf, kept] of stated.nothings) nothings.set(leaf, new Map([...(nothings.get(leaf) ?? []), ...kept]));
  return {
    levels: demanded.levels.map((level, index) => {
      return fuseLevel(level, stated.levels[index]!, { ...context, name: context.names[index]! });
    }),
    nothings,
    minParallelism: stated.minParallelism ?? demanded.minParallelism,
  };
}

type LevelContext = NamedLevels & { readonly name: string };

function fuseLevel(demanded: LevelDraft, stated: LevelDraft, context: LevelContext): LevelDraft {
  const level: LevelDraft = {
    temporal: fuseLoops(demanded.temporal, stated.temporal, context),
    spatial: demanded.spatial && fuseLoops(demanded.spatial, stated.spatial!, context),
    keep: new Map(demanded.keep),
    bypass: new Map(demanded.bypass),
    noCoalesce: demanded.noCoalesce | stated.noCoalesce,
    ...overbooked(stated.maxOverbooked ?? demanded.maxOverbooked),
  };
  addKeeps(level, 'keep', stated.keep, context);
  addKeeps(level, 'bypass', stated.bypass, context);
  return level;
}

function fuseLoops(demanded: LoopDraft, stated: LoopDraft, context: LevelContext): LoopDraft {
  const loops: LoopDraft = {
    ...emptyLoops(),
    exact: new Map(demanded.exact),
    min: new Map(demanded.min),
    max: new Map(demanded.max),
    residuals: new Map([...demanded.residuals, ...stated.residuals]),
    permutation: stated.permutation ?? demanded.permutation,
    split: stated.split ?? demanded.split,
    noReuse: demanded.noReuse | stated.noReuse,
    noLinkTransfer: demanded.noLinkTransfer | stated.noLinkTransfer,
    rmwFirstUpdate: demanded.rmwFirstUpdate | stated.rmwFirstUpdate,
  };
  for (const [dimension, { value, span }] of stated.exact) {
    const residual = value.residual === undefined ? {} : { residual: value.residual };
    addFactor(loops, { dimension, relation: '=', value: value.factor, ...residual, span }, context);
  }
  for (const [dimension, { value, span }] of stated.min) {
    addFactor(loops, { dimension, relation: '>=', value, span }, context);
  }
  for (const [dimension, { value, span }] of stated.max) {
    addFactor(loops, { dimension, relation: '<=', value, span }, context);
  }
  applyResiduals(loops, context);
  checkDefaults(loops, demanded, context);
  checkUnstated(loops, context);
  return loops;
}

/** `default_max_factor` and `default_min_factor` hold where the constraints say nothing about a dimension. */
function checkDefaults(loops: LoopDraft, demanded: LoopDraft, context: LevelContext): void {
  context.workload.dimensions.forEach((name, dimension) => {
    if (demanded.exact.has(dimension) || demanded.min.has(dimension) || demanded.max.has(dimension)) return;
    const exact = loops.exact.get(dimension);
    const factor = exact?.value.factor ?? 1;
    const least = demanded.defaultMin;
    const most = demanded.defaultMax;
    const broken = least && factor < least.value ? least : most && factor > most.value ? most : undefined;
    if (!broken) return;
    const limit = `${defaultNames[broken === least ? 'defaultMin' : 'defaultMax']} ${broken.value}`;
    const at = exact?.span ?? broken.span;
    context.diagnostics.push(conflict(`${name}=${factor} at ${context.name}`, limit, [at, broken.span]));
  });
}

/** A factor that nobody states is 1, which a lower limit may forbid. */
function checkUnstated(loops: LoopDraft, context: LevelContext): void {
  for (const [dimension, { value, span }] of loops.min) {
    if (value <= 1 || loops.exact.has(dimension)) continue;
    const name = context.workload.dimensions[dimension]!;
    const message = `${context.name} demands ${name}>=${value}, but the mapping states no factor of ${name} there`;
    context.diagnostics.push(error('E-CONFLICT', message, { span }));
  }
}
