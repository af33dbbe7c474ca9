// Makes the networks of today under workloads/nets from their published configurations: `node workloads/make-networks.mjs`, after a
// build. What multiplies becomes a workload file, once a distinct layer; network.yaml runs them in order and says who takes whose output.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { networkOf, outputWords } from '../dist/workload/import/network.js';
import { layerFileNames, networkFileName, networkTexts } from '../dist/workload/import/network-files.js';
import { workloadText } from '../dist/workload/import/workload-text.js';

const productNote = 'A matrix product [P x C] x [C x M]: P = rows (tokens), C = inner dimension, M = columns; all others 1.';
const headsNote = 'A product a head: G = heads, since both operands differ from head to head.';
const sharedNote = 'G = key heads; the queries of the heads that share a key head are rows (P) of one product.';

/** Collects steps; every method returns the number of the step it adds. */
class Network {
  steps = [];
  needed = [];

  add(name, role, problem, { inputs = null, weights = null, through = [], words, times = 1, operator = 'MatMul', note = productNote, also = [] }) {
    const at = this.steps.length;
    const { C, M, G = 1, R, S, Hstride = 1, Wstride = 1 } = problem.instance;
    const take = (dataspace, from, size, via) => {
      const whole = from !== null && size === this.steps[from].produces && this.steps[from].times === 1;
      return { dataspace, words: size, from, through: via, whole };
    };
    const consumes = [take('Inputs', inputs, words, through), take('Weights', weights, G * C * M * R * S, [])];
    for (const from of [inputs, weights, ...also]) if (from !== null) this.needed[from] = at;
    const convolutional = operator === 'Conv' && { stride: [Hstride, Wstride], dilation: [1, 1], groups: G };
    this.steps.push({ name, times, produces: outputWords(problem), consumes, note, layer: { name: role, operator, problem, ...convolutional } });
    this.needed[at] = at;
    return at;
  }

  product(name, role, [rows, inner, columns], more = {}) {
    return this.add(name, role, { shape: 'cnn_layer', instance: { C: inner, M: columns, R: 1, S: 1, N: 1, P: rows, Q: 1 } }, { words: rows * inner, ...more });
  }

  /** One product a group. */
  products(name, role, [groups, rows, inner, columns], more = {}) {
    const instance = { C: inner, M: columns, R: 1, S: 1, N: 1, P: rows, Q: 1, G: groups };
    return this.add(name, role, { shape: 'grouped_cnn_layer', instance }, { words: groups * rows * inner, note: headsNote, ...more });
  }

  convolution(name, role, { from, to, kernel, out, stride = 1, groups = 1 }, more = {}) {
    const bounds = { C: from / groups, M: to / groups, R: kernel, S: kernel, N: 1, P: out, Q: out };
    const instance = { ...bounds, ...(groups > 1 && { G: groups }), ...(stride > 1 && { Wstride: stride, Hstride: stride }) };
    const problem = { shape: groups > 1 ? 'grouped_cnn_layer' : 'cnn_layer', instance };
    const note = groups > 1 ? 'Each channel is a group (dimension G). Padding counted as input words.' : 'Padding counted as input words.';
    return this.add(name, role, problem, { operator: 'Conv', note, words: from * (out * stride) ** 2, ...more });
  }

  write(directory, title, source) {
    const last = this.steps.length - 1;
    const steps = this.steps.map((step, at) => ({ ...step, neededUntil: this.needed[at], isOutput: at === last }));
    const network = networkOf(directory, steps);
    const names = layerFileNames(network);
    const folder = fileURLToPath(new URL(`nets/${directory}/`, import.meta.url));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [at, layer] of network.layers.entries()) {
      const times = layer.count > 1 ? ` x ${layer.count}` : '';
      const comment = [
        'yaml-language-server: $schema=../../../schemas/workload.schema.json',
        '',
        `${title}: ${layer.name.replaceAll('-', ' ')}.`,
        ...source,
        this.steps.find((step) => step.layer.name === layer.name).note,
        `${layer.macs.toLocaleString('en-US')} MACs${times}.`,
      ];
      writeFileSync(`${folder}${names[at]}`, workloadText({ comment, count: layer.count, problem: layer.problem }));
    }
    const graph = networkTexts(network, 'its published configuration').get(networkFileName);
    writeFileSync(`${folder}${networkFileName}`, `# yaml-language-server: $schema=../../../schemas/network.schema.json\n${graph}`);
  }
}

/** Queries and keys of one block's attention: grouped where several query heads share a key head. */
function attention(net, prefix, { rows, context, width, heads, keyHeads = heads, fused = false, from, through }) {
  const head = width / heads;
  const columns = keyHeads * head;
  const norm = through ?? ['Norm'];
  const from_ = { inputs: from, through: norm };
  let [query, key, value] = [null, null, null];
  if (fused) query = key = value = net.product(`${prefix}.qkv`, 'query-key-and-value-projection', [rows, width, 3 * width], from_);
  else {
    query = net.product(`${prefix}.q_proj`, 'query-and-output-projection', [rows, width, width], from_);
    const role = columns === width ? 'query-and-output-projection' : 'key-and-value-projection';
    key = net.product(`${prefix}.k_proj`, role, [rows, width, columns], from_);
    value = net.product(`${prefix}.v_proj`, role, [rows, width, columns], from_);
  }
  const note = keyHeads === heads ? headsNote : sharedNote;
  const shared = (heads / keyHeads) * rows;
  // With keys of earlier tokens what is multiplied is more than the step before has made.
  const scores = net.products(`${prefix}.scores`, 'attention-scores', [keyHeads, shared, head, context], { inputs: query, weights: context === rows ? key : null, note });
  const mixed = net.products(`${prefix}.context`, 'attention-context', [keyHeads, shared, context, head], { inputs: scores, weights: context === rows ? value : null, through: ['Softmax'], note });
  const role = fused ? 'output-projection' : 'query-and-output-projection';
  return net.product(`${prefix}.o_proj`, role, [rows, width, width], { inputs: mixed, also: from === null ? [] : [from] });
}

/** Llama 3 and Mixtral; `experts`: how many run, and for how many rows each. */
function gatedDecoder({ rows, context, width, hidden, heads, keyHeads, depth, vocabulary, experts }) {
  const net = new Network();
  let x = null;
  for (let layer = 0; layer < depth; layer += 1) {
    const prefix = `layers.${layer}`;
    const after = attention(net, `${prefix}.attention`, { rows, context, width, heads, keyHeads, from: x });
    const input = { inputs: after, through: ['Add', 'Norm'] };
    if (experts) {
      net.product(`${prefix}.router`, 'router', [rows, width, experts.of], input);
      const each = { times: experts.run };
      net.product(`${prefix}.experts.gate`, 'expert-gate-and-up', [experts.rows, width, hidden], { ...input, ...each });
      const up = net.product(`${prefix}.experts.up`, 'expert-gate-and-up', [experts.rows, width, hidden], { ...input, ...each });
      x = net.product(`${prefix}.experts.down`, 'expert-down', [experts.rows, hidden, width], { inputs: up, through: ['Mul'], ...each, also: [after] });
    } else {
      const gate = net.product(`${prefix}.gate`, 'feed-forward-gate-and-up', [rows, width, hidden], input);
      const up = net.product(`${prefix}.up`, 'feed-forward-gate-and-up', [rows, width, hidden], input);
      x = net.product(`${prefix}.down`, 'feed-forward-down', [rows, hidden, width], { inputs: up, through: ['Silu', 'Mul'], also: [gate, after] });
    }
  }
  net.product('lm_head', 'logits-of-the-last-token', [1, width, vocabulary], { inputs: x, through: ['Norm'] });
  return net;
}

const llama = [
  'Dubey and others, "The Llama 3 Herd of Models", 2024, table 3, 8B: 32 layers, width 4,096, feed-forward 14,336 with SwiGLU, 32 heads,',
  '8 key heads, 128,256 tokens. The causal mask is not made use of: every query meets every key.',
];
const llamaShape = { width: 4096, hidden: 14_336, heads: 32, keyHeads: 8, depth: 32, vocabulary: 128_256 };
gatedDecoder({ rows: 2048, context: 2048, ...llamaShape }).write('llama3-8b-prefill2048', 'Llama 3 8B, 2,048 tokens at once', llama);
gatedDecoder({ rows: 1, context: 2048, ...llamaShape }).write('llama3-8b-decode2048', 'Llama 3 8B, one token with 2,048 of context', llama);

const mixtral = [
  'Jiang and others, "Mixtral of Experts", 2024, table 1: 32 layers, width 4,096, feed-forward 14,336 with SwiGLU, 32 heads, 8 key heads,',
  '8 experts of which 2 see a token, 32,000 tokens. Tokens are spread evenly over the experts; the causal mask is not made use of.',
];
const mixtralShape = { width: 4096, hidden: 14_336, heads: 32, keyHeads: 8, depth: 32, vocabulary: 32_000 };
gatedDecoder({ rows: 2048, context: 2048, ...mixtralShape, experts: { of: 8, run: 8, rows: 512 } }).write('mixtral-8x7b-prefill2048', 'Mixtral 8x7B, 2,048 tokens at once', mixtral);
gatedDecoder({ rows: 1, context: 2048, ...mixtralShape, experts: { of: 8, run: 2, rows: 1 } }).write('mixtral-8x7b-decode2048', 'Mixtral 8x7B, one token with 2,048 of context', mixtral);

/** GPT-3: projections fused, feed-forward of four times the width. */
function gpt3(rows, context) {
  const net = new Network();
  const [width, heads, depth, vocabulary] = [4096, 32, 32, 50_257];
  let x = null;
  for (let layer = 0; layer < depth; layer += 1) {
    const after = attention(net, `h.${layer}.attention`, { rows, context, width, heads, fused: true, from: x });
    const up = net.product(`h.${layer}.mlp.up`, 'feed-forward-up', [rows, width, 4 * width], { inputs: after, through: ['Add', 'Norm'] });
    x = net.product(`h.${layer}.mlp.down`, 'feed-forward-down', [rows, 4 * width, width], { inputs: up, through: ['Gelu'], also: [after] });
  }
  net.product('lm_head', 'logits-of-the-last-token', [1, width, vocabulary], { inputs: x, through: ['Norm'] });
  return net;
}

const gpt = [
  'Brown and others, "Language Models are Few-Shot Learners", 2020, table 2.1, GPT-3 6.7B: 32 layers, width 4,096, 32 heads, 2,048 tokens;',
  '50,257 tokens of the vocabulary. All attention is taken as dense; the causal mask is not made use of.',
];
gpt3(2048, 2048).write('gpt3-6.7b-prefill2048', 'GPT-3 6.7B, 2,048 tokens at once', gpt);
gpt3(1, 2048).write('gpt3-6.7b-decode2048', 'GPT-3 6.7B, one token with 2,048 of context', gpt);

function vit() {
  const net = new Network();
  const [width, heads, tokens] = [768, 12, 197];
  const patch = { shape: 'cnn_layer', instance: { C: 3, M: width, R: 16, S: 16, N: 1, P: 14, Q: 14, Wstride: 16, Hstride: 16 } };
  let x = net.add('patch_embedding', 'patch-embedding', patch, { operator: 'Conv', words: 3 * 224 ** 2, note: '16 x 16 patches without overlap.' });
  for (let layer = 0; layer < 12; layer += 1) {
    const through = layer === 0 ? ['Concat', 'Add', 'Norm'] : ['Add', 'Norm'];
    const after = attention(net, `blocks.${layer}.attention`, { rows: tokens, context: tokens, width, heads, fused: true, from: x, through });
    const up = net.product(`blocks.${layer}.mlp.up`, 'feed-forward-up', [tokens, width, 4 * width], { inputs: after, through: ['Add', 'Norm'] });
    x = net.product(`blocks.${layer}.mlp.down`, 'feed-forward-down', [tokens, 4 * width, width], { inputs: up, through: ['Gelu'], also: [after] });
  }
  net.product('head', 'head', [1, width, 1000], { inputs: x, through: ['Add', 'Norm', 'Gather'] });
  return net;
}

vit().write('vit-b-16', 'ViT-B/16, 224 x 224', [
  'Dosovitskiy and others, "An Image is Worth 16x16 Words", ICLR 2021, table 1, ViT-Base: 12 layers, width 768, feed-forward 3,072,',
  '12 heads; 16 x 16 patches of 224 x 224 and a class token make 197 tokens; 1,000 classes.',
]);

function efficientnet() {
  const net = new Network();
  let size = 112;
  let channels = 32;
  let x = net.convolution('stem', 'stem', { from: 3, to: 32, kernel: 3, out: 112, stride: 2 }, { words: 3 * 224 ** 2 });
  // expansion, kernel, stride, channels, layers
  const rows = [[1, 3, 1, 16, 1], [6, 3, 2, 24, 2], [6, 5, 2, 40, 2], [6, 3, 2, 80, 3], [6, 5, 1, 112, 3], [6, 5, 2, 192, 4], [6, 3, 1, 320, 1]];
  for (const [stage, [expansion, kernel, firstStride, to, repeats]] of rows.entries()) {
    for (let index = 0; index < repeats; index += 1) {
      const stride = index === 0 ? firstStride : 1;
      const hidden = channels * expansion;
      const name = `blocks.${stage}.${index}`;
      const role = `stage${stage + 2}`;
      const entry = x;
      const shape = (kind) => `${role}-${kind}`;
      if (expansion > 1) x = net.convolution(`${name}.expand`, shape(`expand${channels}`), { from: channels, to: hidden, kernel: 1, out: size }, { inputs: x, words: channels * size ** 2, through: index === 0 ? [] : ['Add'] });
      const inside = size;
      size /= stride;
      const deep = net.convolution(`${name}.depthwise`, shape(`depthwise-${kernel}x${kernel}${stride > 1 ? '-stride2' : ''}`), { from: hidden, to: hidden, kernel, out: size, stride, groups: hidden }, { inputs: x, words: hidden * inside ** 2, through: expansion > 1 || stage === 0 ? ['Silu'] : [] });
      const squeezed = Math.max(1, channels / 4);
      const reduce = net.product(`${name}.squeeze`, shape(`squeeze${squeezed}`), [1, hidden, squeezed], { inputs: deep, words: hidden, through: ['Silu', 'GlobalAveragePool'] });
      const gate = net.product(`${name}.excite`, shape(`excite${squeezed}`), [1, squeezed, hidden], { inputs: reduce, through: ['Silu'] });
      x = net.convolution(`${name}.project`, shape(`project${hidden}`), { from: hidden, to, kernel: 1, out: size }, { inputs: deep, words: hidden * size ** 2, through: ['Silu', 'Mul'], also: [gate, entry] });
      channels = to;
    }
  }
  const last = net.convolution('head', 'head', { from: 320, to: 1280, kernel: 1, out: 7 }, { inputs: x, words: 320 * 49 });
  net.product('classifier', 'classifier', [1, 1280, 1000], { inputs: last, through: ['Silu', 'GlobalAveragePool'] });
  return net;
}

efficientnet().write('efficientnet-b0', 'EfficientNet-B0, 224 x 224', [
  'Tan, Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks", ICML 2019, table 1, with squeeze-and-excitation of a',
  'quarter of the block\'s input channels, 1,000 classes.',
]);

/** The first stage down of the noise predictor: two residual blocks, each with a transformer, and the convolution to half the size. */
function diffusionBlock() {
  const net = new Network();
  const [channels, size, heads, text, textWidth, time] = [320, 64, 8, 77, 768, 1280];
  const tokens = size ** 2;
  let x = null;
  const conv = (name, role, kernel, more) => net.convolution(name, role, { from: channels, to: channels, kernel, out: size }, more);
  for (let block = 0; block < 2; block += 1) {
    const resnet = `resnets.${block}`;
    const first = conv(`${resnet}.conv1`, 'convolution-3x3', 3, { inputs: x, through: ['GroupNorm', 'Silu'] });
    net.product(`${resnet}.time_emb_proj`, 'time-embedding', [1, time, channels]);
    x = conv(`${resnet}.conv2`, 'convolution-3x3', 3, { inputs: first, through: ['Add', 'GroupNorm', 'Silu'], also: x === null ? [] : [x] });
    const entry = x;
    const prefix = `attentions.${block}`;
    x = conv(`${prefix}.proj_in`, 'projection-1x1', 1, { inputs: x, through: ['Add', 'GroupNorm'] });
    const self = attention(net, `${prefix}.attn1`, { rows: tokens, context: tokens, width: channels, heads, from: x });
    const query = net.product(`${prefix}.attn2.q_proj`, 'query-and-output-projection', [tokens, channels, channels], { inputs: self, through: ['Add', 'Norm'] });
    const key = net.product(`${prefix}.attn2.k_proj`, 'text-key-and-value-projection', [text, textWidth, channels]);
    const value = net.product(`${prefix}.attn2.v_proj`, 'text-key-and-value-projection', [text, textWidth, channels]);
    const scores = net.products(`${prefix}.attn2.scores`, 'text-attention-scores', [heads, tokens, channels / heads, text], { inputs: query, weights: key });
    const mixed = net.products(`${prefix}.attn2.context`, 'text-attention-context', [heads, tokens, text, channels / heads], { inputs: scores, weights: value, through: ['Softmax'] });
    const crossed = net.product(`${prefix}.attn2.o_proj`, 'query-and-output-projection', [tokens, channels, channels], { inputs: mixed, also: [self] });
    const up = net.product(`${prefix}.ff.up`, 'feed-forward-gate-and-up', [tokens, channels, 8 * channels], { inputs: crossed, through: ['Add', 'Norm'] });
    const down = net.product(`${prefix}.ff.down`, 'feed-forward-down', [tokens, 4 * channels, channels], { inputs: up, through: ['Split', 'Gelu', 'Mul'], also: [crossed] });
    x = conv(`${prefix}.proj_out`, 'projection-1x1', 1, { inputs: down, through: ['Add'], also: [entry] });
  }
  net.convolution('downsample', 'downsample', { from: channels, to: channels, kernel: 3, out: size / 2, stride: 2 }, { inputs: x, words: channels * size ** 2, through: ['Add'] });
  return net;
}

diffusionBlock().write('stable-diffusion-1.5-down-block', 'Stable Diffusion 1.5, first block down of the UNet, 64 x 64 x 320', [
  'Rombach and others, "High-Resolution Image Synthesis with Latent Diffusion Models", CVPR 2022; configuration of the UNet as published with',
  'version 1.5: 320 channels, 8 heads, 77 text tokens of width 768, feed-forward of four times the width, gated.',
]);
