// `residuals: {P: 3}`: trip counts of the last iteration (D.3), given apart from the factors that they belong to.

import { error } from '../diagnostics/diagnostic.js';
import { locatedNumber } from '../spec/build/values.js';
import { entriesOf, type Node } from '../spec/node.js';
import type { LoopDraft } from './draft.js';
import { type NameScope, unknownDimension } from './factor-text.js';
import { conflict } from './merge.js';

export function addResiduals(loops: LoopDraft, node: Node, scope: NameScope): void {
  for (const { key, keySpan, value } of entriesOf(node)) {
    const dimension = scope.workload.dimensions.indexOf(key);
    if (dimension < 0) scope.diagnostics.push(unknownDimension(key, keySpan, scope));
    else loops.residuals.set(dimension, locatedNumber(value));
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
