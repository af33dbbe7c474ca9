// docs/validation/row-by-row.md: for every published row of the machines' pages the command that prints it, which runs here.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapperHere } from '../cli/run-mapper.js';
import { scaleSimRuns } from './tpu/mxu/scale-sim.js';
import { withoutVector } from './tpu/validation/cases.js';
import { applications, pallasRuns, ridges } from './tpu/validation/published.js';
import { workedExamples } from './tpu/validation/worked-examples.js';

interface Row {
  readonly what: string;
  readonly published: number;
  /** Percent that the printed figure may be off. */
  readonly bound: number;
  /** Behind `mapper`. */
  readonly command: string;
  /** Where the document has the figure, in the page's words, and how it is read. */
  readonly figure: string;
  readonly of: (document: never) => number;
}

type Figures = Readonly<Record<string, number>>;
interface Rates {
  readonly memoryGbPerSecond: number;
  readonly rates: readonly { readonly type: string; readonly tops: number; readonly operationsPerByte: number }[];
}
interface Chip {
  readonly amp: readonly { readonly precision: string; readonly peakTflops: number }[];
  readonly memoryTerabytesPerSecond: number;
  readonly exchangeTerabytesPerSecond: number;
}
interface Core {
  readonly cores: number;
  readonly localMemoryBytes: number;
  readonly peakTops: Figures;
  readonly aluGops: number;
}
interface Costed {
  readonly cycles: number;
  readonly mappings?: readonly { readonly cycles: number }[];
}

const field =
  (name: string) =>
  (document: Figures): number =>
    document[name]!;

const scaleSim = scaleSimRuns.map(
  ([rows, columns, dataflow, m, k, n, published]): Row => ({
    ...{ what: `${rows}x${columns}, ${dataflow}, [${m},${k}] by [${k},${n}], cycles`, published, bound: 0 },
    command: `inspect tpu unpipelined --array ${rows},${columns} --m ${m} --k ${k} --n ${n} --dataflow ${dataflow}`,
    figure: '`scaleSimCycles`',
    of: field('scaleSimCycles'),
  }),
);

const worked = workedExamples.map(
  ({ arch, size: [m, k, n], arrays, cycles }): Row => ({
    ...{
      what: `${arch}, ${arrays} of its arrays, [${m},${k}] by [${k},${n}], cycles`,
      published: cycles,
      bound: 0.001,
    },
    command: `inspect tpu matmul --generation ${arch} --m ${m} --k ${k} --n ${n} --mxus ${arrays}`,
    figure: '`cycles`',
    of: field('cycles'),
  }),
);

const parts = { active: 'streamCycles', shift: 'shiftCycles', stall: 'stallCycles' } as const;

/** CNN1 mixes convolutions and fully connected layers, which no single product is. */
const counters = applications.flatMap((one): Row[] => {
  if (one.name === 'CNN1') return [];
  const measured = withoutVector(one);
  const type = one.name.startsWith('LSTM') ? 'int16xint8' : 'int8';
  return (['active', 'shift', 'stall'] as const).map((part) => ({
    ...{ what: `v1, ${one.name}, ${part}, % of a fold`, published: measured[part], bound: 25 },
    command: `inspect tpu matmul --generation v1 --type ${type} --m ${one.rows} --k 2048 --n 2048`,
    figure: `\`${parts[part]}\` / \`foldCycles\``,
    of: (document: Figures) => (100 * document[parts[part]]!) / document.foldCycles!,
  }));
});

const rooflines = applications.map(
  ({ name, intensity, rooflineTops }): Row => ({
    ...{ what: `v1, roofline of ${name}, TOPS`, published: rooflineTops, bound: 1 },
    command: 'inspect tpu rates --generation v1',
    figure: `least of \`tops\` and ${2 * intensity} operations for each byte of \`memoryGbPerSecond\``,
    of: ({ memoryGbPerSecond, rates }: Rates) => Math.min(rates[0]!.tops, (2 * intensity * memoryGbPerSecond) / 1000),
  }),
);

const meeting = ridges.map(
  ([generation, published]): Row => ({
    ...{ what: `${generation}, bf16, operations per byte`, published, bound: generation === 'v3' ? 13 : 4 },
    command: `inspect tpu rates --generation ${generation}`,
    figure: '`operationsPerByte`',
    of: ({ rates }: Rates) => rates.find(({ type }) => type === 'bf16')!.operationsPerByte,
  }),
);

const kernels = pallasRuns.map(
  ([m, k, n, size, published]): Row => ({
    ...{ what: `v5e, ${size}, blocks of ${m} x ${k} x ${n}, ms`, published, bound: 5 },
    command: `evaluate arch/tpu-v5e.yaml 'Z[M,N] = A[M,K] * B[K,N]; M=${size}, K=${size}, N=${size}' test/golden/machines/pallas/${size}-${m}x${k}x${n}.yaml --set machine.dispatch_us=115`,
    figure: '`cycles` at 1.5 GHz',
    of: ({ cycles }: Costed) => cycles / 1.5e6,
  }),
);

function chip(
  what: string,
  published: number,
  generation: string,
  ...[bound, figure, of]: readonly [number, string, (chip: Chip) => number]
): Row {
  return { what, published, bound, command: `inspect ipu rates --generation ${generation}`, figure, of };
}

const peak =
  (precision: string, chips = 1) =>
  ({ amp }: Chip): number =>
    chips * amp.find((one) => one.precision === precision)!.peakTflops;

const chips: readonly Row[] = [
  chip('Mk1 peak, f16, TFLOP/s', 124.5, 'mk1', 0.1, '`peakTflops` of half-half', peak('half-half')),
  chip('Mk1 peak, f32, TFLOP/s', 31.1, 'mk1', 0.2, '`peakTflops` of float-float', peak('float-float')),
  chip('four Mk2, f16, TFLOP/s', 1000, 'mk2', 0.2, 'four times `peakTflops` of half-half', peak('half-half', 4)),
  chip('four Mk2, f32, TFLOP/s', 250, 'mk2', 0.2, 'four times `peakTflops` of float-float', peak('float-float', 4)),
  chip('four Bow, f16, TFLOP/s', 1394, 'bow', 0.1, 'four times `peakTflops` of half-half', peak('half-half', 4)),
  chip('four Bow, f32, TFLOP/s', 349, 'bow', 0.2, 'four times `peakTflops` of float-float', peak('float-float', 4)),
  chip(
    'four Bow, memory, TB/s',
    261,
    'bow',
    0.2,
    'four times `memoryTerabytesPerSecond`',
    (one) => 4 * one.memoryTerabytesPerSecond,
  ),
  chip('Mk2 memory, TB/s', 47, 'mk2', 0.5, '`memoryTerabytesPerSecond`', (one) => one.memoryTerabytesPerSecond),
  chip('Mk1 memory, nominal, TB/s', 45, 'mk1', 4, '`memoryTerabytesPerSecond`', (one) => one.memoryTerabytesPerSecond),
  chip(
    'Mk1 loads, TB/s',
    31.1,
    'mk1',
    0.2,
    'two thirds of `memoryTerabytesPerSecond`',
    (one) => (2 / 3) * one.memoryTerabytesPerSecond,
  ),
  chip('Mk1 exchange, TB/s', 8, 'mk1', 3, '`exchangeTerabytesPerSecond`', (one) => one.exchangeTerabytesPerSecond),
];

/** What the page's table of recorded mappings has, found again. */
const squares = (
  [
    [256, 'f16', 2019],
    [512, 'f16', 6109],
    [1024, 'f16', 28_169],
    [256, 'f32', 3628],
  ] as const
).map(
  ([size, type, published]): Row => ({
    ...{ what: `Mk2, square product of ${size} in ${type}, cycles of the page`, published, bound: 0.1 },
    command: `search arch/ipu-mk2.yaml 'Z[M,N] = A[M,K] * B[K,N]; M=${size}, K=${size}, N=${size}' --set machine.type=${type} --objective cycles`,
    figure: '`cycles`',
    of: ({ mappings }: Costed) => mappings![0]!.cycles,
  }),
);

const array = (core: string, rows: readonly (readonly [string, number, number, string, (core: Core) => number])[]) =>
  rows.map(
    ([what, published, bound, figure, of]): Row => ({
      ...{ what: `${core}, ${what}`, published, bound, figure, of },
      command: `inspect epu rates --core ${core}`,
    }),
  );
const sizeAndPeaks = (core: string, cores: number, tops: number, gops: number): Row[] =>
  array(core, [
    ['cores', cores, 0, '`cores`', (one) => one.cores],
    ['peak of int8, TOPS', tops, 2.5, '`peakTops.int8`', (one) => one.peakTops.int8!],
    ['32-bit operations, GOPS', gops, 2.5, '`aluGops`', (one) => one.aluGops],
  ]);
/** What the page's table of recorded mappings has, found again. */
const layers = (
  [
    ['q8', '11-conv3_x-3x3', 286_008],
    ['q16', '11-conv3_x-3x3', 124_312],
    ['q8', '21-conv5_x-downsample', 596_440],
    ['q8', '24-fc', 432_348],
  ] as const
).map(
  ([core, layer, published]): Row => ({
    ...{ what: `${core}, ResNet-50 ${layer}, cycles of the page`, published, bound: 0 },
    command: `search arch/epu-${core}.yaml workloads/nets/resnet50/${layer}.yaml --objective cycles,energy`,
    figure: '`cycles`',
    of: ({ mappings }: Costed) => mappings![0]!.cycles,
  }),
);

const pages: Readonly<Record<string, readonly Row[]>> = {
  TPU: [...scaleSim, ...worked, ...counters, ...rooflines, ...kernels, ...meeting],
  IPU: [...chips, ...squares],
  EPU: [
    ...sizeAndPeaks('q8', 64, 1, 64),
    ...sizeAndPeaks('q16', 256, 4, 256),
    ...sizeAndPeaks('q32', 1024, 16, 1000),
    ...array('q8', [['local memory, MB', 0.26, 1, '`localMemoryBytes`', (one) => one.localMemoryBytes / 1e6]]),
    ...layers,
  ],
};

const lines = new Map<string, string[]>();

describe.each(Object.entries(pages))('%s', (page, rows) => {
  it.each(rows)('$what', async ({ what, published, bound, command, figure, of }) => {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
    const out = words[0] === 'search' ? ['--out', mkdtempSync(join(tmpdir(), 'mapper-')), '--force'] : [];
    const { stdout, status } = await mapperHere([...words, '--json', ...out]);
    expect(status).toBe(0);
    const printed = of(JSON.parse(stdout) as never);
    if (published === 0) expect(printed).toBe(0);
    else expect(Math.abs(100 * (printed / published - 1))).toBeLessThanOrEqual(bound + 1e-9);
    const shown = [published, printed].map((value) =>
      Number(value.toPrecision(5)).toLocaleString('en-US', { maximumSignificantDigits: 5 }),
    );
    lines.set(page, [
      ...(lines.get(page) ?? []),
      `| ${[what, ...shown, figure, `\`mapper ${command}\``].join(' | ')} |`,
    ]);
  });
});

it('docs/validation/row-by-row.md says so', async () => {
  const tables = Object.keys(pages).map(
    (page) =>
      `## [${page}](${page.toLowerCase()}.md)\n\n| row | published | printed | in the document | command |\n| --- | ---: | ---: | --- | --- |\n${lines.get(page)!.join('\n')}\n`,
  );
  const text = `# Rows of the validation pages, with their commands

Written by \`npx vitest run test/machines/row-by-row.test.ts --update\`, which runs every command with \`--json\` and holds what it prints to the
published figure. Not here, because no one command prints them: CNN1 of TPU v1, which mixes layers, and the array of 512 x 512 for LSTM1;
the batch from which a v5e computes, found between two evaluations. Of the IPU's products and the EPU's networks a few are found again
here; the others are the same command with another size or another file. They compare the model with itself, not with a measurement.

${tables.join('\n')}`;
  await expect(text).toMatchFileSnapshot('../../docs/validation/row-by-row.md');
});
