// The settings of `machine: {name: epu, ...}`: which core it is, how what nobody documents is to be taken, and every rate of
// ../parameters.ts under its name there, written as keys of files are: `ddr_bytes_per_cycle`. What the section leaves out has the value of that table.

import type { PlainValue } from '../../../spec/node.js';
import { keyOf } from '../../parameter-table.js';
import { readSection } from '../../section.js';
import type { Packing } from '../local-memory.js';
import { type CoreName, coreOf, type ParameterName, parameterNames } from '../parameters.js';

/** Whether copies, flows and cores work one after the other, as the classes of the public profile add up (C9), or at the same time. */
export type Composition = 'serial' | 'overlapped';

/** How a region is fetched of which every second (third, ...) row and column is wanted (R1, C2). */
export type StridedFetch = 'rau' | 'flow';

/** Which dimensions lie on the cores: pixels and tokens, or columns of the weights with the activations broadcast. */
export type OnCores = 'rows' | 'columns';

/** Of a section that the schema has passed. */
export function settingsOf(section: PlainValue) {
  const given = readSection(section);
  const figures = parameterNames.map((name) => [name, given<number | undefined>(keyOf(name), undefined)]);
  return {
    core: coreOf(given<CoreName>('core', 'q8'), Object.fromEntries(figures) as Partial<Record<ParameterName, number>>),
    composition: given<Composition>('composition', 'serial'),
    packing: given<Packing>('packing', 'unpacked'),
    stridedFetch: given<StridedFetch>('strided_fetch', 'rau'),
    onCores: given<OnCores>('on_cores', 'rows'),
    /** Operations of a core's ALU for every finished output: scaling, activation. */
    aluOperationsPerOutput: given('alu_operations_per_output', 0),
  };
}
