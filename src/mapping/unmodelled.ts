// What an input may ask for and nobody computes: machine models, and the mapspace template of the reference that stands
// for imperfect factors. Figures that leave these out in silence would be wrong, not rough.

import type { Architecture } from '../arch/architecture.js';
import { genericMachine } from '../arch/machine-section.js';
import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { childOf, textOf } from '../spec/node.js';
import type { Spec } from '../spec/spec.js';

/** `machines`: names of the machines that have a model. */
export function checkModelled(spec: Spec, architecture: Architecture, machines: readonly string[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = [genericMachine, ...machines];
  if (!known.includes(architecture.machine)) {
    const message = `there is no model of machine ${architecture.machine}`;
    const span = spec.machine && (childOf(spec.machine, 'name') ?? spec.machine).span;
    const hint = didYouMean(architecture.machine, known) ?? 'leave the machine section out for a tree of buffers';
    found.push(
      error('E-UNSUPPORTED', message, { span, expected: known.join(', '), found: architecture.machine, hint }),
    );
  }
  const template = textOf(spec.mapspace, 'template');
  if (template === 'ruby') {
    const message = 'mapspace.template ruby has no effect';
    const hint = 'search imperfect factors with --imperfect';
    found.push(warning('W-DROPPED', message, { span: childOf(spec.mapspace!, 'template')!.span, hint }));
  }
  return found;
}
