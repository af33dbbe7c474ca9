// One storage component with everything the model reads of it (A.7).

import { warning } from '../diagnostics/diagnostic.js';
import { networkLatencies, sizeNames } from '../spec/attribute-names.js';
import type { LimitPlaces, StorageLevel } from './architecture.js';
import { readArea } from './area.js';
import {
  type AttributeSource,
  lookUp,
  plainAttributes,
  readBoolean,
  readNumber,
  readNumbers,
} from './attribute-reader.js';
import { energiesOf } from './energy-tables.js';
import type { ComponentContext, FlatComponent } from './flat-component.js';
import { effectiveAttributes } from './inheritance.js';
import { fanoutNetwork, type NetworkOptions, storageNetwork } from './network.js';
import { readLevelSparsity, warnOfDenseTiles } from './sparse/level-sparsity.js';
import { fanoutEnergy, readStorageEnergy } from './storage-energy.js';
import { readStorageSize } from './storage-size.js';

export type LevelContext = ComponentContext & Pick<NetworkOptions, 'innerAreaUm2' | 'technology'>;

/** All of a level but the gating, which needs to know the other levels. */
export type UngatedLevel = Omit<StorageLevel, 'hasPowerGating' | 'powerGatedAt'>;

export function buildStorageLevel(component: FlatComponent, context: LevelContext): UngatedLevel {
  const { name, leaf, meshX, meshY } = component;
  const attributes = effectiveAttributes(component, context);
  const source = { owner: name, attributes, span: leaf.name.span, diagnostics: context.diagnostics };
  const className = leaf.class!.value;
  const instances = meshX * meshY;
  const technology = className.includes('DRAM') || attributes.get('technology')?.value === 'DRAM' ? 'DRAM' : 'SRAM';
  const unbounded = sizeNames.some((key) => leaf.attributes.get(key)?.value === null);
  const size = readStorageSize(source, { technology, instances, unbounded });
  const { sparseGroups, tables, compat } = context;
  const groups = sparseGroups.get(name) ?? [];
  if (sparseGroups.size === 0) warnOfDenseTiles(source);
  return {
    name,
    kind: 'storage',
    leaf: name,
    className,
    technology,
    ...geometry(component),
    ...size,
    minUtilization: readNumber(source, ['min_utilization']) ?? 0,
    ...readBandwidths(source),
    bandwidthScale: readNumbers(source, 'per_dataspace_bandwidth_consumption_scale'),
    ...readLatencies(source),
    reductionSupported: readBoolean(source, 'reduction_supported') ?? true,
    energy: readStorageEnergy(source, {
      table: tables.energies(name),
      estimate: tables.estimate(name),
      whyUnknown: tables.whyUnknown(name),
      figures: { ...size, technology },
      energyScale: leaf.energyScale,
    }),
    network: storageNetwork(component, source, networkOptions(context, size.wordBits)),
    ...readArea(source, { tables, attribute: 'cluster_area', clusterSize: size.clusterSize }),
    attributes: plainAttributes(attributes),
    span: leaf.span,
    places: placesOf(source),
    ...(sparseGroups.size > 0 && {
      sparsity: readLevelSparsity(source, { groups, table: energiesOf(tables, name), compat }, size.multipleBuffering),
    }),
  };
}

/** The level in front of a leaf with a mesh: one bit wide, holds nothing, only its network and latency can cost. */
export function buildFanoutLevel(component: FlatComponent, context: LevelContext): UngatedLevel {
  const { name, leaf } = component;
  const attributes = effectiveAttributes(component, context);
  const source = { owner: name, attributes, span: leaf.name.span, diagnostics: context.diagnostics };
  const areaUm2 = context.tables.areaUm2(name) ?? null;
  return {
    name,
    kind: 'fanout',
    leaf: leaf.name.value,
    className: 'fanout',
    technology: 'SRAM',
    ...geometry(component),
    wordBits: 1,
    blockSize: 1,
    clusterSize: 1,
    capacityWords: null,
    multipleBuffering: 1,
    effectiveCapacityWords: null,
    minUtilization: 0,
    readBandwidth: null,
    writeBandwidth: null,
    sharedBandwidth: null,
    bandwidthScale: new Map(),
    ...readLatencies(source),
    reductionSupported: true,
    energy: fanoutEnergy(context.tables.energies(name)),
    network: fanoutNetwork(leaf, source, networkOptions(context, 1)),
    areaUm2,
    areaSource: areaUm2 === null ? 'none' : 'ART',
    attributes: plainAttributes(attributes),
    span: leaf.span,
    ...(leaf.spatial === undefined ? {} : { places: { fanout: leaf.spatial.span } }),
  };
}

function placesOf(source: AttributeSource): LimitPlaces {
  const capacity = lookUp(source, sizeNames);
  const minUtilization = lookUp(source, ['min_utilization']);
  return {
    ...(capacity && { capacity: capacity.attribute.span }),
    ...(minUtilization && { minUtilization: minUtilization.attribute.span }),
  };
}

function geometry({ meshX, meshY, fanoutX, fanoutY }: FlatComponent) {
  return { instances: meshX * meshY, meshX, meshY, fanoutX, fanoutY };
}

function networkOptions({ tables, innerAreaUm2, technology }: LevelContext, wordBits: number): NetworkOptions {
  return { wordBits, wirePjPerBitMm: tables.wirePjPerBitMm, innerAreaUm2, technology };
}

function readBandwidths(source: AttributeSource) {
  const both = readNumber(source, ['bandwidth']);
  const legacy = lookUp(source, ['bandwidth']);
  if (legacy) {
    const message = `${source.owner}.bandwidth is read as half of it for reads and half for writes`;
    const hint = 'use read_bandwidth, write_bandwidth or shared_bandwidth';
    source.diagnostics.push(warning('W-LEGACY', message, { span: legacy.attribute.span, hint }));
  }
  const fallback = both === undefined ? null : both / 2;
  return {
    readBandwidth: readNumber(source, ['read_bandwidth']) ?? fallback,
    writeBandwidth: readNumber(source, ['write_bandwidth']) ?? fallback,
    sharedBandwidth: readNumber(source, ['shared_bandwidth']) ?? null,
  };
}

function readLatencies(source: AttributeSource) {
  const [fill = 0, drain = 0] = networkLatencies.map((name) => readNumber(source, [name]));
  return { networkFillLatencyCycles: fill, networkDrainLatencyCycles: drain };
}
