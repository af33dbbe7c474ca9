// docs/validation/ipu.md: what is published, what the model says, and how far apart they are; then what it predicts where nothing is published.

import {
  exchangeTerabytesPerSecond,
  memoryTerabytesPerSecond,
  peakTflops,
} from '../../../../src/machines/ipu/compute/rates.js';
import type { Generation } from '../../../../src/machines/ipu/generation.js';
import type { ParameterRow } from '../../../../src/machines/ipu/parameter-row.js';
import { figureOf, parameters } from '../../../../src/machines/ipu/parameters.js';
import type { Trust } from '../../../../src/machines/parameter.js';
import { squareSizes, squareTypes } from './cases.js';
import type { Cost, Outcome } from './outcome.js';
import type { Curve } from './plot.js';

export function validationPage(outcomes: readonly Outcome[]): string {
  return `${[
    introduction(outcomes),
    published(),
    recalled(outcomes),
    shares(outcomes),
    squares(outcomes),
    pods(outcomes),
    networks(outcomes),
    limits,
  ]
    .map((part) => part.trim())
    .join('\n\n')}\n`;
}

function introduction(outcomes: readonly Outcome[]): string {
  const counted = countEstimates(outcomes);
  return `
# Validation of the IPU model

Written by \`npx vitest run test/machines/ipu/validation --update\` from the model and from mappings that searches found (\`test/bench/ipu.ts\`); a test fails when
page and model differ. How the model works is in [docs/ipu.md](../ipu.md); the command that prints a row, run by a test: [row by row](row-by-row.md).

No parameter was fitted to any figure on this page. ${parameterCount()}
The formula of the matrix unit is published for halves with 1x1 kernels on Mk2; for Mk1, for f32, for sums in f32 and for larger kernels it is an **estimate**. Those of the vector unit are
published, but for two readings of ours that the report of a mapping names. All cycles that rest on an estimate: ${counted.estimated} of the ${counted.all} mappings on this page, marked with an asterisk.
`;
}

/** An asterisk where a kernel's formula stands for something that it was not published for. */
function mark({ facts }: Cost): string {
  return facts['kernel formula'] === 'as published' ? '' : '\\*';
}

function countEstimates(outcomes: readonly Outcome[]): { readonly estimated: number; readonly all: number } {
  const costs = outcomes.flatMap(({ cost }) => cost ?? []);
  return { estimated: costs.filter((cost) => mark(cost) !== '').length, all: costs.length };
}

/** Of the table of parameters, by trust. */
function parameterCount(): string {
  const rows: readonly ParameterRow[] = Object.values(parameters);
  const of = (trust: Trust): number => rows.filter((row) => (row.mk2 ?? row.mk1)!.trust === trust).length;
  const estimates = Object.entries(parameters).filter(
    ([, row]: [string, ParameterRow]) => (row.mk2 ?? row.mk1)!.trust === 'estimate',
  );
  const names = estimates.map(([name]) => `\`${name}\``).join(', ');
  return `Of ${rows.length} parameters of the hardware ${of('public')} are public, ${of('recalled')} recalled and ${of('estimate')} estimates: ${names}; code and stack of a tile (16 KiB) too.`;
}

interface Target {
  readonly what: string;
  readonly published: number;
  readonly modelled: number;
  readonly unit: string;
  readonly note: string;
}

/** Exact where the source rounds no more than it prints. */
export function targets(): readonly Target[] {
  const peak = (generation: Generation, float = false): number =>
    peakTflops(generation, float ? 'float-float' : 'half-half');
  return [
    {
      what: 'Mk1 peak, f16',
      published: 124.5,
      modelled: peak('mk1'),
      unit: 'TFLOP/s',
      note: 'summaries of Jia et al. 2019',
    },
    { what: 'Mk1 peak, f32', published: 31.1, modelled: peak('mk1', true), unit: 'TFLOP/s', note: 'the same' },
    {
      what: 'M2000 (4 Mk2) peak, f16',
      published: 1,
      modelled: (4 * peak('mk2')) / 1000,
      unit: 'PFLOP/s',
      note: 'data sheet, rounded there',
    },
    {
      what: 'M2000 peak, f32',
      published: 0.25,
      modelled: (4 * peak('mk2', true)) / 1000,
      unit: 'PFLOP/s',
      note: 'data sheet, rounded there',
    },
    {
      what: 'Bow-2000 (4 Bow) peak, f16',
      published: 1.394,
      modelled: (4 * peak('bow')) / 1000,
      unit: 'PFLOP/s',
      note: 'data sheet',
    },
    {
      what: 'Bow-2000 peak, f32',
      published: 0.349,
      modelled: (4 * peak('bow', true)) / 1000,
      unit: 'PFLOP/s',
      note: 'data sheet',
    },
    {
      what: 'Bow-2000 memory',
      published: 261,
      modelled: 4 * memoryTerabytesPerSecond('bow'),
      unit: 'TB/s',
      note: 'data sheet; two loads and a store of 64 bits',
    },
    {
      what: 'Mk2 memory',
      published: 47,
      modelled: memoryTerabytesPerSecond('mk2'),
      unit: 'TB/s',
      note: 'Hot Chips 33',
    },
    {
      what: 'Mk1 memory, nominal',
      published: 45,
      modelled: memoryTerabytesPerSecond('mk1'),
      unit: 'TB/s',
      note: 'summaries of Jia et al. 2019; the difference is unexplained',
    },
    {
      what: 'Mk1 loads',
      published: 31.1,
      modelled: loads('mk1'),
      unit: 'TB/s',
      note: '16 bytes a cycle; measured in assembly: 30.7',
    },
    {
      what: 'Exchange of a chip, Mk1',
      published: 8,
      modelled: exchangeTerabytesPerSecond('mk1'),
      unit: 'TB/s',
      note: '"8 TB/s any pattern", rounded',
    },
    {
      what: 'Latency of memory',
      published: 6,
      modelled: figureOf('mk1', 'workers'),
      unit: 'cycles',
      note: 'a turn of the six workers',
    },
  ];
}

function loads(generation: Generation): number {
  return (16 * figureOf(generation, 'tiles') * figureOf(generation, 'clockMhz')) / 1e6;
}

function published(): string {
  const rows = targets().map(({ what, published: said, modelled, unit, note }) => [
    what,
    `${said}`,
    rounded(modelled),
    unit,
    percent(modelled / said - 1),
    note,
  ]);
  return `## Peaks\n\n${table(['', 'published', 'model', 'unit', 'difference', 'source'], rows)}

The planner's own cycle formulas (kernels, reduction, exchange, barriers between chips) are transcribed and agree with their published source number by number; the
tests of \`test/machines/ipu/compute.test.ts\` and \`test/machines/ipu/model/evaluation.test.ts\` hold them, the latter through \`mapper evaluate\`.`;
}

/** Figures from the literature that were not read again: shown, never a test. */
function recalled(outcomes: readonly Outcome[]): string {
  const [floats, mixed] = [/^\d+ f32 on Mk1$/, /sums in f32 on Mk1$/].map((name) =>
    bestOf(outcomes.filter(({ given }) => name.test(given.name))),
  );
  const largest = outcomes.find(({ given }) => given.name === '3584 f32')!;
  const rows = [
    ['Mk1 matrix product, f32', '18.9 (61 %)', shown(floats, 31.13), 'Jia et al. 2019, **recalled**'],
    [
      'Mk1 matrix product, f16 with sums in f32',
      '58.9 (47 % of 124.5)',
      shown(mixed, 124.52),
      'Jia et al. 2019, **recalled**',
    ],
    [
      'Mk2 square product, f32, 3584',
      '~44 of 62.5 (70 %), the largest measured',
      shown(largest, 62.41),
      'arXiv:2310.00256, abstract only, **recalled**',
    ],
  ];
  return `## Measured rates, recalled

From the literature and not read again, so nothing is tested against them. The model is the best mapping; a library's may be worse.

${table(['', 'reported TFLOP/s', 'model TFLOP/s', 'source'], rows)}`;
}

function shown(outcome: Outcome | undefined, peak: number): string {
  if (!outcome?.cost) return '-';
  const rate = tflopsOf(outcome)!;
  return `${rate.toFixed(1)} (${Math.round((100 * rate) / peak)} %), ${outcome.given.name}`;
}

function bestOf(outcomes: readonly Outcome[]): Outcome | undefined {
  return outcomes.toSorted((a, b) => (tflopsOf(b) ?? 0) - (tflopsOf(a) ?? 0))[0];
}

function shares(outcomes: readonly Outcome[]): string {
  const picked = ['1024 f16', '4096 f16', '4096 f32'].map((name) => outcomes.find(({ given }) => given.name === name)!);
  const rows = picked.flatMap(({ given, cost }) => {
    if (!cost) return [];
    const [compute, exchange, sync] = kinds(cost);
    const watts = (cost.energyPj * 1e-12) / (cost.cycles / 1.325e9);
    return [
      [given.name, percentOf(compute, cost), percentOf(exchange, cost), percentOf(sync, cost), `${watts.toFixed(0)} W`],
    ];
  });
  return `## Sanity

Hot Chips 33 gives 60 % compute, 30 % exchange and 10 % synchronization as typical, and 300 W a chip. The model counts adding up, casting and copying as compute. Its watts
are without leakage and clocks: the energies are shares of those 300 W at peak rates, estimates within a factor of 2.

${table(['product on one Mk2', 'compute', 'exchange', 'barriers', 'power (**estimate**)'], rows)}`;
}

function kinds({ parts }: Cost): readonly [number, number, number] {
  const of = (...names: readonly string[]): number => names.reduce((sum, name) => sum + parts[name]!, 0);
  return [
    of('compute', 'coefficient load', 'reduce', 'cast and copy'),
    of('exchange in', 'exchange partials', 'links', 'streaming'),
    of('sync'),
  ];
}

function squares(outcomes: readonly Outcome[]): string {
  const rows = outcomes.filter(({ given }) => given.series === 'square').map(squareRow);
  return `## Square matrix products on one Mk2

![Rate over size](ipu-square.svg)

The rate rises with size, since exchange, barriers and coefficient loads grow slower than work, and levels off at 60 to 75 % of the peak: a tile's memory limits how many rows stream
past each load, and from about 3000 on weights come in supersteps, which are sliced out, exchanged and waited for one by one. It dips where the size has few useful factors.
Where tensors at home fill the tiles, little is left for the work and the rate falls; at last they do not fit, and the chip refuses. Padding is not counted as work. Crosses: does not fit.

${table(['size', 'cycles', 'us', 'TFLOP/s', 'of peak', 'tiles', 'supersteps', 'bytes of a tile', 'proven'], rows)}

${refusals(outcomes.filter(({ given }) => given.series === 'square'))}`;
}

function squareRow(outcome: Outcome): string[] {
  const { given, cost, searched } = outcome;
  if (!cost) return [given.name, 'refused', '', '', '', '', '', '', ''];
  const { cycles, facts } = cost;
  const rate = tflopsOf(outcome)!;
  const [us, share] = [cycles / 1325, rate / (facts.peak as number)];
  const used = [facts['tiles used']!, facts.supersteps!, facts['tile memory in use']!].map(grouped);
  return [
    given.name,
    grouped(cycles) + mark(cost),
    us.toFixed(us < 100 ? 1 : 0),
    rate.toFixed(1),
    percentShare(share),
    ...used,
    searched!.proven ? 'yes' : `gap ${percentShare(searched!.gap)}`,
  ];
}

function refusals(outcomes: readonly Outcome[]): string {
  return outcomes.flatMap(({ given, cost, refusal }) => (cost ? [] : [`* ${given.name}: ${refusal}.`])).join('\n');
}

function pods(outcomes: readonly Outcome[]): string {
  const some = outcomes.filter(({ given }) => given.series === 'pod');
  const rows = some.map((outcome) => {
    const row = squareRow(outcome);
    const { cost } = outcome;
    return [
      ...row.slice(0, 7),
      ...(cost ? [percentOf(cost.parts.links!, cost), percentOf(cost.parts.streaming!, cost)] : ['', '']),
      row.at(-1)!,
    ];
  });
  return `## Four chips and streaming memory

Products of 16384 do not fit on four chips: their tensors are at home in streaming memory, and its 38.4 GB/s (the ceiling of two DIMMs, an **estimate**) decide.

${table(['size', 'cycles', 'us', 'TFLOP/s', 'of peak', 'tiles', 'supersteps', 'links', 'streaming', 'proven'], rows)}`;
}

const networkSeries = ['resnet50-1', 'resnet50-16', 'bert-base', 'llama3-8b-decode'];

function networks(outcomes: readonly Outcome[]): string {
  const titles = {
    'resnet50-1': 'ResNet-50, batch 1',
    'resnet50-16': 'ResNet-50, batch 16',
    'bert-base': 'BERT-base, 384 tokens',
    'llama3-8b-decode': 'Llama 3 8B, one token',
  };
  const rows = Object.entries(titles).map(([series, title]) => {
    const all = outcomes.filter(({ given }) => given.series === series);
    const layers = all.filter(({ cost }) => cost !== undefined);
    const [cycles, macs] = layers.reduce(
      ([sum, work], { cost, macs: one, count }) => [sum + count * cost!.cycles, work + count * one],
      [0, 0],
    );
    const rate = (2 * macs * 1325e6) / cycles / 1e12;
    const proven = layers.filter(({ searched }) => searched!.proven).length;
    return [
      title,
      `${layers.length}`,
      grouped(macs),
      grouped(cycles),
      `${(cycles / 1325).toFixed(0)}`,
      rate.toFixed(1),
      percentShare(rate / peakTflops('mk2', 'half-half')),
      `${proven} of ${all.length}`,
    ];
  });
  return `## Networks on one Mk2, f16

Each distinct layer searched for itself, times its count; matrix products and convolutions only. Every layer's tensors begin and end where its mapping wants them: moving
them between two layers' layouts is not counted, so real programs take longer.

${table(['network', 'layers', 'MACs', 'cycles', 'us', 'TFLOP/s', 'of peak', 'proven'], rows)}

The logits of Llama 3 8B do not fit on a chip and are refused.

${layerTable(outcomes)}`;
}

function layerTable(outcomes: readonly Outcome[]): string {
  const layers = outcomes.filter(({ given, cost }) => networkSeries.includes(given.series) && cost !== undefined);
  const rows = layers.map((outcome) => {
    const { given, cost, count } = outcome;
    const rate = tflopsOf(outcome)!;
    const [compute, exchange] = kinds(cost!);
    return [
      given.name,
      `${count}`,
      kernelOf(outcome),
      grouped(cost!.cycles) + mark(cost!),
      rate.toFixed(1),
      `${cost!.facts['tiles used']}`,
      percentOf(compute, cost!),
      percentOf(exchange, cost!),
    ];
  });
  return table(['layer', 'count', 'kernel', 'cycles', 'TFLOP/s', 'tiles', 'compute', 'exchange'], rows);
}

/** What multiplies on a tile, and whether activations and weights have changed places. */
function kernelOf({ searched }: Outcome): string {
  const of = (key: string): string => searched!.set.find((one) => one.startsWith(`machine.${key}=`))!.split('=')[1]!;
  return `${of('kernel')}${of('swapped') === 'true' ? ', swapped' : ''}`;
}

const limits = `
## What is not compared

* Exchange under load (24 % more latency on the chip, 4.0 to 7.7 times between chips, from summaries of Jia et al. 2019): the model has no contention.
* Stencil convolutions on Mk1 (0.606 ms in f16, 1.675 ms in f32) and halo exchange under emulation: their programs are not matrix products.
* Compiled code reaches about a quarter of the memory rate; the model assumes the library's kernels.
`;

export function rateCurves(outcomes: readonly Outcome[]): readonly Curve[] {
  return squareTypes.map((type) => ({
    kind: type === 'f16' ? 'half' : 'float',
    title: type,
    peak: peakTflops('mk2', type === 'f16' ? 'half-half' : 'float-float'),
    points: squareSizes.map((size) => ({
      size,
      tflops: tflopsOf(outcomes.find(({ given }) => given.name === `${size} ${type}`)!) ?? null,
    })),
  }));
}

/** Of the work itself, without padding, at the clock of the file's generation. */
export function tflopsOf({ given, macs, cost }: Outcome): number | undefined {
  const clockMhz = figureOf(given.arch.includes('mk1') ? 'mk1' : 'mk2', 'clockMhz');
  return cost && (2 * macs * clockMhz) / cost.cycles / 1e6;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function rounded(value: number): string {
  return `${Number(value.toPrecision(4))}`;
}

function percent(share: number): string {
  const shown = (100 * share).toFixed(1);
  return `${share >= 0 && !shown.startsWith('-') ? '+' : ''}${shown} %`;
}

function percentShare(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function percentOf(cycles: number, cost: Cost): string {
  return percentShare(cycles / cost.cycles);
}

function grouped(value: number | string): string {
  return typeof value === 'string' ? value : value.toLocaleString('en-US');
}
