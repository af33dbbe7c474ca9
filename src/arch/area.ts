// The area of one instance of a component: the ART, else its attribute, else an estimate (A.9).

import type { Architecture } from './architecture.js';
import { type AttributeSource, readNumber } from './attribute-reader.js';
import type { EnergyTables } from './energy-tables.js';

type Area = Pick<Architecture['compute'], 'areaUm2' | 'areaSource'>;

export interface AreaOptions {
  readonly tables: EnergyTables;
  readonly attribute: 'area' | 'cluster_area';
  /** Instances that an attribute or an estimate is for; a table is for one. */
  readonly clusterSize: number;
}

export function readArea(source: AttributeSource, { tables, attribute, clusterSize }: AreaOptions): Area {
  const given = readNumber(source, [attribute]);
  const tabled = tables.areaUm2(source.owner);
  if (tabled !== undefined) return { areaUm2: tabled, areaSource: 'ART' };
  if (given !== undefined) return { areaUm2: given / clusterSize, areaSource: 'attribute' };
  const estimated = tables.estimate(source.owner)?.areaUm2 ?? null;
  if (estimated === null) return { areaUm2: null, areaSource: 'none' };
  return { areaUm2: estimated / clusterSize, areaSource: 'estimate' };
}
