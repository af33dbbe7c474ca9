// A model file without its weights: the wire format is walked by position, and the data of large tensors is stepped over, so
// that a file of any size costs the memory of its graph. What is left decodes with the schema; in place of the data stands
// where it was.

import protobuf from 'protobufjs/light.js';
import { payloadLengthField, payloadStartField } from './schema.js';

/** Bytes that can be read in any order. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Uint8Array;
}

/** Tensors up to here are kept: shapes, axes and other small constants. */
export const largestKept = 16 * 1024;

type MessageName = 'model' | 'graph' | 'function' | 'node' | 'attribute' | 'sparse' | 'tensor';

/** Messages inside messages that may hold tensors, by field number. */
const inside: Readonly<Record<MessageName, Readonly<Record<number, MessageName>>>> = {
  model: { 7: 'graph', 25: 'function' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  function: { 7: 'node', 11: 'attribute' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
};

/** float, int32, string, int64, raw, double and uint64 data. */
const payloads: ReadonlySet<number> = new Set([4, 5, 6, 7, 9, 10, 11]);

const deepest = 100;

/** The small file, or what is wrong with the large one. */
export function skim(source: ByteSource): Uint8Array | string {
  const reader = createReader(source);
  const writer = protobuf.Writer.create();
  const problem = copyMessage(reader, writer, { name: 'model', start: 0, end: source.size, depth: 0 });
  return problem ?? writer.finish();
}

interface Extent {
  readonly name: MessageName;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

function copyMessage(reader: Reader, writer: protobuf.Writer, { name, start, end, depth }: Extent): string | undefined {
  if (depth > deepest) return `byte ${start}: graphs are nested more than ${deepest} deep`;
  let at = start;
  while (at < end) {
    const tag = reader.varint(at, end);
    if (tag === undefined) return `byte ${at}: a field is cut off, or this is no ONNX model`;
    const number = Math.floor(tag.value / 8);
    const wire = tag.value % 8;
    const length = wire === 2 ? reader.varint(tag.next, end) : undefined;
    const from = length?.next ?? tag.next;
    const to = length ? from + length.value : endOfScalar(reader, wire, { at: from, end });
    if (number === 0 || to === undefined || (wire === 2 && !length))
      return `byte ${at}: this is no field of an ONNX model`;
    if (to > end) return `byte ${at}: a field of ${to - from} bytes is cut off after ${end - from}`;
    const nested = wire === 2 ? inside[name][number] : undefined;
    if (name === 'tensor' && wire === 2 && payloads.has(number) && to - from > largestKept) {
      writer
        .uint32(payloadStartField * 8)
        .uint64(from)
        .uint32(payloadLengthField * 8)
        .uint64(to - from);
    } else if (nested !== undefined && to - from > largestKept) {
      writer.uint32(tag.value).fork();
      const problem = copyMessage(reader, writer, { name: nested, start: from, end: to, depth: depth + 1 });
      if (problem !== undefined) return problem;
      writer.ldelim();
    } else reader.copy(writer, at, to);
    at = to;
  }
  return undefined;
}

function endOfScalar(reader: Reader, wire: number, { at, end }: { at: number; end: number }): number | undefined {
  if (wire === 0) return reader.varint(at, end)?.next;
  return wire === 1 ? at + 8 : wire === 5 ? at + 4 : undefined;
}

type Reader = ReturnType<typeof createReader>;

const blockBytes = 64 * 1024;

function createReader(source: ByteSource) {
  let block: Uint8Array = new Uint8Array(0);
  let blockAt = 0;
  const byte = (at: number): number => {
    if (at < blockAt || at >= blockAt + block.length) {
      blockAt = at;
      block = source.read(at, Math.min(blockBytes, source.size - at));
    }
    return block[at - blockAt]!;
  };
  return {
    /** Undefined when it is cut off, or longer than any number. */
    varint(at: number, end: number): { readonly value: number; readonly next: number } | undefined {
      let value = 0;
      for (let shift = 0; shift < 10 && at + shift < end; shift += 1) {
        const one = byte(at + shift);
        value += (one & 127) * 128 ** shift;
        if (one < 128) return { value, next: at + shift + 1 };
      }
      return undefined;
    },
    copy(writer: protobuf.Writer, from: number, to: number): void {
      const held = from >= blockAt && to <= blockAt + block.length;
      writer.raw(held ? block.slice(from - blockAt, to - blockAt) : source.read(from, to - from));
    },
  };
}
