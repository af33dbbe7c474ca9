// The pipeline from a component tree to tiling levels (A.6 to A.11): flatten, resolve attributes, look up energies and
// areas, gate, and turn the line around so that level 0 is the one next to compute.

import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, error, failure, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { type Compat, followsReference } from '../spec/compat.js';
import type { Branch, Leaf, Spec } from '../spec/spec.js';
import { checkActionNames } from './action-names.js';
import type { Architecture, ComputeLevel, ParallelGroup, StorageLevel } from './architecture.js';
import { buildComputeLevel } from './compute-level.js';
import { checkTableNames, type EnergyTables, readEnergyTables } from './energy-tables.js';
import { type ComponentClasses, readComponentClasses } from './estimate/component-classes.js';
import { withEstimates } from './estimate-components.js';
import { fanoutName } from './flat-component.js';
import { type FlatTree, flatten } from './flatten.js';
import { checkSpelling } from './inheritance.js';
import { readMachine } from './machine-section.js';
import { checkMagnitudes } from './magnitudes.js';
import { gatingOf } from './power-gating.js';
import { checkSparsePlaces } from './sparse/level-sparsity.js';
import { sparseGroups } from './sparse/sparse-groups.js';
import { buildFanoutLevel, buildStorageLevel, type LevelContext, type UngatedLevel } from './storage-level.js';
import { leavesOf } from './tree-checks.js';

export type ArchitectureInput = Pick<
  Spec,
  'architecture' | 'architectureName' | 'ert' | 'art' | 'machine' | 'sparseOptimizations'
> &
  Partial<Pick<Spec, 'components' | 'variables'>>;

export function buildArchitecture(
  spec: ArchitectureInput,
  { compat }: { readonly compat: Compat },
): Outcome<Architecture> {
  const { architectureName, architecture, ert, art, machine, sparseOptimizations, components, variables } = spec;
  const from = [compat, architectureName, architecture, ert, art, machine, sparseOptimizations, components, variables];
  if (last === undefined || !isDeepStrictEqual(from, last.from)) {
    const { value, diagnostics } = buildWithTables(spec, { compat });
    last = { from, built: { value: value?.architecture, diagnostics } };
  }
  return last.built;
}

/** With every layer of a network, and point of a sweep, mostly comes the same architecture: it is built once. */
let last: { readonly from: readonly unknown[]; readonly built: Outcome<Architecture> } | undefined;

/** The tables say more than the architecture keeps: every action, and what its estimate rests on. */
export function buildWithTables(
  spec: ArchitectureInput,
  options: { readonly compat: Compat },
): Outcome<{ readonly architecture: Architecture; readonly tables: EnergyTables }> {
  const root = spec.architecture;
  if (!root) {
    const hint = 'add a file with a top-level architecture: key';
    const missing = error('E-REQUIRED', 'no architecture is given', { hint });
    return failure(missing);
  }
  const tree = flatten(root, options);
  const ofClasses: Diagnostic[] = [];
  const classes = readComponentClasses(spec.components, ofClasses);
  const own = declaredAttributes(classes);
  const slips = leavesOf(root).flatMap((leaf) => checkSpelling(leaf, own));
  const diagnostics: Diagnostic[] = [...tree.diagnostics, ...slips];
  const given = readEnergyTables(spec);
  diagnostics.push(...checkTables(spec, root, options.compat));
  const machine = readMachine(spec.machine, diagnostics);
  if (!tree.value) return { value: undefined, diagnostics };

  diagnostics.push(...ofClasses);
  const estimating = { classes, tables: given, diagnostics, compat: options.compat };
  const tables = withEstimates(tree.value.components, spec, estimating);
  const technology = spec.variables?.get('technology')?.value;
  const computeLeaf = tree.value.components.at(-1)!;
  const groups = sparseGroups(spec, leavesOf(root), diagnostics);
  checkSparsePlaces(groups, computeLeaf.name, diagnostics);
  const context = { tables, diagnostics, compat: options.compat, sparseGroups: groups, technology };
  const compute = buildComputeLevel(computeLeaf, context);
  const levels = buildLevels(tree.value, compute, { ...context, root });
  const built = new Map([...levels, compute].map((component) => [component.name, component]));
  diagnostics.push(...leavesOf(root).flatMap((leaf) => checkScales(leaf, tables, built.get(leaf.name.value))));
  diagnostics.push(...checkMagnitudes(levels, compute));
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const parallels = parallelGroups(tree.value);
  const architecture = { name: spec.architectureName, levels, compute, parallels, ...machine };
  return { value: { architecture, tables }, diagnostics };
}

/** By any class of the project. */
function declaredAttributes(classes: ComponentClasses): ReadonlySet<string> {
  return new Set([...classes.values()].flatMap(({ attributes }) => attributes.map(({ key }) => key)));
}

function buildLevels(
  tree: FlatTree,
  compute: ComputeLevel,
  context: Omit<LevelContext, 'innerAreaUm2'> & { readonly root: Branch },
): readonly StorageLevel[] {
  const line = tree.components.slice(0, -1).reverse();
  const leaves = new Map(leavesOf(context.root).map((leaf) => [leaf.name.value, leaf]));
  // Of one child, whoever gave the areas; null while none inside is known (F.10).
  let innerAreaUm2 = compute.areaUm2;
  return line.map((component, index) => {
    const levelContext = { ...context, innerAreaUm2 };
    const build = component.kind === 'fanout' ? buildFanoutLevel : buildStorageLevel;
    const level = build(component, levelContext);
    innerAreaUm2 = areaAround(level, innerAreaUm2);
    const leaks = level.energy.leakPj > 0;
    // All of one layout (`search/optimal/space/chain`).
    return Object.assign(level, gatingOf(index, { ...context, line, leaves, leaks }));
  });
}

function areaAround({ areaUm2, fanoutX, fanoutY }: UngatedLevel, inside: number | null): number | null {
  if (areaUm2 === null && inside === null) return null;
  return (areaUm2 ?? 0) + (inside ?? 0) * fanoutX * fanoutY;
}

function parallelGroups(tree: FlatTree): readonly ParallelGroup[] {
  // The last component is the compute; positions run outwards in, level indices inwards out.
  const levelAt = (position: number): number => tree.components.length - 2 - position;
  return tree.parallels.map((parallel) => ({
    span: parallel.branch.span,
    children: parallel.children.map((child) => ({
      levels: Array.from({ length: child.end - child.first }, (_, offset) => levelAt(child.first + offset)),
      nothing: child.leaf?.kind === 'nothing',
      leaf: child.leaf?.name.value ?? tree.components[child.first]?.name ?? '',
    })),
  }));
}

function checkTables(spec: ArchitectureInput, root: Branch, compat: Compat): Diagnostic[] {
  const names = leavesOf(root).flatMap((leaf) => [leaf.name.value, fanoutName(leaf.name.value)]);
  const found = [...checkTableNames(spec, new Set([...names, 'wire', 'Wire'])), ...checkActionNames(spec.ert ?? [])];
  if (followsReference(compat) && spec.ert && !spec.art) {
    const message = 'the reference ignores an ERT that comes without an ART, here it is used';
    found.push(warning('W-COMPAT', message, { span: spec.ert[0]?.span }));
  }
  return found;
}

/** Tables are final: whoever made them has applied the scales already. What attributes say holds as it is, too. */
function checkScales(leaf: Leaf, tables: EnergyTables, built: StorageLevel | ComputeLevel | undefined): Diagnostic[] {
  const name = leaf.name.value;
  const found: Diagnostic[] = [];
  const unused = (key: string, why: string): void => {
    found.push(warning('W-UNUSED', `${name}.${key} has no effect, ${why}`, { span: leaf.name.span }));
  };
  if (leaf.energyScale !== 1) {
    const source = built && ('energy' in built ? built.energy.source : built.energySource);
    if (source === 'attribute') unused('energy_scale', 'its energies come from its attributes');
    else if (tables.energies(name)) unused('energy_scale', 'its energies come from the ERT');
  }
  if (leaf.areaScale !== 1 && built?.areaSource !== 'estimate')
    unused('area_scale', 'only an estimated area is scaled');
  return found;
}
