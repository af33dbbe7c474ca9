// What the readers of a temporal or spatial directive share.

import { error, warning } from '../diagnostics/diagnostic.js';
import { type Compat, followsReference } from '../spec/compat.js';
import type { MapNode, Node } from '../spec/node.js';
import type { DirectiveOrigin } from '../spec/spec.js';
import { paddingText } from '../workload/workload.js';
import type { LoopDraft } from './draft.js';
import type { FactorEntry, NameScope } from './factor-text.js';
import { addFactor } from './merge.js';

export interface LoopContext extends NameScope {
  readonly origin: DirectiveOrigin;
  readonly compat: Compat;
  /** Name of the target, for messages. */
  readonly target: string;
  /** The whole directive. */
  readonly fields: MapNode;
}

/** Writes the value of one key into the draft. */
export type LoopHandler = (loops: LoopDraft, node: Node, context: LoopContext) => void;

/** A constraint cannot fix more than there is. The reference ignores it, and so does `--compat`; in a mapping it is simply wrong. */
export function addFactors(loops: LoopDraft, entries: readonly FactorEntry[], context: LoopContext): void {
  for (const entry of entries) {
    const bound = context.workload.bounds[entry.dimension]!;
    if (context.origin !== 'mapping' && entry.relation === '=' && entry.value > bound) {
      const name = context.workload.dimensions[entry.dimension]!;
      const padding = paddingText(context.workload, entry.dimension);
      const message = `${name}=${entry.value} at ${context.target} exceeds the bound ${bound} of ${name}${padding}`;
      const { span } = entry;
      const expected = `${bound} at most`;
      const hint = `write ${name}<=${entry.value} for a limit; --compat timeloop-v4 ignores it, as the reference does`;
      context.diagnostics.push(
        followsReference(context.compat)
          ? warning('W-FACTOR', `${message} and is ignored`, { span })
          : error('E-FACTOR', message, { span, expected, hint }),
      );
    } else {
      addFactor(loops, entry, context);
    }
  }
}
