// `residuals: {P: 3}`: trip counts of the last iteration (D.3), given apart from the factors that they belong to.

import { error } from '../diagnostics/diagnostic.js';
import type { Node } from '../spec/node.js';
import type { LoopDraft } from './draft.js';
import { type NameScope, unknownDimension } from './factor-text.js';
import { conflict } from './merge.js';

export function addResiduals(loops: LoopDraft, node: Node, scope: NameScope): void {
  if (node.kind === 'scalar' && node.value === null) return;
  if (node.kind !== 'map') {
    const expected = 'a map from dimensions to trip counts';
    scope.diagnostics.push(error('E-TYPE', 'residuals are no map', { span: node.span, expected }));
    return;
  }
  for (const { key, keySpan, value } of node.entries) {
    const dimension = scope.workload.dimensions.indexOf(key);
    const trips = value.kind === 'scalar' ? value.value : undefined;
    if (dimension < 0) {
      scope.diagnostics.push(unknownDimension(key, keySpan, scope));
    } else if (typeof trips !== 'number' || !Number.isSafeInteger(trips) || trips < 1) {
      const message = `residual of ${key} is ${JSON.stringify(trips)}`;
      scope.diagnostics.push(error('E-FACTOR', message, { span: value.span, expected: 'a positive integer' }));
    } else {
      loops.residuals.set(dimension, { value: trips, span: value.span });
    }
  }
}

/** Once all factors are there. */
export function applyResiduals(loops: LoopDraft, scope: NameScope): void {
  for (const [dimension, { value: residual, span }] of loops.residuals) {
    const name = scope.workload.dimensions[dimension]!;
    const fixed = loops.exact.get(dimension);
    const factor = fixed?.value.factor ?? 1;
    const given = fixed?.value.residual;
    if (residual > factor) {
      const message = `the last iteration of ${name} runs ${residual} trips, but its factor is ${factor}`;
      scope.diagnostics.push(error('E-FACTOR', message, { span, expected: `1 to ${factor}` }));
    } else if (fixed && given !== undefined && given !== residual) {
      const before = `${name}=${factor},${given}`;
      scope.diagnostics.push(conflict(`residual ${residual} of ${name}`, before, [span, fixed.span]));
    } else if (fixed) {
      loops.exact.set(dimension, { value: { factor, residual }, span: fixed.span });
    }
  }
}
