// The networks that workloads/make-networks.mjs makes, built a second time from what is published of them: layers by walking the
// network, multiply-accumulates from the parameters that its authors count. Products of activations have no parameters; they come on top.

import { layerLine, type Network } from './network-lines.js';

const product = (rows: number, inner: number, columns: number): string => layerLine({ p: rows, c: inner, m: columns });
const repeated = (times: number, layers: readonly string[]): string[] =>
  Array.from({ length: times }, () => layers).flat();

interface Decoder {
  readonly rows: number;
  readonly context: number;
}

// Llama 3 8B and Mixtral 8x7B share all of this.
const width = 4096;
const hidden = 14_336;
const depth = 32;

/** Four query heads share a key head: 8 groups of 128. */
function sharedAttention({ rows, context }: Decoder): string[] {
  return [
    product(rows, width, width),
    product(rows, width, 1024),
    product(rows, width, 1024),
    layerLine({ g: 8, p: 4 * rows, c: 128, m: context }),
    layerLine({ g: 8, p: 4 * rows, c: context, m: 128 }),
    product(rows, width, width),
  ];
}

function attentionMacs({ rows, context }: Decoder): number {
  return depth * 2 * rows * context * width;
}

function llama(at: Decoder): string[] {
  const feed = [product(at.rows, width, hidden), product(at.rows, width, hidden), product(at.rows, hidden, width)];
  return [...repeated(depth, [...sharedAttention(at), ...feed]), product(1, width, 128_256)];
}

/** 8,030,261,248 parameters: without the table of embeddings and 65 normalizations, all are met once a token. */
function llamaMacs(at: Decoder): number {
  const head = 128_256 * width;
  const perToken = 8_030_261_248 - head - 65 * width - head;
  return perToken * at.rows + head + attentionMacs(at);
}

function mixtral(at: Decoder, experts: { readonly run: number; readonly rows: number }): string[] {
  const expert = [
    product(experts.rows, width, hidden),
    product(experts.rows, width, hidden),
    product(experts.rows, hidden, width),
  ];
  const block = [...sharedAttention(at), product(at.rows, width, 8), ...repeated(experts.run, expert)];
  return [...repeated(depth, block), product(1, width, 32_000)];
}

/** 46,702,792,704 parameters in all; of eight experts a token meets two. */
function mixtralMacs(at: Decoder): number {
  const table = 32_000 * width;
  const expert = 3 * width * hidden;
  const perToken = 46_702_792_704 - 2 * table - 65 * width - depth * 6 * expert;
  return perToken * at.rows + table + attentionMacs(at);
}

function gpt3(at: Decoder): string[] {
  const { rows, context } = at;
  const block = [
    product(rows, width, 3 * width),
    layerLine({ g: 32, p: rows, c: 128, m: context }),
    layerLine({ g: 32, p: rows, c: context, m: 128 }),
    product(rows, width, width),
    product(rows, width, 4 * width),
    product(rows, 4 * width, width),
  ];
  return [...repeated(depth, block), product(1, width, 50_257)];
}

/** 12 x width^2 weights a layer. */
function gpt3Macs(at: Decoder): number {
  return depth * 12 * width ** 2 * at.rows + 50_257 * width + attentionMacs(at);
}

function vit(): string[] {
  const block = [
    product(197, 768, 2304),
    layerLine({ g: 12, p: 197, c: 64, m: 197 }),
    layerLine({ g: 12, p: 197, c: 197, m: 64 }),
    product(197, 768, 768),
    product(197, 768, 3072),
    product(197, 3072, 768),
  ];
  return [
    layerLine({ c: 3, m: 768, r: 16, s: 16, p: 14, q: 14, stride: 16 }),
    ...repeated(12, block),
    product(1, 768, 1000),
  ];
}

function efficientnet(): string[] {
  const square = (
    c: number,
    m: number,
    { kernel = 1, out, stride = 1, g = 1 }: { kernel?: number; out: number; stride?: number; g?: number },
  ) => layerLine({ c, m, r: kernel, s: kernel, p: out, q: out, stride, g });
  const layers = [square(3, 32, { kernel: 3, out: 112, stride: 2 })];
  let channels = 32;
  let size = 112;
  for (const row of [
    '1 3 1 16 1',
    '6 3 2 24 2',
    '6 5 2 40 2',
    '6 3 2 80 3',
    '6 5 1 112 3',
    '6 5 2 192 4',
    '6 3 1 320 1',
  ]) {
    const [expansion, kernel, first, to, repeats] = row.split(' ').map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    for (let index = 0; index < repeats; index += 1) {
      const stride = index === 0 ? first : 1;
      const inner = channels * expansion;
      if (expansion > 1) layers.push(square(channels, inner, { out: size }));
      size /= stride;
      layers.push(square(1, 1, { kernel, out: size, stride, g: inner }));
      layers.push(product(1, inner, channels / 4), product(1, channels / 4, inner));
      layers.push(square(inner, to, { out: size }));
      channels = to;
    }
  }
  return [...layers, square(320, 1280, { out: 7 }), product(1, 1280, 1000)];
}

export interface NoisePredictor {
  /** Block by block in the order of the stages. */
  readonly blocks: readonly (readonly string[])[];
  readonly parameters: number;
  /** With and without the products of attention, which counters of the time left out. */
  readonly macs: number;
  readonly macsWithoutAttention: number;
}

/** The whole UNet of Stable Diffusion 1.5, of which the first block down ships. */
export function noisePredictor(): NoisePredictor {
  const counted = { parameters: 0, macs: 0, attention: 0 };
  let lines: string[] = [];
  const blocks: string[][] = [];
  const end = (): void => {
    blocks.push(lines);
    lines = [];
  };
  const conv = (
    c: number,
    m: number,
    { kernel, out, stride = 1 }: { kernel: number; out: number; stride?: number },
  ): void => {
    lines.push(layerLine({ c, m, r: kernel, s: kernel, p: out, q: out, stride }));
    counted.macs += c * m * kernel ** 2 * out ** 2;
    counted.parameters += c * m * kernel ** 2 + m;
  };
  const linear = (rows: number, c: number, { to, bias = true }: { to: number; bias?: boolean }): void => {
    lines.push(product(rows, c, to));
    counted.macs += rows * c * to;
    counted.parameters += c * to + (bias ? to : 0);
  };
  const norm = (c: number): void => {
    counted.parameters += 2 * c;
  };
  const residual = (c: number, m: number, out: number): void => {
    norm(c);
    conv(c, m, { kernel: 3, out });
    linear(1, 1280, { to: m });
    norm(m);
    conv(m, m, { kernel: 3, out });
    if (c !== m) conv(c, m, { kernel: 1, out });
  };
  const attend = (c: number, tokens: number, keys: number): void => {
    lines.push(layerLine({ g: 8, p: tokens, c: c / 8, m: keys }), layerLine({ g: 8, p: tokens, c: keys, m: c / 8 }));
    counted.attention += 2 * tokens * keys * c;
    linear(tokens, c, { to: c });
  };
  const transformer = (c: number, out: number): void => {
    const tokens = out ** 2;
    norm(c);
    conv(c, c, { kernel: 1, out });
    norm(c);
    for (let one = 0; one < 3; one += 1) linear(tokens, c, { to: c, bias: false });
    attend(c, tokens, tokens);
    norm(c);
    linear(tokens, c, { to: c, bias: false });
    for (let one = 0; one < 2; one += 1) linear(77, 768, { to: c, bias: false });
    attend(c, tokens, 77);
    norm(c);
    linear(tokens, c, { to: 8 * c });
    linear(tokens, 4 * c, { to: c });
    conv(c, c, { kernel: 1, out });
  };
  linear(1, 320, { to: 1280 });
  linear(1, 1280, { to: 1280 });
  conv(4, 320, { kernel: 3, out: 64 });
  end();
  const skips = [320];
  let [c, out] = [320, 64];
  const widths = [320, 640, 1280, 1280];
  for (const [stage, m] of widths.entries()) {
    for (let layer = 0; layer < 2; layer += 1) {
      residual(c, m, out);
      c = m;
      if (stage < 3) transformer(c, out);
      skips.push(c);
    }
    if (stage < 3) {
      out /= 2;
      conv(c, c, { kernel: 3, out, stride: 2 });
      skips.push(c);
    }
    end();
  }
  residual(c, c, out);
  transformer(c, out);
  residual(c, c, out);
  end();
  for (const [stage, m] of widths.toReversed().entries()) {
    for (let layer = 0; layer < 3; layer += 1) {
      residual(c + skips.pop()!, m, out);
      c = m;
      if (stage > 0) transformer(c, out);
    }
    if (stage < 3) {
      out *= 2;
      conv(c, c, { kernel: 3, out });
    }
    end();
  }
  norm(320);
  conv(320, 4, { kernel: 3, out: 64 });
  const { parameters, macs, attention } = counted;
  return { blocks, parameters, macs: macs + attention, macsWithoutAttention: macs };
}

const prefill = { rows: 2048, context: 2048 };
const decode = { rows: 1, context: 2048 };

export const networksOfToday: readonly Network[] = [
  { directory: 'vit-b-16', prefix: '', publishedMacs: 17_563_828_224, layers: vit() },
  { directory: 'efficientnet-b0', prefix: '', publishedMacs: 385_814_752, layers: efficientnet() },
  { directory: 'llama3-8b-prefill2048', prefix: '', publishedMacs: llamaMacs(prefill), layers: llama(prefill) },
  { directory: 'llama3-8b-decode2048', prefix: '', publishedMacs: llamaMacs(decode), layers: llama(decode) },
  {
    directory: 'mixtral-8x7b-prefill2048',
    prefix: '',
    publishedMacs: mixtralMacs(prefill),
    layers: mixtral(prefill, { run: 8, rows: 512 }),
  },
  {
    directory: 'mixtral-8x7b-decode2048',
    prefix: '',
    publishedMacs: mixtralMacs(decode),
    layers: mixtral(decode, { run: 2, rows: 1 }),
  },
  { directory: 'gpt3-6.7b-prefill2048', prefix: '', publishedMacs: gpt3Macs(prefill), layers: gpt3(prefill) },
  { directory: 'gpt3-6.7b-decode2048', prefix: '', publishedMacs: gpt3Macs(decode), layers: gpt3(decode) },
  {
    directory: 'stable-diffusion-1.5-down-block',
    prefix: '',
    publishedMacs: 54_775_480_320,
    layers: noisePredictor().blocks[1]!,
  },
];
