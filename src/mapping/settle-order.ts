// The order and the axes of a level's loops once all factors are known. A mapping may restate what the architecture
// already demands, with unit loops elsewhere: only loops that iterate are compared (published map files need this).

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import type { UnitLoops } from '../spec/compat.js';
import type { LoopDraft } from './draft.js';
import { dimensionNames, type NameScope } from './factor-text.js';
import { completed, type LoopOrder, orderOf } from './loop-order.js';
import { conflict } from './merge.js';
import { axesText, type Positions } from './split-readings.js';

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
  readonly unitLoops: UnitLoops;
  /** Level name. */
  readonly name: string;
  /** Grows by the orders that contradict the constraints in loops that do not iterate. */
  readonly looseOrders: { readonly level: string; readonly span: Span }[];
}

export function settleOrder(statements: OrderStatements, context: OrderContext): SettledOrder {
  const { demanded, stated, fused } = statements;
  const settled = settle(statements, context);
  const order = orderOf(demanded, { ...context, factors: [demanded] });
  const moving = settled.permutation.filter((id) => factorOf(fused, id) > 1);
  if (demanded.permutation && stated.permutation) {
    const { innermost, outermost } = demanded.permutation;
    const holds = keepsOrder(moving, order, fused) || keepsOrder(moving, { innermost, outermost }, fused);
    if (!holds) {
      context.diagnostics.push(orderConflict(statements, context));
      return settled;
    }
    const all = stated.permutation.innermost;
    // Files that mappers write put all loops that do not iterate last.
    const written = all.slice(0, moving.length).every((id) => moving.includes(id));
    if (!written && innermost.some((id, at) => all[at] !== undefined && all[at] !== id))
      context.looseOrders.push({ level: context.name, span: stated.permutation.span });
  }
  if (demanded.split && stated.split) {
    const isOnX = (id: number): boolean => settled.permutation.indexOf(id) < settled.split;
    const axes = { onX: moving.filter(isOnX), onY: moving.filter((id) => !isOnX(id)) };
    const positions = { order, split: demanded.split.value, workload: context.workload };
    if (!keepsSplit(axes, positions)) context.diagnostics.push(splitConflict(statements, axes, context));
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

interface Axes {
  readonly onX: readonly number[];
  readonly onY: readonly number[];
}

/** Whether unit loops can stand such that the demanded split puts every iterating loop on the axis it is on. */
function keepsSplit(axes: Axes, positions: Positions): boolean {
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

function orderConflict({ demanded, stated }: OrderStatements, context: OrderContext): Diagnostic {
  const text = (loops: LoopDraft): string => {
    const { innermost, outermost } = loops.permutation!;
    const parts = [
      dimensionNames(innermost, context),
      ...(outermost.length === 0 ? [] : ['_', dimensionNames(outermost, context)]),
    ];
    return parts.filter((part) => part !== '').join(', ');
  };
  const now = `permutation ${text(stated)} at ${context.name}`;
  return conflict(now, `permutation ${text(demanded)}`, [stated.permutation!.span, demanded.permutation!.span]);
}

function splitConflict({ demanded, stated }: OrderStatements, axes: Axes, context: OrderContext): Diagnostic {
  const axis = (ids: readonly number[], letter: string): string =>
    `${dimensionNames(ids, context) || 'nothing'} on ${letter}`;
  const order = orderOf(demanded, { ...context, factors: [demanded] });
  const { workload } = context;
  const wanted = axesText([...axes.onX, ...axes.onY], { order, split: demanded.split!.value, workload });
  const now = `split ${stated.split!.value} at ${context.name} (${axis(axes.onX, 'X')}, ${axis(axes.onY, 'Y')})`;
  const before = `split ${demanded.split!.value} (${wanted})`;
  const found = conflict(now, before, [stated.split!.span, demanded.split!.span]);
  // The commonest cause: a map file whose architecture was read with unit dimensions inserted.
  const hint = 'files that count the unit dimensions the reference inserts need --compat timeloop-v4';
  return context.unitLoops !== 'nowhere' ? found : { ...found, hint };
}
