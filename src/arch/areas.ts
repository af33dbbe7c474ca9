// Area of everything inside one instance of each level, which tells how long the wires below it are (F.10).

import type { EnergyTables } from './energy-tables.js';
import type { FlatComponent } from './flat-component.js';

/**
 * `line` is innermost first without the compute. Entry `i` is the area inside one child of level `i`; all null when the
 * tables know no area at all, unknown ones otherwise count as 0.
 */
export function innerAreas(
  line: readonly FlatComponent[],
  compute: FlatComponent,
  tables: EnergyTables,
): readonly (number | null)[] {
  const areaOf = ({ name }: FlatComponent) => tables.areaUm2(name) ?? tables.estimate(name)?.areaUm2 ?? undefined;
  const known = [compute, ...line].some((component) => areaOf(component) !== undefined);
  if (!known) return line.map(() => null);
  let inside = areaOf(compute) ?? 0;
  return line.map((component) => {
    const child = inside;
    inside = (areaOf(component) ?? 0) + child * component.fanoutX * component.fanoutY;
    return child;
  });
}
