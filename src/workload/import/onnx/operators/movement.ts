// Operators that take parts of data or resample it: their outputs are shapes computed from shapes, and where the input is a small
// constant the numbers go along.

import { elementTypes } from '../model.js';
import {
  axesOf,
  axisIn,
  axisOf,
  dependsOnData,
  fail,
  type Operator,
  type OperatorTable,
  shapeText,
  sizeOf,
} from '../operator.js';
import { cut, moving, picked } from './moving.js';
import { imageOf, imageShape } from './window.js';

const { int64 } = elementTypes;

const slice = moving((value, context) => {
  const starts = context.neededList('starts', 1);
  const ends = context.neededList('ends', 2);
  const chosen = context.list('axes', 3) ?? starts.map((_, at) => at);
  const steps = context.inputs[4] ? context.constant(4, 'steps') : [];
  const begin = value.shape.map(() => 0);
  const stride = value.shape.map(() => 1);
  const shape = [...value.shape];
  for (const [at, axis] of axesOf(chosen, value.shape.length).entries()) {
    const extent = value.shape[axis]!;
    const step = steps[at] ?? 1;
    if (step === 0) fail('a slice has step 0');
    const bounded = (position: number, low: number, high: number): number =>
      Math.max(low, Math.min(high, position < 0 ? position + extent : position));
    const last = step > 0 ? extent : extent - 1;
    const from = bounded(starts[at]!, 0, last);
    const to = bounded(ends[at]!, step > 0 ? 0 : -1, last);
    begin[axis] = from;
    stride[axis] = step;
    shape[axis] = Math.max(0, Math.ceil((to - from) / step));
  }
  return [picked(value, shape, (at) => at.map((one, axis) => begin[axis]! + one * stride[axis]!))];
});

const split = moving((value, context) => {
  const { node } = context;
  const axis = axisIn(value.shape, context.int('axis', 0));
  const given = context.list('split', 1);
  const extent = value.shape[axis]!;
  const parts = node.outputs.length;
  const chunk = Math.ceil(extent / parts);
  const sizes = given ?? node.outputs.map((_, at) => Math.min(chunk, extent - chunk * at));
  if (sizes.length !== parts || sizes.reduce((sum, one) => sum + one, 0) !== extent) {
    fail(`${extent} cannot be split into ${sizes.join(' + ')} for ${parts} outputs`);
  }
  return cut(value, axis, sizes);
});

const gather = moving((value, context) => {
  const index = context.input(1);
  const axis = axisIn(value.shape, context.int('axis', 0));
  const shape = [...value.shape.slice(0, axis), ...index.shape, ...value.shape.slice(axis + 1)];
  const { data } = index;
  if (!data) return [{ shape, type: value.type }];
  const extent = value.shape[axis]!;
  const wrong = data.find((one) => one < -extent || one >= extent);
  if (wrong !== undefined) fail(`index ${wrong} lies outside of axis ${axis}, which has ${extent}`);
  const rank = index.shape.length;
  const from = (at: readonly number[]): readonly number[] => {
    const chosen = data[at.slice(axis, axis + rank).reduce((sum, one, d) => sum * index.shape[d]! + one, 0)]!;
    return [...at.slice(0, axis), chosen < 0 ? chosen + extent : chosen, ...at.slice(axis + rank)];
  };
  return [picked(value, shape, from)];
});

const gatherNd = moving((value, context) => {
  const index = context.input(1);
  const batch = context.int('batch_dims', 0);
  const depth = index.shape.at(-1) ?? 0;
  return [{ shape: [...index.shape.slice(0, -1), ...value.shape.slice(batch + depth)], type: value.type }];
});

const pad = moving((value, context) => {
  const given = context.list('pads', 1) ?? context.ints('paddings') ?? fail('input 1 is missing');
  const chosen = context.inputs[3] ? context.constant(3, 'axes') : value.shape.map((_, at) => at);
  const axes = axesOf(chosen, value.shape.length);
  if (given.length !== 2 * axes.length) fail(`${given.length} pads do not fit ${axes.length} axes`);
  const shape = [...value.shape];
  for (const [at, axis] of axes.entries()) shape[axis]! += given[at]! + given[at + axes.length]!;
  return [{ shape, type: value.type }];
});

/** Resize and the older Upsample: sizes, or scales, as inputs or attributes. */
const resize = moving((value, context) => {
  const { node, inputs, opset } = context;
  const rank = value.shape.length;
  const older = node.operator === 'Upsample' || opset < 11;
  const scalesAt = older ? 1 : 2;
  const chosen = context.ints('axes');
  const axes = chosen && chosen.length > 0 ? axesOf(chosen, rank) : value.shape.map((_, at) => at);
  const sized = !older && inputs[3] && sizeOf(inputs[3].shape) > 0;
  const attribute = node.attributes.get('scales')?.floats;
  const factors = sized ? context.constant(3, 'sizes') : (attribute ?? context.constant(scalesAt, 'scales'));
  if (factors.length !== axes.length)
    fail(`${factors.length} ${sized ? 'sizes' : 'scales'} do not fit ${shapeText(value.shape)}`);
  const shape = [...value.shape];
  const policy = context.text('keep_aspect_ratio_policy', 'stretch');
  const ratios = factors.map((size, at) => size / value.shape[axes[at]!]!);
  const common = policy === 'not_larger' ? Math.min(...ratios) : Math.max(...ratios);
  for (const [at, axis] of axes.entries()) {
    if (!sized) shape[axis] = Math.floor(value.shape[axis]! * factors[at]!);
    else shape[axis] = policy === 'stretch' ? factors[at]! : Math.round(value.shape[axis]! * common);
  }
  return [{ shape, type: value.type }];
});

const depthToSpace = moving((value, context) => {
  const { channels, spatial, ...image } = imageOf(value, context);
  const block = context.int('blocksize', 1);
  const moved =
    context.node.operator === 'DepthToSpace'
      ? { channels: channels / block ** 2, spatial: spatial.map((extent) => extent * block) }
      : { channels: channels * block ** 2, spatial: spatial.map((extent) => extent / block) };
  return [{ shape: imageShape({ ...image, ...moved }), type: value.type }];
});

const oneHot = moving(({ shape }, context) => {
  const [depth] = context.constant(1, 'depth');
  const axis = context.int('axis', -1);
  const place = axis < 0 ? axis + shape.length + 1 : axis;
  return [{ shape: shape.toSpliced(place, 0, depth!), type: context.inputs[2]?.type ?? 1 }];
});

/** Only where the input is known is it known how many there are. */
const nonZero = moving(({ data, shape }) => {
  if (!data) return fail(`how many elements are not zero ${dependsOnData}`);
  const found = data.flatMap((one, at) => (one === 0 ? [] : [at]));
  const strides = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const coordinates = shape.flatMap((extent, axis) => found.map((at) => Math.floor(at / strides[axis]!) % extent));
  return [{ shape: [shape.length, found.length], type: int64, data: coordinates }];
});

const topK = moving((value, context) => {
  const count = context.int('k', -1) >= 0 ? [context.int('k', -1)] : context.constant(1, 'k');
  const axis = axisOf(context.int('axis', -1), value.shape.length);
  const shape = value.shape.map((extent, at) => (at === axis ? count[0]! : extent));
  return [
    { shape, type: value.type },
    { shape, type: int64 },
  ];
});

/** The shape of the second input, the type of the first. */
const likeIndices = moving(({ type }, context) => [{ shape: context.input(1).shape, type }]);

const gridSample = moving(({ shape, type }, context) => {
  return [{ shape: [...shape.slice(0, 2), ...context.input(1).shape.slice(1, -1)], type }];
});

const roiAlign = moving(({ shape, type }, context) => {
  const regions = context.input(1);
  const pooled = context.ints('pooled_shape') ?? [context.int('output_height', 1), context.int('output_width', 1)];
  return [{ shape: [regions.shape[0] ?? 1, shape[1] ?? 1, ...pooled], type }];
});

const random: Operator = {
  random: true,
  infer: (context) => [{ shape: context.ints('shape') ?? [], type: context.int('dtype', 1) }],
};

/** Ids to vectors: [batch, tokens] to [batch, tokens, width]. */
const embedding = moving((value, { inputs }) => {
  const width = inputs[2]?.shape[1] ?? fail('input 2 is missing');
  const whole = { shape: [...value.shape, width], type: 1 };
  return [whole, { shape: [value.shape[0] ?? 1], type: 6 }, whole];
});

/** Embeddings that language models quantize in blocks: of four bits there are two in a byte. */
const gatherQuantized = moving(({ shape, type }, context) => {
  const index = context.input(1);
  const axis = axisIn(shape, context.int('gather_axis', 0));
  const inByte = type === 2 ? 8 / context.int('bits', 4) : 1;
  const whole = shape.with(-1, shape.at(-1)! * inByte);
  return [{ shape: whole.toSpliced(axis, 1, ...index.shape), type: context.inputs[2]?.type ?? 1 }];
});

const halves = moving((value) => [{ shape: [...value.shape.slice(0, -1), value.shape.at(-1)! / 2], type: value.type }]);

/** Operators whose outputs have a size that nobody knows before they run. */
const open = (why: string): Operator => ({ infer: () => fail(why) });

export const movement: OperatorTable = {
  Loop: open('loops are not unrolled'),
  Scan: open('loops are not unrolled'),
  NonMaxSuppression: open(`how many boxes it keeps ${dependsOnData}`),
  Unique: open(`how many values are different ${dependsOnData}`),
  Compress: open(`how many elements it keeps ${dependsOnData}`),
  Slice: slice,
  Split: split,
  Gather: gather,
  GatherND: gatherNd,
  GatherElements: likeIndices,
  Pad: pad,
  Resize: resize,
  Upsample: resize,
  DepthToSpace: depthToSpace,
  SpaceToDepth: depthToSpace,
  OneHot: oneHot,
  NonZero: nonZero,
  TopK: topK,
  GridSample: gridSample,
  RoiAlign: roiAlign,
  MaxRoiPool: roiAlign,
  RandomNormal: random,
  RandomUniform: random,
  EmbedLayerNormalization: embedding,
  QEmbedLayerNormalization: embedding,
  GatherBlockQuantized: gatherQuantized,
  BiasSplitGelu: halves,
};
