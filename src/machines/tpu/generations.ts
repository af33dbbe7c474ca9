// The generations, each number with its source and flag (section 1 of docs/tpu.md; section 5 lists what is uncertain).

import { estimate, known, type Sourced } from '../parameter.js';
import type { Generation } from './generation.js';

const paper2017 = 'Jouppi et al., ISCA 2017';
const paper2021 = 'Jouppi et al., ISCA 2021, as quoted by others';
const paper2023 = 'Jouppi et al., ISCA 2023, as quoted by others';
const cloud = 'Cloud TPU documentation';
const book = 'How to Scale Your Model, chapter on TPUs';
const jax = 'JAX, tpu_info.py';
const accelforge = 'accelforge, tpu_v4i.yaml';
const documents = 'public documents of the generation';

const oneRow = known(1, book);
/** Eight sublanes go in together: bf16[8,128] by [128,128] every 8 cycles. */
const sublanes = known(8, book);
const shiftLikeV1 = (rows: number): Sourced => estimate(rows, 'one row of weights a cycle, as on v1; not public');
const narrow = (rows: number): Sourced =>
  estimate(rows, `the rate is public (${documents}), that rows go in together is not`);

/** Arrays of 128x128 fed from vector memory. */
const later = {
  arrayRows: known(128, documents),
  arrayColumns: known(128, documents),
  streamRows: sublanes,
  weightShiftCycles: shiftLikeV1(128),
  weightsFrom: 'chip',
  partialSums: 'vector-unit',
} as const;

export const generations: readonly Generation[] = [
  {
    name: 'v1',
    clockMhz: known(700, paper2017),
    cores: known(1, paper2017),
    mxusPerCore: known(1, paper2017),
    arrayRows: known(256, paper2017),
    arrayColumns: known(256, paper2017),
    streamRows: known(1, paper2017),
    weightShiftCycles: known(256, paper2017),
    memoryGbPerSecond: known(34, paper2017),
    weightsFrom: 'memory',
    partialSums: 'accumulators',
    rates: {
      int8: { rowsPerCycle: known(1, paper2017), publishedTops: known(92, paper2017) },
      int16xint8: { rowsPerCycle: known(1 / 2, paper2017), publishedTops: known(46, paper2017) },
      int16: { rowsPerCycle: known(1 / 4, paper2017), publishedTops: known(23, paper2017) },
    },
  },
  {
    ...later,
    name: 'v2',
    clockMhz: known(700, paper2021),
    cores: known(2, documents),
    mxusPerCore: known(1, documents),
    memoryGbPerSecond: known(716, jax),
    rates: { bf16: { rowsPerCycle: oneRow, publishedTops: known(46, documents) } },
  },
  {
    ...later,
    name: 'v3',
    clockMhz: known(940, paper2021),
    cores: known(2, documents),
    mxusPerCore: known(2, documents),
    memoryGbPerSecond: known(900, cloud),
    rates: { bf16: { rowsPerCycle: oneRow, publishedTops: known(123, cloud) } },
  },
  {
    ...later,
    name: 'v4i',
    clockMhz: known(1050, accelforge),
    cores: known(1, documents),
    mxusPerCore: known(4, documents),
    memoryGbPerSecond: known(614, documents),
    rates: {
      bf16: { rowsPerCycle: oneRow, publishedTops: known(138, documents) },
      int8: {
        rowsPerCycle: { value: 1, trust: 'recalled', source: paper2021 },
        publishedTops: { value: 138, trust: 'recalled', source: paper2021 },
      },
    },
  },
  {
    ...later,
    name: 'v4',
    clockMhz: known(1050, paper2023),
    cores: known(2, documents),
    mxusPerCore: known(4, documents),
    memoryGbPerSecond: known(1200, cloud),
    rates: {
      bf16: { rowsPerCycle: oneRow, publishedTops: known(275, cloud) },
      int8: { rowsPerCycle: known(1, cloud), publishedTops: known(275, cloud) },
    },
  },
  {
    ...later,
    name: 'v5e',
    clockMhz: known(1500, book),
    cores: known(1, documents),
    mxusPerCore: known(4, documents),
    memoryGbPerSecond: known(819, cloud),
    rates: {
      bf16: { rowsPerCycle: oneRow, publishedTops: known(197, cloud) },
      int8: { rowsPerCycle: narrow(2), publishedTops: known(393, cloud) },
      int4: { rowsPerCycle: narrow(4) },
    },
  },
  {
    ...later,
    name: 'v5p',
    clockMhz: known(1750, book),
    cores: known(2, documents),
    mxusPerCore: known(4, documents),
    memoryGbPerSecond: known(2765, cloud),
    rates: {
      bf16: { rowsPerCycle: oneRow, publishedTops: known(459, cloud) },
      int8: { rowsPerCycle: narrow(2), publishedTops: known(918, cloud) },
      int4: { rowsPerCycle: narrow(4) },
    },
  },
  {
    ...later,
    name: 'v6e',
    // Two arrays need 3.5 GHz for the published peak unless each takes two rows a cycle.
    clockMhz: estimate(1750, 'half of what the published peak needs at one row a cycle'),
    cores: known(1, documents),
    mxusPerCore: known(2, documents),
    arrayRows: known(256, documents),
    arrayColumns: known(256, documents),
    weightShiftCycles: shiftLikeV1(256),
    memoryGbPerSecond: known(1638, cloud),
    rates: {
      bf16: {
        rowsPerCycle: estimate(2, 'what the published peak needs at 1.75 GHz'),
        publishedTops: known(918, cloud),
      },
      int8: { rowsPerCycle: narrow(4), publishedTops: known(1836, cloud) },
      int4: { rowsPerCycle: narrow(8) },
    },
  },
];
