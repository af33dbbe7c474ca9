// The compute component: one operation per instance and cycle, with its energy (A.9, A.10).

import { warning } from '../diagnostics/diagnostic.js';
import { spellings } from '../spec/attribute-names.js';
import { defaultWordBits } from '../spec/spec.js';
import type { ComputeLevel } from './architecture.js';
import { readArea } from './area.js';
import { type AttributeSource, plainAttributes, readNumber } from './attribute-reader.js';
import { actionEnergy, type EnergyTables, energiesOf } from './energy-tables.js';
import { noteOf } from './estimate/compound.js';
import type { ComponentContext, FlatComponent } from './flat-component.js';
import { effectiveAttributes } from './inheritance.js';
import { readComputeSparsity } from './sparse/level-sparsity.js';
import { defaultRemedy, otherNames } from './storage-energy.js';

export const computeActions: readonly string[] = ['mac_random', 'mult_random', 'mac', 'mult', 'compute'];

export function buildComputeLevel(component: FlatComponent, context: ComponentContext): ComputeLevel {
  const { name, leaf, meshX, meshY } = component;
  const attributes = effectiveAttributes(component, context);
  const source = { owner: name, attributes, span: leaf.name.span, diagnostics: context.diagnostics };
  const wordBits = readNumber(source, spellings.wordBits) ?? defaultWordBits;
  const { tables, sparseGroups } = context;
  const energy = readComputeEnergy(source, { tables, wordBits, energyScale: leaf.energyScale });
  const sparse = { groups: sparseGroups.get(name) ?? [], table: energiesOf(tables, name) };
  return {
    name,
    className: leaf.class!.value,
    instances: meshX * meshY,
    meshX,
    meshY,
    wordBits,
    ...energy,
    ...(sparseGroups.size > 0 && { sparsity: readComputeSparsity(source, sparse, energy.energyPj) }),
    ...readArea(source, { tables, attribute: 'area', clusterSize: 1 }),
    attributes: plainAttributes(attributes),
    span: leaf.span,
  };
}

function readComputeEnergy(
  source: AttributeSource,
  options: { readonly tables: EnergyTables; readonly wordBits: number; readonly energyScale: number },
): Pick<ComputeLevel, 'energyPj' | 'energySource' | 'estimate'> {
  const tabled = actionEnergy(options.tables.energies(source.owner), computeActions);
  const given = readNumber(source, ['energy']);
  if (tabled !== undefined) return { energyPj: tabled, energySource: 'ERT' };
  if (given !== undefined) return { energyPj: given, energySource: 'attribute' };
  const estimate = options.tables.estimate(source.owner);
  const estimated = computeActions.map((name) => estimate?.actions.get(name)).find((action) => action !== undefined);
  if (estimated) {
    return { energyPj: estimated.energyPj, energySource: estimated.kind, estimate: noteOf(estimated) };
  }
  // A coarse figure by the width (end of A.9).
  const energyPj = (options.wordBits / 16) ** 2 * options.energyScale;
  const message = `no compute energy is given for ${source.owner}, ${Number(energyPj.toPrecision(4))} pJ are assumed`;
  const known = energiesOf(options.tables, source.owner);
  const remedy =
    otherNames(source.owner, known, 'action compute') ??
    defaultRemedy(source.owner, options.tables.whyUnknown(source.owner));
  const hint = `${remedy}energy to its attributes`;
  source.diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
  return { energyPj, energySource: 'default' };
}
