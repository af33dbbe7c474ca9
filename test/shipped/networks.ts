// The networks under workloads/nets, built a second time from their papers' tables by walking the network layer after
// layer, so that a wrong file cannot agree with itself. A layer is written as one line: its bounds and its stride.

import { layerLine, type Network } from './network-lines.js';
import { networksOfToday } from './networks-of-today.js';

// BERT-base and the smallest GPT-2 share these.
const width = 768;
const heads = 12;
const depth = 12;
// GPT-2 only.
const context = 1024;
const vocabulary = 50_257;

export const networks: readonly Network[] = [
  { directory: 'alexnet', prefix: '', publishedMacs: 724_406_816, layers: alexnet() },
  { directory: 'vgg16', prefix: '', publishedMacs: 15_470_264_320, layers: vgg16() },
  { directory: 'resnet18', prefix: '', publishedMacs: 1_814_073_344, layers: resnet([2, 2, 2, 2], basicBlock) },
  { directory: 'resnet50', prefix: '', publishedMacs: 4_089_184_256, layers: resnet([3, 4, 6, 3], bottleneck) },
  { directory: 'mobilenetv2', prefix: '', publishedMacs: 300_774_272, layers: mobileNetV2() },
  { directory: 'bert-base', prefix: 'seq128-', publishedMacs: bertMacs(128), layers: bert(128) },
  { directory: 'bert-base', prefix: 'seq384-', publishedMacs: bertMacs(384), layers: bert(384) },
  { directory: 'gpt2', prefix: 'prefill1024-', publishedMacs: gpt2Macs(1024), layers: gpt2(1024) },
  { directory: 'gpt2', prefix: 'decode1024-', publishedMacs: gpt2Macs(1), layers: gpt2(1) },
  ...networksOfToday,
];

function square(c: number, m: number, layer: { kernel: number; out: number; stride?: number; g?: number }): string {
  const { kernel, out, stride = 1, g = 1 } = layer;
  return layerLine({ c, m, r: kernel, s: kernel, p: out, q: out, stride, g });
}

function alexnet(): string[] {
  return [
    square(3, 96, { kernel: 11, out: 55, stride: 4 }),
    square(96 / 2, 256 / 2, { kernel: 5, out: 27, g: 2 }),
    square(256, 384, { kernel: 3, out: 13 }),
    square(384 / 2, 384 / 2, { kernel: 3, out: 13, g: 2 }),
    square(384 / 2, 256 / 2, { kernel: 3, out: 13, g: 2 }),
    square(256, 4096, { kernel: 6, out: 1 }),
    layerLine({ c: 4096, m: 4096 }),
    layerLine({ c: 4096, m: 1000 }),
  ];
}

/** Configuration D: a pool ends each stage. */
function vgg16(): string[] {
  const layers: string[] = [];
  let channels = 3;
  let out = 224;
  for (const stage of ['64 64', '128 128', '256 256 256', '512 512 512', '512 512 512']) {
    for (const filters of stage.split(' ').map(Number)) {
      layers.push(square(channels, filters, { kernel: 3, out }));
      channels = filters;
    }
    out /= 2;
  }
  return [
    ...layers,
    square(512, 4096, { kernel: 7, out: 1 }),
    layerLine({ c: 4096, m: 4096 }),
    layerLine({ c: 4096, m: 1000 }),
  ];
}

interface Block {
  readonly layers: readonly string[];
  readonly channels: number;
}

function resnet(depths: readonly number[], block: (from: number, width: number, at: At) => Block): string[] {
  const layers = [square(3, 64, { kernel: 7, out: 112, stride: 2 })];
  let channels = 64;
  let input = 56;
  for (const [stage, depth] of depths.entries()) {
    for (let index = 0; index < depth; index++) {
      const stride = stage > 0 && index === 0 ? 2 : 1;
      const built = block(channels, 64 * 2 ** stage, { input, stride });
      layers.push(...built.layers);
      channels = built.channels;
      input /= stride;
    }
  }
  return [...layers, layerLine({ c: channels, m: 1000 })];
}

interface At {
  readonly input: number;
  readonly stride: number;
}

function basicBlock(from: number, width: number, { input, stride }: At): Block {
  const out = input / stride;
  const main = [square(from, width, { kernel: 3, out, stride }), square(width, width, { kernel: 3, out })];
  return { layers: [...main, ...shortcut(from, width, { out, stride })], channels: width };
}

/** With the stride in the 3 x 3 convolution. */
function bottleneck(from: number, width: number, { input, stride }: At): Block {
  const out = input / stride;
  const main = [
    square(from, width, { kernel: 1, out: input }),
    square(width, width, { kernel: 3, out, stride }),
    square(width, 4 * width, { kernel: 1, out }),
  ];
  return { layers: [...main, ...shortcut(from, 4 * width, { out, stride })], channels: 4 * width };
}

/** A projection where the shapes differ, else the identity. */
function shortcut(from: number, to: number, at: { out: number; stride: number }): string[] {
  return from === to ? [] : [square(from, to, { kernel: 1, ...at })];
}

function mobileNetV2(): string[] {
  const layers = [square(3, 32, { kernel: 3, out: 112, stride: 2 })];
  let channels = 32;
  let size = 112;
  const rows = ['1 16 1 1', '6 24 2 2', '6 32 3 2', '6 64 4 2', '6 96 3 1', '6 160 3 2', '6 320 1 1'];
  for (const row of rows) {
    const [expansion, to, repeats, firstStride] = row.split(' ').map(Number) as [number, number, number, number];
    for (let index = 0; index < repeats; index++) {
      const stride = index === 0 ? firstStride : 1;
      const hidden = channels * expansion;
      if (expansion !== 1) layers.push(square(channels, hidden, { kernel: 1, out: size }));
      size /= stride;
      layers.push(square(1, 1, { kernel: 3, out: size, stride, g: hidden }));
      layers.push(square(hidden, to, { kernel: 1, out: size }));
      channels = to;
    }
  }
  return [...layers, square(channels, 1280, { kernel: 1, out: 7 }), layerLine({ c: 1280, m: 1000 })];
}

function attention(queries: number, context: number): string[] {
  return [
    layerLine({ c: width / heads, m: context, p: queries, g: heads }),
    layerLine({ c: context, m: width / heads, p: queries, g: heads }),
  ];
}

function feedForward(rows: number): string[] {
  return [layerLine({ c: width, m: 4 * width, p: rows }), layerLine({ c: 4 * width, m: width, p: rows })];
}

function bert(tokens: number): string[] {
  const projection = layerLine({ c: width, m: width, p: tokens });
  const encoder = [
    projection,
    projection,
    projection,
    ...attention(tokens, tokens),
    projection,
    ...feedForward(tokens),
  ];
  return [...Array.from({ length: depth }, () => encoder).flat(), layerLine({ c: width, m: width })];
}

/** 12 x width^2 weights a layer, two products of attention, and the pooler. */
function bertMacs(tokens: number): number {
  return depth * (12 * width ** 2 * tokens + 2 * tokens ** 2 * width) + width ** 2;
}

function gpt2(rows: number): string[] {
  const block = [
    layerLine({ c: width, m: 3 * width, p: rows }),
    ...attention(rows, context),
    layerLine({ c: width, m: width, p: rows }),
    ...feedForward(rows),
  ];
  return [...Array.from({ length: depth }, () => block).flat(), layerLine({ c: width, m: vocabulary })];
}

function gpt2Macs(rows: number): number {
  return depth * (12 * width ** 2 * rows + 2 * rows * context * width) + width * vocabulary;
}
