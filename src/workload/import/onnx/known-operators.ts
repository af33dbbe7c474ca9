// The operators that can be imported, by domain and name. What is not here stops an import with its name.

import type { Node } from './model.js';
import type { Operator, OperatorTable } from './operator.js';
import { attention, attentionWithProjections } from './operators/attention.js';
import { convolutions } from './operators/convolution.js';
import { elementwise } from './operators/elementwise.js';
import { movement } from './operators/movement.js';
import { products } from './operators/product.js';
import { reduction } from './operators/reduction.js';
import { reshaping } from './operators/reshaping.js';
import { scikit } from './operators/scikit.js';
import { sequences } from './operators/sequence.js';

const standard: OperatorTable = {
  ...elementwise,
  ...reshaping,
  ...movement,
  ...reduction,
  ...convolutions,
  ...products,
  ...attention,
  ...sequences,
};

/** Optimizers put their own operators, and quantized and fused forms of the standard ones, into domains of theirs. */
const domains: Readonly<Record<string, OperatorTable>> = {
  '': standard,
  'com.microsoft': { ...standard, ...attentionWithProjections },
  'com.ms.internal.nhwc': standard,
  'ai.onnx.ml': scikit,
};

export function findOperator({ domain, operator }: Pick<Node, 'domain' | 'operator'>): Operator | undefined {
  const table = domains[domain];
  return table && Object.hasOwn(table, operator) ? table[operator] : undefined;
}

export function operatorNames(domain: string): readonly string[] {
  return Object.keys(domains[domain] ?? {});
}
