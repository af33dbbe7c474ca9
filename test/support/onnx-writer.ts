// Writes ONNX files: nodes, weights without data, small constants, dynamic dimensions.

import protobuf from 'protobufjs/light.js';
import { onnxSchema } from '../../src/workload/import/onnx/schema.js';

export type AttributeValue =
  | number
  | string
  | readonly number[]
  | { readonly floats: readonly number[] }
  | SparseValue
  | { readonly tensor: readonly number[]; readonly shape?: readonly number[] };
interface SparseValue {
  readonly sparse: readonly number[];
  readonly values?: object;
}
export type Dimension = number | string | null;

interface Attribute {
  readonly name: string;
  readonly type: number;
  readonly [field: string]: unknown;
}

const int64 = 7;

export class OnnxWriter {
  readonly nodes: object[] = [];
  readonly initializers: object[] = [];
  readonly sparseInitializers: object[] = [];
  readonly inputs: object[] = [];
  readonly outputs: object[] = [];
  readonly stated: object[] = [];
  readonly functions: object[] = [];
  private names = 0;

  readonly opset: number;
  readonly domains: readonly string[];

  constructor(opset: number, domains: readonly string[] = []) {
    this.opset = opset;
    this.domains = domains;
  }

  input(name: string, shape: readonly Dimension[], type = 1): string {
    this.inputs.push(valueInfo(name, shape, type));
    return name;
  }

  output(name: string, shape?: readonly Dimension[], type = 1): string {
    this.outputs.push(valueInfo(name, shape, type));
    return name;
  }

  /** The shape of an intermediate value. */
  state(name: string, shape: readonly Dimension[]): void {
    this.stated.push(valueInfo(name, shape, 1));
  }

  /** No data: its bytes are said to lie in a file that is not there. */
  weight(shape: readonly number[], name = this.fresh('weight')): string {
    this.initializers.push({
      name,
      dims: shape,
      dataType: 1,
      externalData: [{ key: 'location', value: 'weights.bin' }],
    });
    return name;
  }

  constant(values: readonly number[], shape: readonly number[] = [values.length], type = int64): string {
    const name = this.fresh('constant');
    this.initializers.push({
      name,
      dims: shape,
      dataType: type,
      ...(type === int64 ? { int64Data: values } : { floatData: values }),
    });
    return name;
  }

  /** One output, or several where `outputs` says so. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
    { name = '', domain = '', outputs = 1 }: { name?: string; domain?: string; outputs?: number } = {},
  ): string {
    const made = Array.from({ length: outputs }, () => this.fresh(operator.toLowerCase()));
    this.nodes.push({
      input: inputs,
      output: made,
      name: name || `/${operator}_${this.nodes.length}`,
      opType: operator,
      domain,
      attribute: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    });
    return made[0]!;
  }

  bytes(): Uint8Array {
    const type = protobuf.Root.fromJSON(onnxSchema).lookupType('ModelProto');
    const model = {
      irVersion: 8,
      opsetImport: [{ version: this.opset }, ...this.domains.map((domain) => ({ domain, version: 1 }))],
      functions: this.functions,
      graph: {
        name: 'main_graph',
        node: this.nodes,
        initializer: this.initializers,
        sparseInitializer: this.sparseInitializers,
        input: this.inputs,
        output: this.outputs,
        valueInfo: this.stated,
      },
    };
    return type.encode(type.create(model)).finish();
  }

  private fresh(kind: string): string {
    this.names += 1;
    return `${kind}_${this.names}`;
  }
}

function valueInfo(name: string, shape: readonly Dimension[] | undefined, type: number): object {
  const dim = shape?.map((extent) =>
    extent === null ? {} : typeof extent === 'string' ? { dimParam: extent } : { dimValue: extent },
  );
  return { name, type: { tensorType: { elemType: type, ...(dim && { shape: { dim } }) } } };
}

function attribute(name: string, value: AttributeValue): Attribute {
  if (typeof value === 'string') return { name, type: 3, s: new TextEncoder().encode(value) };
  if (Array.isArray(value)) return { name, type: 7, ints: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { name, type: 2, i: value } : { name, type: 1, f: value };
  if ('floats' in (value as object)) return { name, type: 6, ...(value as { floats: readonly number[] }) };
  if ('sparse' in (value as object)) {
    const { sparse: dims, values } = value as SparseValue;
    return { name, type: 11, sparseTensor: { dims, values } };
  }
  const { tensor, shape } = value as { tensor: readonly number[]; shape?: readonly number[] };
  return { name, type: 4, t: { dims: shape ?? [tensor.length], dataType: int64, int64Data: tensor } };
}

/** A file in memory, as the importer reads it. */
export function sourceOf(bytes: Uint8Array) {
  return {
    size: bytes.length,
    read: (position: number, length: number) => bytes.subarray(position, position + length),
  };
}
