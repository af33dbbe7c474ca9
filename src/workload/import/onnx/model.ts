// What an ONNX file says, as plain data: nodes with their attributes, constants (small ones with their numbers), and the
// shapes it states.

import protobuf from 'protobufjs/light.js';
import { productOf } from '../../../math/product.js';
import { onnxSchema } from './schema.js';
import { type ByteSource, largestKept, skim } from './skim.js';

/** A number, the name of a dynamic dimension, or null for a nameless one. */
export type StatedDimension = number | string | null;

export interface StatedValue {
  readonly name: string;
  readonly type: number;
  /** Null where the file gives no shape. */
  readonly shape: readonly StatedDimension[] | null;
}

export interface Tensor {
  readonly name: string;
  /** As TensorProto.DataType counts them. */
  readonly type: number;
  readonly shape: readonly number[];
  /** Row after row; absent for large tensors. */
  readonly data?: readonly number[];
  readonly payload?: Payload;
  /** Of a sparse tensor: what stands in the file, all else being zero. */
  readonly values?: Tensor;
}

/** Where the data of a large tensor stands: in this file, or in another one beside it. */
export interface Payload {
  readonly file?: string;
  readonly start: number;
  readonly bytes: number;
}

export interface Attribute {
  readonly i?: number;
  readonly f?: number;
  readonly s?: string;
  readonly t?: Tensor;
  readonly g?: Graph;
  readonly ints?: readonly number[];
  readonly floats?: readonly number[];
  readonly strings?: readonly string[];
  /** Inside a function: the attribute of the call that it stands for. */
  readonly reference?: string;
}

export interface Node {
  readonly name: string;
  readonly operator: string;
  readonly domain: string;
  /** Empty where an optional input is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface Graph {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly constants: readonly Tensor[];
  readonly inputs: readonly StatedValue[];
  readonly outputs: readonly StatedValue[];
  readonly stated: readonly StatedValue[];
}

export interface ModelFunction extends Pick<Node, 'name' | 'domain' | 'inputs' | 'outputs'> {
  readonly nodes: readonly Node[];
  readonly defaults: ReadonlyMap<string, Attribute>;
}

export interface Model {
  readonly graph: Graph;
  /** Version of the operator set by domain; '' is ONNX itself. */
  readonly opsets: ReadonlyMap<string, number>;
  readonly functions: readonly ModelFunction[];
}

const modelType = protobuf.Root.fromJSON(onnxSchema).lookupType('ModelProto');

/** Files beside the model, where it keeps its data; undefined for one that cannot be read. */
export type Beside = (file: string) => ByteSource | undefined;

/** The model, or what is wrong with the file. */
export function readModel(source: ByteSource, beside: Beside = () => undefined): Model | string {
  if (source.size === 0) return 'the file is empty';
  const head = new TextDecoder().decode(source.read(0, Math.min(64, source.size)));
  if (head.startsWith('version https://git-lfs'))
    return 'the file is a pointer to large file storage, not the model itself';
  const slim = skim(source);
  if (typeof slim === 'string') return slim;
  let raw: RawModel;
  try {
    raw = modelType.toObject(modelType.decode(slim), { longs: Number, arrays: true }) as RawModel;
  } catch (problem) {
    return `this is no ONNX model: ${(problem as Error).message}`;
  }
  if (raw.graph === undefined || (raw.graph.node.length === 0 && raw.graph.output.length === 0))
    return 'this is no ONNX model: it holds no graph';
  return {
    graph: graphOf(raw.graph, beside),
    opsets: new Map(raw.opsetImport.map(({ domain, version }) => [domain ?? '', version ?? 1])),
    functions: raw.functions.map((one) => ({
      name: one.name ?? '',
      domain: one.domain ?? '',
      inputs: one.input,
      outputs: one.output,
      nodes: one.node.map((node) => nodeOf(node, beside)),
      defaults: attributesOf(one.attributeProto, beside),
    })),
  };
}

// What protobufjs makes of a message: lists always there, single fields only when they are set.

interface RawModel {
  readonly graph?: RawGraph;
  readonly opsetImport: readonly { readonly domain?: string; readonly version?: number }[];
  readonly functions: readonly RawFunction[];
}

interface RawFunction extends Pick<RawNode, 'name' | 'domain' | 'input' | 'output'> {
  readonly node: readonly RawNode[];
  readonly attributeProto: readonly RawAttribute[];
}

interface RawGraph {
  readonly name?: string;
  readonly node: readonly RawNode[];
  readonly initializer: readonly RawTensor[];
  readonly sparseInitializer: readonly RawSparse[];
  readonly input: readonly RawValueInfo[];
  readonly output: readonly RawValueInfo[];
  readonly valueInfo: readonly RawValueInfo[];
}

interface RawNode {
  readonly name?: string;
  readonly opType?: string;
  readonly domain?: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly RawAttribute[];
}

interface RawAttribute {
  readonly name?: string;
  readonly f?: number;
  readonly i?: number;
  readonly s?: Uint8Array;
  readonly t?: RawTensor;
  readonly g?: RawGraph;
  readonly sparseTensor?: RawSparse;
  readonly floats: readonly number[];
  readonly ints: readonly number[];
  readonly strings: readonly Uint8Array[];
  readonly type?: number;
  readonly refAttrName?: string;
}

interface RawSparse {
  readonly values?: RawTensor;
  readonly dims: readonly number[];
}

type NumberList = 'floatData' | 'int64Data' | 'int32Data' | 'doubleData' | 'uint64Data';

interface RawTensor extends Readonly<Record<NumberList | 'dims', readonly number[]>> {
  readonly name?: string;
  readonly dataType?: number;
  readonly rawData?: Uint8Array;
  readonly externalData: readonly { readonly key?: string; readonly value?: string }[];
  readonly payloadStart?: number;
  readonly payloadLength?: number;
}

interface RawValueInfo {
  readonly name?: string;
  readonly type?: {
    readonly tensorType?: {
      readonly elemType?: number;
      readonly shape?: { readonly dim: readonly { readonly dimValue?: number; readonly dimParam?: string }[] };
    };
  };
}

function graphOf(raw: RawGraph, beside: Beside): Graph {
  return {
    name: raw.name ?? '',
    nodes: raw.node.map((node) => nodeOf(node, beside)),
    constants: [
      ...raw.initializer.map((tensor) => tensorOf(tensor, beside)),
      ...raw.sparseInitializer.map((tensor) => sparseOf(tensor, beside)),
    ],
    inputs: raw.input.map(statedOf),
    outputs: raw.output.map(statedOf),
    stated: raw.valueInfo.map(statedOf),
  };
}

function sparseOf({ values, dims }: RawSparse, beside: Beside): Tensor {
  const { name = '', dataType: type = 1 } = values ?? {};
  return { name, type, shape: dims, ...(values && { values: tensorOf(values, beside) }) };
}

function nodeOf(raw: RawNode, beside: Beside): Node {
  return {
    name: raw.name ?? '',
    operator: raw.opType ?? '',
    domain: raw.domain === 'ai.onnx' ? '' : (raw.domain ?? ''),
    inputs: raw.input,
    outputs: raw.output,
    attributes: attributesOf(raw.attribute, beside),
  };
}

const attributeTypes = { float: 1, int: 2 } as const;

function attributesOf(list: readonly RawAttribute[], beside: Beside): ReadonlyMap<string, Attribute> {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return new Map(
    list.map((raw) => {
      const value: Attribute = {
        // A zero may be left out by whoever wrote the file; the type tells that there is one.
        ...((raw.i !== undefined || raw.type === attributeTypes.int) && { i: raw.i ?? 0 }),
        ...((raw.f !== undefined || raw.type === attributeTypes.float) && { f: raw.f ?? 0 }),
        ...(raw.s !== undefined && { s: text(raw.s) }),
        ...(raw.t !== undefined && { t: tensorOf(raw.t, beside) }),
        ...(raw.sparseTensor && { t: sparseOf(raw.sparseTensor, beside) }),
        ...(raw.g !== undefined && { g: graphOf(raw.g, beside) }),
        ints: raw.ints,
        floats: raw.floats,
        strings: raw.strings.map(text),
        ...(raw.refAttrName && { reference: raw.refAttrName }),
      };
      return [raw.name ?? '', value];
    }),
  );
}

function statedOf(raw: RawValueInfo): StatedValue {
  const tensor = raw.type?.tensorType;
  const dimensions = tensor?.shape?.dim.map(({ dimValue, dimParam }): StatedDimension => {
    // Paddle calls every dimension that it does not know by the same mark, which is the name of none.
    if (dimParam && dimParam !== '?') return dimParam;
    return dimValue === undefined || dimValue < 0 ? null : dimValue;
  });
  return { name: raw.name ?? '', type: tensor?.elemType ?? 1, shape: dimensions ?? null };
}

function tensorOf(raw: RawTensor, beside: Beside): Tensor {
  const { name = '', dims: shape, dataType: type = 1 } = raw;
  const tensor = { name, type, shape };
  const external = new Map(raw.externalData.map(({ key = '', value = '' }) => [key, value]));
  const file = external.get('location');
  if (file !== undefined) {
    const start = Number(external.get('offset') ?? 0);
    const data = smallBeside(tensor, start, () => beside(file));
    const payload = { file, start, bytes: Number(external.get('length') ?? Number.NaN) };
    return { ...tensor, payload, ...(data && { data }) };
  }
  if (raw.payloadStart !== undefined) {
    return { ...tensor, payload: { start: raw.payloadStart, bytes: raw.payloadLength ?? 0 } };
  }
  const data = raw.rawData && raw.rawData.length > 0 ? numbersIn(raw.rawData, type) : listed(raw, type);
  const size = productOf(shape);
  return data?.length === size ? { ...tensor, data } : tensor;
}

/** Whoever saves all data in other files has shapes and axes there, too. */
function smallBeside(
  { type, shape }: Tensor,
  start: number,
  open: () => ByteSource | undefined,
): readonly number[] | undefined {
  const size = productOf(shape);
  const bytes = size * (elementBytes(type) ?? Number.POSITIVE_INFINITY);
  if (!(bytes <= largestKept) || !Number.isSafeInteger(start) || start < 0) return undefined;
  const read = open()?.read(start, bytes);
  const data = read && numbersIn(read, type);
  return data?.length === size ? data : undefined;
}

function listed(raw: RawTensor, type: number): readonly number[] {
  // 16-bit floats stand bit by bit among the integers.
  const fromBits = type === elementTypes.float16 ? half : type === elementTypes.bfloat16 ? brain : undefined;
  if (fromBits) return raw.int32Data.map(fromBits);
  return (
    [raw.floatData, raw.int64Data, raw.int32Data, raw.doubleData, raw.uint64Data].find((list) => list.length > 0) ?? []
  );
}

/** IEEE 754: a sign, five bits of exponent, ten of fraction. */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  const value = exponent < 31 ? size : fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  return bits & 0x8000 ? -value : value;
}

/** The upper half of a single. */
function brain(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, bits);
  return view.getFloat32(0);
}

export const elementTypes = { float: 1, int32: 6, int64: 7, bool: 9, float16: 10, bfloat16: 16 } as const;

const byteReaders: Readonly<Record<number, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  1: [4, (view, at) => view.getFloat32(at, true)],
  2: [1, (view, at) => view.getUint8(at)],
  3: [1, (view, at) => view.getInt8(at)],
  4: [2, (view, at) => view.getUint16(at, true)],
  5: [2, (view, at) => view.getInt16(at, true)],
  6: [4, (view, at) => view.getInt32(at, true)],
  7: [8, (view, at) => Number(view.getBigInt64(at, true))],
  9: [1, (view, at) => view.getUint8(at)],
  10: [2, (view, at) => half(view.getUint16(at, true))],
  11: [8, (view, at) => view.getFloat64(at, true)],
  12: [4, (view, at) => view.getUint32(at, true)],
  13: [8, (view, at) => Number(view.getBigUint64(at, true))],
  16: [2, (view, at) => brain(view.getUint16(at, true))],
};

/** Bytes of one element; undefined for strings and for numbers of eight bits and fewer that are no integers of a byte. */
export function elementBytes(type: number): number | undefined {
  return byteReaders[type]?.[0];
}

function numbersIn(bytes: Uint8Array, type: number): readonly number[] | undefined {
  const known = byteReaders[type];
  if (!known) return undefined;
  const [width, read] = known;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / width) }, (_, at) => read(view, at * width));
}
