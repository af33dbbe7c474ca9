// Keys of old trees that nothing reads, such as `atributes` or a bandwidth beside `attributes` and not within. The
// reference passes them over in silence, and a machine is read that nobody wrote down.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { mapItems } from '../build/values.js';
import { childOf, entriesOf, type MapNode, textOf } from '../node.js';

/** What the reference's front end writes beside them in its dumps counts as known. */
const COMPONENT = ['name', 'class', 'subclass', 'attributes', 'required_actions', 'area_share', 'enabled'];
const CONTAINER = ['name', 'attributes', 'local', 'subtree'];
const TREE = ['version', 'name', 'subtree', 'local', 'nodes'];

export function reportStrays(tree: MapNode, diagnostics: Diagnostic[]): void {
  report(tree, TREE, diagnostics);
  inside(tree, diagnostics);
}

function inside(node: MapNode, diagnostics: Diagnostic[]): void {
  for (const component of mapItems(childOf(node, 'local'))) report(component, COMPONENT, diagnostics);
  for (const container of mapItems(childOf(node, 'subtree'))) {
    report(container, CONTAINER, diagnostics);
    reportMesh(container, diagnostics);
    inside(container, diagnostics);
  }
}

/** How many there are is for the range in a container's name to say, and for the components inside. */
function reportMesh(container: MapNode, diagnostics: Diagnostic[]): void {
  for (const { key, keySpan } of entriesOf(childOf(container, 'attributes'))) {
    if (!['meshX', 'meshY', 'instances'].includes(key)) continue;
    const message = `${key} has no effect in the container ${textOf(container, 'name') ?? ''}`;
    const hint = 'the range in its name counts, and what the components inside say';
    diagnostics.push(warning('W-DROPPED', message, { span: keySpan, hint }));
  }
}

function report(node: MapNode, known: readonly string[], diagnostics: Diagnostic[]): void {
  const owner = textOf(node, 'name') ?? 'the architecture';
  // Where there are no attributes they may stand beside the name.
  const isFlat = known === COMPONENT && childOf(node, 'attributes')?.kind !== 'map';
  for (const { key, keySpan, value } of node.entries) {
    if (known.includes(key) || (isFlat && value.kind === 'scalar')) continue;
    const hint = didYouMean(key, known);
    if (hint !== undefined && value.kind !== 'scalar')
      diagnostics.push(error('E-KEY', `unknown key ${key} in ${owner}`, { span: keySpan, hint }));
    else diagnostics.push(warning('W-DROPPED', `${key} has no effect in ${owner}`, { span: keySpan, hint }));
  }
}
