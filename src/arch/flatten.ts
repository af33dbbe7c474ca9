// The component tree as a line of tiling levels (A.6): a depth-first walk in document order with a running mesh. A leaf
// with a fan-out is preceded by a level `inter_<leaf>_spatial`, which holds the spatial loops between its neighbours.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { type Compat, followsReference } from '../spec/compat.js';
import type { ArchNode, Branch, Leaf } from '../spec/spec.js';
import { classWords, componentKind } from './component-class.js';
import { type FlatComponent, fanoutName } from './flat-component.js';
import { checkLeafNames, checkLine } from './tree-checks.js';

export interface FlatParallel {
  /** Positions in `components` of what each child became. */
  readonly children: readonly { readonly first: number; readonly end: number; readonly leaf: Leaf | undefined }[];
  readonly branch: Branch;
}

export interface FlatTree {
  /** Outermost first, compute last. */
  readonly components: readonly FlatComponent[];
  /** Enclosing branches before the branches inside them. */
  readonly parallels: readonly FlatParallel[];
}

export function flatten(root: Branch, options: { readonly compat: Compat }): Outcome<FlatTree> {
  const walk: Walk = {
    compat: options.compat,
    components: [],
    parallels: [],
    diagnostics: [...checkLeafNames(root)],
    containers: [],
    meshX: 1,
    meshY: 1,
  };
  visit(root, { parallel: undefined, direct: false }, walk);
  const { components, parallels, diagnostics } = walk;
  // A line with a component left out for its own fault is no line to judge.
  if (!hasErrors(diagnostics)) diagnostics.push(...checkLine(components, root));
  const failed = hasErrors(diagnostics);
  return { value: failed ? undefined : { components, parallels }, diagnostics };
}

interface Walk {
  readonly compat: Compat;
  readonly components: FlatComponent[];
  readonly parallels: FlatParallel[];
  readonly diagnostics: Diagnostic[];
  containers: readonly Leaf[];
  meshX: number;
  meshY: number;
}

interface Place {
  /** The nearest Parallel branch around the node. */
  readonly parallel: Branch | undefined;
  /** The node is a child of that branch itself. */
  readonly direct: boolean;
  /** The nearest Pipelined branch around the node. */
  readonly pipelined?: Branch;
}

function visit(node: ArchNode, place: Place, walk: Walk): void {
  switch (node.kind) {
    case 'hierarchical':
      for (const child of node.nodes) visit(child, { ...place, direct: false }, walk);
      return;
    case 'pipelined':
      for (const child of node.nodes) visit(child, { ...place, direct: false, pipelined: node }, walk);
      return;
    case 'parallel':
      visitParallel(node, walk);
      return;
    case 'nothing':
      return;
    case 'container':
      visitContainer(node, place, walk);
      return;
    case 'component':
      visitComponent(node, place, walk);
  }
}

function visitParallel(branch: Branch, walk: Walk): void {
  const children: { first: number; end: number; leaf: Leaf | undefined }[] = [];
  walk.parallels.push({ children, branch });
  for (const child of branch.nodes) {
    const before = walk.containers;
    const first = walk.components.length;
    visit(child, { parallel: branch, direct: true }, walk);
    const leaf = child.kind === 'component' || child.kind === 'nothing' ? child : undefined;
    children.push({ first, end: walk.components.length, leaf });
    leaveChild(branch, before, walk);
  }
}

/** The reference never closes a container, so attributes inside one child reach its siblings and all that follows. */
function leaveChild(branch: Branch, before: readonly Leaf[], walk: Walk): void {
  const leaked = walk.containers.slice(before.length).filter((container) => container.attributes.size > 0);
  if (!followsReference(walk.compat)) {
    walk.containers = before;
    return;
  }
  for (const container of leaked) {
    const message = `attributes of container ${container.name.value} reach its siblings in the Parallel branch`;
    const related = [{ message: 'the branch', span: branch.span }];
    walk.diagnostics.push(warning('W-COMPAT', message, { span: container.name.span, related }));
  }
}

function visitContainer(leaf: Leaf, place: Place, walk: Walk): void {
  if (place.direct) {
    const message = `container ${leaf.name.value} stands directly under a Parallel branch`;
    const hint = 'wrap it in a !Hierarchical branch together with what it contains';
    walk.diagnostics.push(error('E-PARALLEL', message, { span: leaf.name.span, hint }));
  }
  walk.containers = [...walk.containers, leaf];
  fanOut(leaf, place, walk);
}

function visitComponent(leaf: Leaf, place: Place, walk: Walk): void {
  if (!leaf.enabled) return;
  const { value: className, span } = leaf.class ?? { value: '', span: leaf.span };
  const kind = componentKind(className);
  if (kind === 'nothing') return;
  if (kind === undefined) {
    const message = `class ${className || '""'} of ${leaf.name.value} is neither a storage nor a compute class`;
    const expected = `a class that contains one of ${classWords.join(', ')}`;
    const hint = didYouMean(className, classWords);
    walk.diagnostics.push(error('E-CLASS', message, { span, expected, hint }));
    return;
  }
  if (kind === 'network') {
    const message = `explicit network ${leaf.name.value} (class ${className}) is not supported`;
    const hint = 'leave it out; the network below each storage level is inferred';
    walk.diagnostics.push(error('E-UNSUPPORTED', message, { span, hint }));
    return;
  }
  if (kind === 'compute' && place.parallel) {
    const message = `compute ${leaf.name.value} stands inside a Parallel branch`;
    walk.diagnostics.push(error('E-PARALLEL', message, { span: leaf.name.span }));
    return;
  }
  fanOut(leaf, place, walk);
  walk.components.push({ kind, name: leaf.name.value, leaf, ...here(walk), fanoutX: 1, fanoutY: 1 });
}

function here(walk: Walk): Pick<FlatComponent, 'meshX' | 'meshY' | 'containers'> {
  return { meshX: walk.meshX, meshY: walk.meshY, containers: walk.containers };
}

/** Emits the fan-out level of a leaf with a mesh and multiplies the running mesh. */
function fanOut(leaf: Leaf, place: Place, walk: Walk): void {
  const { meshX, meshY } = leaf.spatial ?? { meshX: 1, meshY: 1 };
  if (meshX * meshY === 1) return;
  if (place.parallel) walk.diagnostics.push(parallelFanout(leaf, place, walk.compat));
  else if (place.pipelined) walk.diagnostics.push(pipelinedFanout(leaf, place.pipelined, walk.compat));
  const name = fanoutName(leaf.name.value);
  walk.components.push({ kind: 'fanout', name, leaf, ...here(walk), fanoutX: meshX, fanoutY: meshY });
  walk.meshX *= meshX;
  walk.meshY *= meshY;
}

/** The page forbids it, the reference reads the branch as a hierarchy. */
function pipelinedFanout(leaf: Leaf, branch: Branch, compat: Compat): Diagnostic {
  const related = [{ message: 'the Pipelined branch', span: branch.span }];
  const message = `${leaf.name.value} fans out inside a Pipelined branch`;
  const details = { span: leaf.spatial?.span ?? leaf.span, related };
  if (compat !== 'none') return warning('W-COMPAT', message, details);
  return error('E-PARALLEL', message, {
    ...details,
    hint: 'put the fan-out before the branch, or make it Hierarchical',
  });
}

function parallelFanout(leaf: Leaf, place: Place, compat: Compat): Diagnostic {
  const details = {
    span: leaf.spatial?.span ?? leaf.span,
    related: [{ message: 'the Parallel branch', span: place.parallel!.span }],
  };
  if (followsReference(compat) && !place.direct) {
    const message = `fan-out of ${leaf.name.value} inside a Parallel branch multiplies its siblings and all that follows`;
    return warning('W-COMPAT', message, details);
  }
  const message = `${leaf.name.value} fans out inside a Parallel branch`;
  const hint = 'put the fan-out on a leaf before or after the branch';
  return error('E-PARALLEL', message, { ...details, hint });
}
