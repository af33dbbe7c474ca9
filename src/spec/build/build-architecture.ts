// The architecture tree as typed branches and leaves (sections A.5 and A.6). The tree has been validated; what is left
// to find here are names given twice.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { own } from '../../math/own.js';
import { directiveType } from '../directive-type.js';
import { childOf, emptyMap, entriesOf, entryOf, itemsOf, type MapNode, type Node, plain } from '../node.js';
import type { ArchNode, Attribute, Attributes, Branch, Directive, Leaf, Located } from '../spec.js';
import { NODE_KINDS } from '../spec.js';
import { booleanOf, locatedText, numberOf } from './values.js';

export function buildArchitecture(node: Node, diagnostics: Diagnostic[]): Branch {
  const branch = buildBranch(node, diagnostics);
  reportDuplicates(branch, diagnostics);
  return branch;
}

function buildBranch(node: Node, diagnostics: Diagnostic[]): Branch {
  const kind = own(NODE_KINDS, node.tag ?? '');
  return {
    // The architecture itself is untagged: an implicit hierarchical branch.
    kind: kind === 'parallel' || kind === 'pipelined' ? kind : 'hierarchical',
    nodes: itemsOf(childOf(node, 'nodes')).map((item) => buildNode(item, diagnostics)),
    span: node.span,
  };
}

function buildNode(node: Node, diagnostics: Diagnostic[]): ArchNode {
  const kind = own(NODE_KINDS, node.tag ?? '');
  if (kind === 'component' || kind === 'container' || kind === 'nothing') return buildLeaf(node, kind, diagnostics);
  return buildBranch(node, diagnostics);
}

function buildLeaf(node: Node, kind: Leaf['kind'], diagnostics: Diagnostic[]): Leaf {
  const map = node.kind === 'map' ? node : emptyMap(node.span);
  const name = locatedText(map, 'name') ?? { value: 'nothing', span: map.span };
  const className = locatedText(map, 'class');
  const subclass = locatedText(map, 'subclass');
  const spatial = spatialOf(map);
  const sparseOptimizations = present(childOf(map, 'sparse_optimizations'));
  return {
    kind,
    name,
    ...(className && { class: className }),
    ...(subclass && { subclass }),
    attributes: attributesOf(map, name.value, diagnostics),
    ...(spatial && { spatial }),
    constraints: inlineConstraints(map, name),
    ...(sparseOptimizations && { sparseOptimizations }),
    enabled: booleanOf(childOf(map, 'enabled')) ?? true,
    areaScale: numberOf(childOf(map, 'area_scale')) ?? 1,
    energyScale: numberOf(childOf(map, 'energy_scale')) ?? 1,
    span: map.span,
  };
}

function attributesOf(map: MapNode, leaf: string, diagnostics: Diagnostic[]): Attributes {
  const attributes = new Map<string, Attribute>();
  // The page documents `has_power_gating` as a key of the container itself.
  const gating = entryOf(map, 'has_power_gating');
  for (const entry of [...(gating ? [gating] : []), ...entriesOf(childOf(map, 'attributes'))]) {
    if (entry === gating || !attributes.has(entry.key))
      attributes.set(entry.key, { value: plain(entry.value), span: entry.value.span, keySpan: entry.keySpan });
    else if (plain(entry.value) !== attributes.get(entry.key)!.value) {
      const details = { span: entry.value.span, related: [{ message: 'the other value', span: gating!.value.span }] };
      const message = `${leaf} gives ${entry.key} twice, with different values`;
      diagnostics.push(error('E-DUPLICATE', message, details));
    }
  }
  return attributes;
}

function spatialOf(map: MapNode): Leaf['spatial'] {
  const node = childOf(map, 'spatial');
  if (node?.kind !== 'map') return undefined;
  const mesh = (key: string) => numberOf(childOf(node, key)) ?? 1;
  return { meshX: mesh('meshX'), meshY: mesh('meshY'), span: node.span };
}

function inlineConstraints(map: MapNode, target: Located<string>): readonly Directive[] {
  return entriesOf(childOf(map, 'constraints')).flatMap(({ key, keySpan, value }): Directive[] => {
    const type = directiveType(key);
    if (!type || value.kind !== 'map') return [];
    return [{ origin: 'architecture', type, target, fields: value, span: keySpan }];
  });
}

function present(node: Node | undefined): Node | undefined {
  return node?.kind === 'scalar' && node.value === null ? undefined : node;
}

/** Directives find leaves by name, so a name may be given once; `!Nothing` needs no name of its own. */
function reportDuplicates(root: Branch, diagnostics: Diagnostic[]): void {
  const first = new Map<string, Leaf>();
  const visit = (node: ArchNode): void => {
    if ('nodes' in node) {
      for (const child of node.nodes) visit(child);
      return;
    }
    if (node.kind === 'nothing' && node.name.value === 'nothing') return;
    const earlier = first.get(node.name.value);
    if (!earlier) {
      first.set(node.name.value, node);
      return;
    }
    const related = [{ message: 'first given here', span: earlier.name.span }];
    diagnostics.push(
      error('E-DUPLICATE', `leaf name ${node.name.value} is given twice`, { span: node.name.span, related }),
    );
  };
  visit(root);
}
