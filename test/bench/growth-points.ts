// What the growth benchmark searches: one architecture and one workload a point, as the texts of their files. One thing
// grows at a time, the rest stays at the base: 4 storage levels and the product of two 240 x 240 matrices, or a layer
// that gains a dimension a step until it is a batch of three-dimensional convolutions.

export type Axis = 'levels' | 'dimensions' | 'bound';
/** Whether every level keeps every dataspace, or keep and bypass are free at all levels but the outermost. */
export type Keeps = 'fixed' | 'free';

export interface GrowthPoint {
  readonly axis: Axis;
  /** Of the thing that grows. */
  readonly value: number;
  readonly keeps: Keeps;
  readonly levels: number;
  readonly bounds: Readonly<Record<string, number>>;
}

export const levelCounts = [2, 3, 4, 5, 6];
export const dimensionCounts = [3, 4, 5, 6, 7, 8, 9];
/** With 7, 16, 20, 24, 30, 36, 48 and 60 divisors; all but the first have more than any smaller number. */
export const gemmBounds = [64, 120, 240, 360, 720, 1260, 2520, 5040];

const baseLevels = 4;
const baseBound = 240;
/** Channels, positions along an axis and its filter; then the other axis, the batch, and the third axis. */
const layer = { M: 64, C: 64, P: 28, Q: 28, R: 3, S: 3, N: 4, O: 8, T: 3 };

interface Level {
  readonly name: string;
  /** Words of 16 bits, null without an end. */
  readonly capacityWords: number | null;
  readonly wordsPerCycle: number;
  readonly accessPj: number;
}

/** Outermost first. A level holds 16 times the words of the next one inwards, counting all 256 instances of RF as one. */
const outermost: Level = { name: 'DRAM', capacityWords: null, wordsPerCycle: 8, accessPj: 200 };
const shared: readonly Level[] = [
  { name: 'L4', capacityWords: 1 << 24, wordsPerCycle: 16, accessPj: 54 },
  { name: 'L3', capacityWords: 1 << 20, wordsPerCycle: 16, accessPj: 18 },
  { name: 'L2', capacityWords: 1 << 16, wordsPerCycle: 32, accessPj: 6 },
  { name: 'L1', capacityWords: 1 << 12, wordsPerCycle: 64, accessPj: 2 },
];
const innermost: Level = { name: 'RF', capacityWords: 16, wordsPerCycle: 4, accessPj: 0.5 };

/** All points of one axis, in the order of growth. */
export function pointsOf(axis: Axis, keeps: Keeps): GrowthPoint[] {
  const gemm = (bound: number): GrowthPoint['bounds'] => ({ M: bound, C: bound, P: bound });
  const point = (value: number, levels: number, bounds: GrowthPoint['bounds']): GrowthPoint => {
    return { axis, value, keeps, levels, bounds };
  };
  switch (axis) {
    case 'levels':
      return levelCounts.map((count) => point(count, count, gemm(baseBound)));
    case 'dimensions':
      return dimensionCounts.map((count) => {
        return point(count, baseLevels, Object.fromEntries(Object.entries(layer).slice(0, count)));
      });
    case 'bound':
      return gemmBounds.map((bound) => point(bound, baseLevels, gemm(bound)));
  }
}

export function architectureText({ levels, keeps }: GrowthPoint): string {
  const outside = [outermost, ...shared.slice(shared.length - (levels - 2))];
  return [
    'architecture:',
    '  version: 0.4',
    '  nodes:',
    ...outside.flatMap((level) => levelLines(level, keeps)),
    '    - !Container',
    '      name: PE',
    '      spatial: {meshX: 16, meshY: 16}',
    '      constraints:',
    '        spatial: {no_link_transfer: [Weights, Inputs, Outputs]}',
    ...levelLines(innermost, keeps),
    '    - !Component',
    '      name: mac',
    '      class: intmac',
    '      attributes: {datawidth: 16}',
    'ERT:',
    '  version: 0.4',
    '  tables:',
    ...[...outside, innermost].flatMap(({ name, accessPj }) =>
      energyLines(
        name,
        ['read', 'write', 'update'].map((action) => [action, accessPj]),
      ),
    ),
    ...energyLines('mac', [['compute', 1]]),
    '',
  ].join('\n');
}

/** The dimensions that the point has; a rank or a window without its dimensions is not there. */
export function workloadText({ bounds }: GrowthPoint): string {
  const projection = (...ranks: readonly (readonly string[])[]): string => {
    const present = ranks.map((rank) => rank.filter((name) => name in bounds)).filter((rank) => rank.length > 0);
    return `[${present.map((rank) => `[${rank.map((name) => `[${name}]`).join(', ')}]`).join(', ')}]`;
  };
  const weights = projection(['M'], ['C'], ['R'], ['S'], ['T']);
  const inputs = projection(['N'], ['C'], ['P', 'R'], ['Q', 'S'], ['O', 'T']);
  const outputs = projection(['N'], ['M'], ['P'], ['Q'], ['O']);
  const instance = Object.entries(bounds).map(([name, bound]) => `${name}: ${bound}`);
  return [
    'problem:',
    '  version: 0.4',
    '  shape:',
    '    name: growth',
    `    dimensions: [${Object.keys(bounds).join(', ')}]`,
    '    data_spaces:',
    `      - {name: Weights, projection: ${weights}}`,
    `      - {name: Inputs, projection: ${inputs}}`,
    `      - {name: Outputs, projection: ${outputs}, read_write: true}`,
    `  instance: {${instance.join(', ')}}`,
    '',
  ].join('\n');
}

function levelLines({ name, capacityWords, wordsPerCycle }: Level, keeps: Keeps): string[] {
  const attributes =
    capacityWords === null
      ? [`shared_bandwidth: ${wordsPerCycle}`]
      : [`depth: ${capacityWords}`, `read_bandwidth: ${wordsPerCycle}`, `write_bandwidth: ${wordsPerCycle}`];
  return [
    '    - !Component',
    `      name: ${name}`,
    `      class: ${capacityWords === null ? 'DRAM' : 'SRAM'}`,
    `      attributes: {width: 16, datawidth: 16, ${attributes.join(', ')}}`,
    ...(keeps === 'fixed' ? ['      constraints: {dataspace: {keep: [Weights, Inputs, Outputs]}}'] : []),
  ];
}

function energyLines(name: string, actions: readonly (readonly [string, number])[]): string[] {
  return [
    `    - name: ${name}`,
    '      actions:',
    ...actions.map(([action, energyPj]) => `        - {name: ${action}, energy: ${energyPj}}`),
  ];
}
