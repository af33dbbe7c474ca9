// At whose granularity a level's instances are switched off (F.11). A container with power gating gates all it contains
// as one: the outermost level inside it has the container's instances and stands for it. The reference's front end loses
// that (a container's own `power_gated_at: null` reaches everything after it), so under --compat only names count.

import { error, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { followsReference } from '../spec/compat.js';
import type { Attribute, Leaf } from '../spec/spec.js';
import type { StorageLevel } from './architecture.js';
import type { ComponentContext, FlatComponent } from './flat-component.js';

export interface GatingContext extends Pick<ComponentContext, 'compat' | 'diagnostics'> {
  /** Innermost first, without the compute. */
  readonly line: readonly FlatComponent[];
  /** Every leaf of the tree by name. */
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** Whether the level has an energy of leakage at all. */
  readonly leaks: boolean;
}

export type Gating = Pick<StorageLevel, 'hasPowerGating' | 'powerGatedAt'>;

export function gatingOf(level: number, context: GatingContext): Gating {
  const component = context.line[level]!;
  const alone = { hasPowerGating: false, powerGatedAt: level };
  if (component.kind === 'fanout') return alone;
  // Without gating every instance leaks, those of the backing store in use or not: it stands for all. The reference lets only instances
  // in use leak, whatever is gated.
  const backing = context.line.findLastIndex(({ kind }) => kind === 'storage');
  const ungated = context.compat === 'none' ? { ...alone, powerGatedAt: backing } : alone;
  const named = component.leaf.attributes.get('power_gated_at');
  if (typeof named?.value === 'string') return gatedAt(named, level, context);
  if (isGated(component.leaf)) {
    if (followsReference(context.compat) && component.containers.length > 0) warnOfLoss(component.leaf, context);
    if (context.compat === 'auto' && context.leaks) warnOfNothingGained(component.leaf, context);
    return { hasPowerGating: true, powerGatedAt: level };
  }
  const container = component.containers.findLast(isGated);
  if (!container) return ungated;
  if (!followsReference(context.compat))
    return { hasPowerGating: true, powerGatedAt: outermostInside(container, context) };
  warnOfLoss(container, context);
  return ungated;
}

function gatedAt(named: Attribute, level: number, context: GatingContext): Gating {
  const name = named.value as string;
  const component = context.line[level]!;
  const leaf = context.leaves.get(name);
  const at =
    leaf?.kind === 'container'
      ? outermostInside(leaf, context)
      : context.line.findIndex((other) => other.kind === 'storage' && other.name === name);
  if (at < 0) {
    const message = `${component.name}.power_gated_at names ${name}, which is no storage level and no container`;
    const hint = didYouMean(name, context.leaves.keys());
    context.diagnostics.push(error('E-NAME', message, { span: named.span, hint }));
    return { hasPowerGating: false, powerGatedAt: level };
  }
  if (at < level) {
    const message = `${component.name}.power_gated_at names ${name}, which is inside it`;
    context.diagnostics.push(error('E-ATTRIBUTE', message, { span: named.span, expected: 'itself or what is around' }));
  }
  return { hasPowerGating: true, powerGatedAt: at };
}

/** Instances that leak at least, by what gates them (F.11). */
export function leastLeaking(levels: readonly StorageLevel[], level: number): number {
  const { instances, powerGatedAt } = levels[level]!;
  return Math.max(1, instances / levels[powerGatedAt]!.instances);
}

/** -1 when nothing is inside. */
function outermostInside(container: Leaf, context: GatingContext): number {
  return context.line.findLastIndex(
    (component) => component.leaf !== container && component.containers.includes(container),
  );
}

function isGated(leaf: Leaf): boolean {
  return leaf.attributes.get('has_power_gating')?.value === true;
}

function warnOfLoss(leaf: Leaf, context: GatingContext): void {
  warnOnce('has no effect in the reference, nor under --compat', leaf, context);
}

function warnOfNothingGained(leaf: Leaf, context: GatingContext): void {
  const hint = '--compat none lets all instances leak that nothing gates';
  warnOnce('saves nothing: ungated instances leak only while in use, as in the reference', leaf, context, hint);
}

function warnOnce(message: string, leaf: Leaf, { diagnostics }: GatingContext, hint?: string): void {
  const span = leaf.attributes.get('has_power_gating')!.keySpan;
  if (diagnostics.some((one) => one.span === span)) return;
  diagnostics.push(
    warning('W-COMPAT', `${leaf.name.value}.has_power_gating ${message}`, { span, ...(hint && { hint }) }),
  );
}
