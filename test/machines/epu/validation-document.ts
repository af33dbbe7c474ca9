// docs/validation/epu.md: what is published beside what the model gives, and networks term by term. Every figure is computed here.

import { type CoreName, coreOf } from '../../../src/machines/epu/parameters.js';
import { peakOperationsPerSecond, tileElements } from '../../../src/machines/epu/tiles.js';
import { totalCycles } from './formulas/cycle-classes.js';
import { localMemoryOfArray } from './formulas/memory.js';
import { boundsOf, grouped, type Layer, line, rule, tableOf, totalOf } from './validation-tables.js';

const clockHz = 1e9;

/** The six classes of the profile in the SDK's documentation. */
export const publishedProfile = {
  predication: 1_981_324,
  compute: 3_616_340,
  dataArray: 5_207_348,
  mac: 5_901_120,
  dataExternal: 400_937,
  dataOcm: 1_280_653,
} as const;
export const publishedTotal = 18_387_722;

interface Published {
  readonly what: string;
  readonly modelled: number;
  readonly published: number;
  readonly unit: string;
  readonly source: string;
}

const architecturePage = '"EPU architecture"';
const chimera = 'Chimera QB announcement, 2022';

export function publishedRows(): readonly Published[] {
  const cores = ['q8', 'q16', 'q32'] as const;
  const rows = (values: readonly number[], row: (core: CoreName, value: number) => Published): Published[] =>
    cores.map((core, at) => row(core, values[at]!));
  return [
    ...rows([64, 256, 1024], (core, published) => ({
      what: `cores of ${core}`,
      modelled: tileElements(coreOf(core)),
      published,
      unit: '',
      source: architecturePage,
    })),
    {
      what: 'local memory of q8',
      modelled: localMemoryOfArray(coreOf('q8')) / 1e6,
      published: 0.26,
      unit: 'MB',
      source: `${architecturePage}, which prints "Mb"`,
    },
    ...rows([1, 4, 16], (core, published) => ({
      what: `peak of ${core}, int8`,
      modelled: peakOperationsPerSecond(coreOf(core), 'int8') / 1e12,
      published,
      unit: 'TOPS',
      source: chimera,
    })),
    ...rows([64, 256, 1000], (core, published) => ({
      what: `32-bit operations of ${core}`,
      modelled: (tileElements(coreOf(core)) * coreOf(core).aluLanes * clockHz) / 1e9,
      published,
      unit: 'GOPS',
      source: chimera,
    })),
    {
      what: 'sum of the classes of the public profile',
      modelled: totalCycles(publishedProfile),
      published: publishedTotal,
      unit: 'cycles',
      source: 'SDK documentation, profiler',
    },
  ];
}

export function errorOf({ modelled, published }: Published): number {
  return 100 * (modelled / published - 1);
}

function publishedTable(): string {
  const rows = publishedRows().map((row) => {
    const error = errorOf(row);
    const shown = error === 0 ? 'exact' : `${error > 0 ? '+' : ''}${error.toFixed(1)} %`;
    const figure = (value: number): string => `${value.toLocaleString('en-US')} ${row.unit}`.trim();
    return line([row.what, figure(row.modelled), figure(row.published), shown, row.source]);
  });
  return [line(['what', 'modelled', 'published', 'error', 'published in']), rule(5, 'text'), ...rows].join('\n');
}

/** What makes the cycles of a network, beginning with the multiplications of its convolutions. */
export function termsOf(layers: readonly Layer[]): readonly (readonly [string, number])[] {
  const connected = layers.filter(({ name }) => name === '24-fc');
  const others = layers.filter(({ name }) => name !== '24-fc');
  const part = (name: string) => (layer: Layer) => layer.parts[name]!;
  const strided = others.filter(isStrided);
  const plain = others.filter((layer) => !isStrided(layer));
  const all = layers;
  return [
    ['MAC, convolutions', totalOf(others, part('MAC'))],
    ['weight flow, fully connected', totalOf(connected, part('flow in'))],
    ['memCpy', totalOf(all, part('memCpy'))],
    ['flow in, strided layers', totalOf(strided, part('flow in'))],
    ['flow in, other convolutions', totalOf(plain, part('flow in'))],
    ['flow out', totalOf(all, part('flow out'))],
    ['neighbours', totalOf(all, part('neighbours'))],
    ['setup of copies and flows', totalOf(all, part('setup'))],
    ['staging beyond MAC', totalOf(all, part('broadcast pops'))],
    ['MAC, fully connected', totalOf(connected, part('MAC'))],
  ];
}

function isStrided(layer: Layer): boolean {
  return boundsOf(layer).Wstride! > 1;
}

function perSecond(cycles: number): string {
  return (clockHz / cycles).toFixed(1);
}

type Select = (network: string, core: 'q8' | 'q16') => readonly Layer[];

function termTable(of: Select): string {
  const [q8, q16] = (['q8', 'q16'] as const).map((core) => termsOf(of('resnet50', core)));
  const totals = [q8!, q16!].map((terms) => terms.reduce((sum, [, cycles]) => sum + cycles, 0));
  const floors = [q8!, q16!].map((terms) => terms[0]![1] + terms[1]![1]);
  const rows = q8!.map(([name, cycles], at) => line([name, grouped(cycles), grouped(q16![at]![1])]));
  return [
    line(['cycles of one image', 'q8', 'q16']),
    rule(3),
    ...rows.slice(0, 2),
    line(['**MAC and weight flow alone**', ...floors.map((cycles) => `${grouped(cycles)} (${perSecond(cycles)}/s)`)]),
    ...rows.slice(2),
    line(['**all**', ...totals.map((cycles) => `${grouped(cycles)} (${perSecond(cycles)}/s)`)]),
  ].join('\n');
}

/** The network with its strided layers fetched by random access wherever pixels lie on the cores. */
function byRandomAccess(of: Select, core: 'q8' | 'q16'): string {
  const accessed = of('resnet50-random-access', core);
  const same = of('resnet50', core).filter(({ name }) => !accessed.some((layer) => layer.name === name));
  const cycles = totalOf([...accessed, ...same], (layer) => layer.cycles);
  return `${grouped(cycles)} cycles on ${core} (${perSecond(cycles)}/s)`;
}

function onColumns(of: Select, network: string): string {
  const [q8, q16] = (['q8', 'q16'] as const).map((core) => {
    const layers = of(network, core);
    return `${layers.filter(({ placement }) => placement === 'columns').length} of ${layers.length} on ${core}`;
  });
  return `${q8} and ${q16}`;
}

export function validationDocument(layers: readonly Layer[]): string {
  const of: Select = (network, core) => layers.filter((layer) => layer.network === network && layer.core === core);
  const tables = (network: string): string =>
    (['q8', 'q16'] as const).map((core) => `${core}:\n\n${tableOf(of(network, core))}\n`).join('\n');
  return `# EPU: what the model gives

Written by \`test/machines/epu/validation.test.ts\`, which evaluates every mapping again; \`npx vitest run test/machines/epu/validation.test.ts -u\` writes it anew.

## Beside what is published

${publishedTable()}

Sizes and the closed sum are exact by construction: they check that nothing is mistyped. The 8 MACs of a core come from the published peak of 1 TOPS, so that peaks
agree is no evidence; that 4 and 16 TOPS follow confirms the scaling only. That a picture of 1080 x 1920 pixels of two bytes (4,147,200 bytes) does not fit into the cores of a q8 (262,144
bytes), as the public Gaussian example says, is a test. **No latency or frame rate of an EPU or Chimera core is published** that names network, core, clock and memory, so nothing below has
been compared with a measurement. All of it is *modelled*, with estimated rates: 1 GHz, a line of cores a cycle between OCM and array, 12.8 bytes a cycle from DDR, nothing overlapped.

The command that prints a row, run by a test: [row by row](row-by-row.md).

## ResNet-50, int8, one image

Every layer's mapping is proven optimal for cycles, then energy, over what may lie on the cores (\`rows\`: pixels or tokens;
\`columns\`: output channels) and over both ways to fetch what a stride skips. Columns are taken in ${onColumns(of, 'resnet50')}.
54 layers: 53 convolutions and the fully connected one, with stride in the 3 x 3. Every layer's output goes to DDR, so that neighbours in
the network may lie differently.

${termTable(of)}

The first two terms are what the array cannot do without under the placement taken: ceil(rows / D) x ceil(columns / D) tiles x filters x taps
x ceil(channels / 8) steps with pixels on the D x D cores, pixels x ceil(filters / D²) x taps x ceil(channels / 8) with columns, and a fully
connected layer whose weights arrive a line a cycle. The searches reach exactly
these. The terms that follow are the price of a serial machine:

* **memCpy**: 25.5 MB of weights and every layer's activations, in and out of DDR, at 12.8 bytes a cycle. No layer hands its output to the next in OCM.
* **flow in, strided layers**: seven layers skip rows and columns. With columns on the cores the weights flow in, and nothing is skipped; with pixels
  all rows and columns come by flows and shuffling costs nothing (an estimate), or random access fetches one element a cycle. With random
  access alone (\`--set machine.strided_fetch=rau\`) the network takes ${byRandomAccess(of, 'q8')} and ${byRandomAccess(of, 'q16')}.
* **flow in, flow out**: a line of D elements a cycle, so half as long on the q16 where maps fill its tiles, and the same where they do not.
* **neighbours**: for every register of activations and step a hop for each tap that is not the core's own; none with columns on the cores.

${tables('resnet50')}
## MobileNetV2, depthwise layers, int8

One input channel a group leaves seven of eight lanes idle, and a pop brings one weight. MACs are the smallest part. Pixels lie on
the cores: a channel a group has no columns.

${tables('mobilenetv2')}
## BERT-base, 128 tokens, int8

Tokens fill half of a q16 (128 of 256 cores, in one tile), and two tiles of a q8; columns of the weights fill both. Columns are taken in
${onColumns(of, 'bert-base')}. The pooler has one row: weight flow is the bound (\`flow in\` beside \`MAC\`).

${tables('bert-base')}
## A matrix of 1,024 x 1,024 times a vector, int8

${tables('gemv')}
## A 3 x 3 filter over 1080 x 1920 pixels, int16

${tables('stencil')}
## What this does not show

Whether any rate is right; what overlaps on silicon (\`composition: overlapped\`); predication and the ALU, which take 30 % of the public profile's cycles; networks whose layers stay in OCM; and
ConvNext on a Chimera of another family, of which only "28 times" another system is published.
`;
}
