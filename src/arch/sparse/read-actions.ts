// `action_optimization` and `compute_optimization` (G.1).

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { locatedNames, locatedText, mapItems } from '../../spec/build/values.js';
import { childOf, type MapNode, textOf } from '../../spec/node.js';
import type { ActionOptimization, ActionOption } from './sparsity.js';

const kinds: Readonly<Record<string, ActionOptimization['kind']>> = {
  gating: 'gating',
  skipping: 'skipping',
  spatial_skipping: 'spatial skipping',
  skipping_spatial: 'spatial skipping',
};

export function readActions(
  groups: readonly MapNode[],
  owner: string,
  diagnostics: Diagnostic[],
): ActionOptimization[] {
  const actions = groups.flatMap((group) => mapItems(childOf(group, 'action_optimization')));
  return actions.flatMap((node) => {
    const kind = kinds[textOf(node, 'type') ?? ''];
    if (kind === undefined) return [];
    const listed = mapItems(childOf(node, 'options'));
    const options = [...listed, ...(locatedText(node, 'target') ? [node] : [])].map(readOption);
    const refuse = (message: string, hint: string): void => {
      diagnostics.push(error('E-SPARSE', `${owner}: ${message}`, { span: node.span, hint }));
    };
    const hint = 'write options: [{target: B, condition_on: [A]}]';
    if (options.length === 0) refuse(`${kind} has no target`, hint);
    if (options.some(({ conditionOn }) => conditionOn.length === 0)) refuse(`${kind} has no condition`, hint);
    for (const { conditionOn } of options) diagnostics.push(...listedTwice(conditionOn, owner));
    if (kind === 'spatial skipping' && options.length > 1)
      refuse('spatial skipping takes one option', 'leave one option, or write one entry for each');
    return [{ kind, options }];
  });
}

/** Zeros of one condition would count as those of two (G.6). */
function listedTwice(conditionOn: ActionOption['conditionOn'], owner: string): Diagnostic[] {
  return conditionOn.flatMap(({ value, span }, at) => {
    const first = conditionOn.findIndex((one) => one.value === value);
    if (first === at) return [];
    const related = [{ message: 'the other one', span: conditionOn[first]!.span }];
    return [error('E-DUPLICATE', `${owner}: condition ${value} is given twice`, { span, related })];
  });
}

function readOption(node: MapNode): ActionOption {
  return {
    target: locatedText(node, 'target') ?? { value: '', span: node.span },
    conditionOn: locatedNames(childOf(node, 'condition_on')),
  };
}

export function readComputeOptimizations(groups: readonly MapNode[]): {
  readonly gating: boolean;
  readonly skipping: boolean;
} {
  const types = groups
    .flatMap((group) => mapItems(childOf(group, 'compute_optimization')))
    .map((one) => textOf(one, 'type'));
  return {
    gating: types.includes('gating') || types.includes('gate_on_zero_operand'),
    skipping: types.includes('skipping') || types.includes('skip_on_not_aligned_operands'),
  };
}
