import { expect, it } from 'vitest';
import {
  bytesDelivered,
  elementsPerPop,
  indexFindings,
  leftover,
  popsFor,
  sideFindings,
  stagingRuling,
  unprimed,
} from '../../../src/machines/epu/broadcast.js';
import type { ElementType } from '../../../src/machines/epu/element-type.js';
import type { Core } from '../../../src/machines/epu/parameters.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { popsPerFilter } from './formulas/convolution.js';
import { checkVectors, codeOf, on, plane, q8, q16, verdict } from './vectors.js';

const staged = (core: Core, shape: Shape, type: ElementType): number | string =>
  verdict(stagingRuling(core, shape, type), ({ popsAvailable }) => popsAvailable);
const square = (type: ElementType) => (core: Core) => staged(core, plane(core.arraySide, core.arraySide), type);
const left = (pops: number): number | string => {
  const ruling = stagingRuling(q8, plane(8, 8), 'int32');
  if (ruling.kind === 'illegal') throw new Error('an array of the array cannot be staged');
  return verdict(leftover(ruling.value, pops), (elements) => elements);
};
const filterPops = (channels: number): number =>
  popsPerFilter(q8, { batches: 1, filters: 1, channels, taps: { rows: 3, columns: 3 }, type: 'int8' });

checkVectors('F', {
  57: () => (['int32', 'int16', 'int8'] as const).map((type) => elementsPerPop(q8, type)),
  58: () => (['int8', 'int16', 'int32'] as const).map((type) => popsFor(q8, 3 * 3 * 16, type)),
  59: () => on([q8, q16], square('int32')),
  60: () => [q8, q16].flatMap((core) => [square('int16')(core), square('int8')(core)]),
  61: () => [left(32), left(33)],
  62: () => left(31),
  63: () => codeOf([unprimed]),
  64: () =>
    (
      [
        [1, 'int32'],
        [2, 'int32'],
        [3, 'int16'],
        [4, 'int16'],
        [7, 'int8'],
        [8, 'int8'],
      ] as const
    ).map(([index, type]) => codeOf(indexFindings(q8, index, type))),
  65: () => [staged(q8, plane(1, 27), 'int8'), staged(q8, plane(4, 8), 'int8'), staged(q16, plane(2, 16), 'int8')],
  66: () => [
    staged(q16, plane(16, 8), 'int32'),
    staged(q8, plane(8, 16), 'int32'),
    staged(q16, plane(16, 15), 'int32'),
  ],
  67: () => [5 * q8.popBytes, left(5)],
  68: () => on([q8, q16], (core) => bytesDelivered(core, 1)),
  69: () => [Math.floor(27 / elementsPerPop(q8, 'int8')), popsFor(q8, 27, 'int8')],
  70: () => [3, 8, 16].map(filterPops),
});

it('enters from the west only', () => {
  expect((['NORTH', 'SOUTH', 'EAST', 'WEST'] as const).map((side) => codeOf(sideFindings(side)))).toEqual([
    'E_BSIDE',
    'E_BSIDE',
    'E_BSIDE',
    'ok',
  ]);
});

it('says how to make rows of the array', () => {
  const ruling = stagingRuling(q8, plane(1, 27), 'int8');
  expect(ruling).toMatchObject({ problems: [{ instead: expect.stringMatching(/27 elements make 4 rows of 8/) }] });
});
