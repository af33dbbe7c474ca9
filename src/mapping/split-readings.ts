// A spatial split (B.4) under its two readings: as an index into the permutation as written, or counting the unit loops that
// the reference's front end inserts. Where they differ for the problem at hand, it is said which one holds.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import type { UnitLoops } from '../spec/compat.js';
import type { Workload } from '../workload/workload.js';
import type { Draft, LoopDraft } from './draft.js';
import type { BareProblem } from './implied.js';
import { type LoopOrder, orderOf } from './loop-order.js';

export function checkSplits(
  draft: Draft,
  context: BareProblem & { readonly unitLoops: UnitLoops },
): readonly Diagnostic[] {
  return draft.levels.flatMap(({ spatial }, index) => {
    if (!spatial?.split) return [];
    const axes = (['in splits', 'nowhere'] as const).map((unitLoops) => {
      const order = orderOf(spatial, { ...context, unitLoops, factors: [spatial] });
      const { workload } = context;
      return axesText(iterating(spatial, workload), { order, split: spatial.split!.value, workload });
    });
    const [asReference, asWritten] = axes;
    if (asReference === asWritten) return [];
    const { value, span } = spatial.split;
    const of = `split ${value} of ${context.architecture.levels[index]!.leaf}`;
    const [message, hint] =
      context.unitLoops === 'in splits'
        ? [
            `${of} counts unit loops too, as the reference does: ${asReference}`,
            `--compat none takes it as an index into the permutation as written: ${asWritten}`,
          ]
        : [
            `${of} is an index into the permutation as written: ${asWritten}`,
            `the reference counts unit loops too, which --compat timeloop-v4 or version: 0.4 asks for: ${asReference}`,
          ];
    return [warning('W-COMPAT', message, { span, hint })];
  });
}

/** Dimensions whose loop here may have more than one iteration. */
function iterating(loops: LoopDraft, { bounds }: Workload): readonly number[] {
  return bounds.flatMap((bound, id) => {
    const most = loops.exact.get(id)?.value.factor ?? loops.max.get(id)?.value ?? bound;
    return bound > 1 && most > 1 ? [id] : [];
  });
}

/** Where a split falls. */
export interface Positions {
  readonly order: LoopOrder;
  readonly split: number;
  readonly workload: Workload;
}

/** Which dimensions a split puts on X and on Y; those whose place is open may be on either, as far as there is room. */
export function axesText(dimensions: readonly number[], { order, split, workload }: Positions): string {
  const total = workload.dimensions.length;
  const { innermost, outermost } = order;
  const firstOutermost = total - outermost.length;
  const onX = (id: number): boolean | undefined => {
    const inner = innermost.indexOf(id);
    if (inner >= 0) return inner < split;
    const outer = outermost.indexOf(id);
    if (outer >= 0) return firstOutermost + outer < split;
    // Somewhere between the two.
    return split >= firstOutermost ? true : split <= innermost.length ? false : undefined;
  };
  const names = (on: boolean | undefined): string =>
    dimensions.flatMap((id) => (onX(id) === on ? [workload.dimensions[id]!] : [])).join(', ');
  const either = names(undefined);
  const fixed = `${names(true) || 'nothing'} on X, ${names(false) || 'nothing'} on Y`;
  if (either === '') return fixed;
  const open = `at most ${split - innermost.length} of ${either} on X`;
  return names(true) || names(false) ? `${fixed}, ${open}` : open;
}
