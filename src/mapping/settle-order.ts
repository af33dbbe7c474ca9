// The order and the axes of a level's loops once all factors are known. A mapping may restate what the architecture
// already demands, with unit loops elsewhere: only loops that iterate are compared (published map files need this).

import type { Compat } from '../spec/compat.js';
import type { Workload } from '../workload/workload.js';
import type { LoopDraft } from './draft.js';
import type { NameScope } from './factor-text.js';
import { completed, type LoopOrder, orderOf } from './loop-order.js';
import { conflict } from './merge.js';

export interface SettledOrder {
  /** Every dimension, innermost first. */
  readonly permutation: readonly number[];
  /** Positions below it go to X. */
  readonly split: number;
}

export interface OrderStatements {
  /** By the architecture and constraint files. */
  readonly demanded: LoopDraft;
  /** By the mapping. */
  readonly stated: LoopDraft;
  /** Both together, for the factors. */
  readonly fused: LoopDraft;
}

export interface OrderContext extends NameScope {
  readonly compat: Compat;
  /** Level name. */
  readonly name: string;
}

export function settleOrder(statements: OrderStatements, context: OrderContext): SettledOrder {
  const { demanded, stated, fused } = statements;
  const settled = settle(statements, context);
  const order = orderOf(demanded, { ...context, factors: [demanded] });
  const moving = settled.permutation.filter((id) => factorOf(fused, id) > 1);
  if (demanded.permutation && stated.permutation) {
    const { innermost, outermost } = demanded.permutation;
    const holds = keepsOrder(moving, order, fused) || keepsOrder(moving, { innermost, outermost }, fused);
    if (!holds) reportOrder(statements, context);
  }
  if (demanded.split && stated.split) {
    const onX = settled.permutation.slice(0, settled.split).filter((id) => factorOf(fused, id) > 1);
    const onY = settled.permutation.slice(settled.split).filter((id) => factorOf(fused, id) > 1);
    const positions = { order, split: demanded.split.value, workload: context.workload };
    if (!keepsSplit({ onX, onY }, positions)) {
      const [now, before] = [`split ${stated.split.value}`, `split ${demanded.split.value}`];
      const spans = [stated.split.span, demanded.split.span] as const;
      const found = conflict(`${now} at ${context.name}`, before, spans);
      const hint =
        'map files of the reference count unit dimensions that it inserts: read them with --compat timeloop-v4';
      context.diagnostics.push(context.compat === 'none' ? { ...found, hint } : found);
    }
  }
  return settled;
}

function settle({ demanded, stated, fused }: OrderStatements, context: OrderContext): SettledOrder {
  const { workload } = context;
  const options = { ...context, factors: [fused] };
  const order = orderOf(stated.permutation ? stated : demanded, options);
  const permutation = completed(order, workload);
  const split = (stated.split ?? demanded.split)?.value ?? workload.dimensions.length;
  if (!stated.permutation || !demanded.permutation || stated.split || !demanded.split) return { permutation, split };
  // The split was meant for the demanded permutation; the mapping's own order only completes that one.
  const { innermost, outermost } = orderOf(demanded, options);
  const fixed = new Set([...innermost, ...outermost]);
  return { permutation: [...innermost, ...permutation.filter((id) => !fixed.has(id)), ...outermost], split };
}

function factorOf(loops: LoopDraft, dimension: number): number {
  return loops.exact.get(dimension)?.value.factor ?? 1;
}

/** Whether the iterating loops start with the innermost ones demanded and end with the outermost ones. */
function keepsOrder(moving: readonly number[], order: LoopOrder, fused: LoopDraft): boolean {
  const iterates = (id: number): boolean => factorOf(fused, id) > 1;
  const inner = order.innermost.filter(iterates);
  const outer = order.outermost.filter(iterates);
  const tail = outer.length === 0 ? [] : moving.slice(-outer.length);
  return inner.every((id, at) => moving[at] === id) && outer.every((id, at) => tail[at] === id);
}

interface Positions {
  readonly order: LoopOrder;
  readonly split: number;
  readonly workload: Workload;
}

/** Whether unit loops can stand such that the demanded split puts every iterating loop on the axis it is on. */
function keepsSplit(axes: { onX: readonly number[]; onY: readonly number[] }, positions: Positions): boolean {
  const { order, split, workload } = positions;
  const total = workload.dimensions.length;
  const free = total - order.innermost.length - order.outermost.length;
  const freeOnX = Math.min(free, Math.max(0, split - order.innermost.length));
  const isFree = (id: number): boolean => !order.innermost.includes(id) && !order.outermost.includes(id);
  const onAxis = (ids: readonly number[], first: number): boolean =>
    ids.every((id, at) => !(first + at < split ? axes.onY : axes.onX).includes(id));
  return (
    onAxis(order.innermost, 0) &&
    onAxis(order.outermost, total - order.outermost.length) &&
    axes.onX.filter(isFree).length <= freeOnX &&
    axes.onY.filter(isFree).length <= free - freeOnX
  );
}

function reportOrder({ demanded, stated }: OrderStatements, context: OrderContext): void {
  const text = (loops: LoopDraft): string => {
    const { innermost, outermost } = loops.permutation!;
    const names = (ids: readonly number[]): string => ids.map((id) => context.workload.dimensions[id]!).join(', ');
    return outermost.length === 0 ? names(innermost) : `${names(innermost)}, _, ${names(outermost)}`;
  };
  const now = `permutation ${text(stated)} at ${context.name}`;
  const spans = [stated.permutation!.span, demanded.permutation!.span] as const;
  context.diagnostics.push(conflict(now, `permutation ${text(demanded)}`, spans));
}
