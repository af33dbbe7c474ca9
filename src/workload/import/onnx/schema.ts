// The part of onnx.proto (ONNX project, Apache 2.0; field numbers are facts of the format) that shapes and layers need, as
// protobufjs reads descriptors. Fields that are not listed are skipped. `payload…` are our own: where in the file the data
// stands that `skim` has left out.

import type { INamespace } from 'protobufjs/light.js';

const field = (id: number, type: string) => ({ id, type });
const repeated = (id: number, type: string) => ({ id, type, rule: 'repeated' });

export const payloadStartField = 100_001;
export const payloadLengthField = 100_002;

export const onnxSchema: INamespace = {
  nested: {
    ModelProto: {
      fields: {
        irVersion: field(1, 'int64'),
        graph: field(7, 'GraphProto'),
        opsetImport: repeated(8, 'OperatorSetIdProto'),
        functions: repeated(25, 'FunctionProto'),
      },
    },
    OperatorSetIdProto: { fields: { domain: field(1, 'string'), version: field(2, 'int64') } },
    FunctionProto: {
      fields: {
        name: field(1, 'string'),
        input: repeated(4, 'string'),
        output: repeated(5, 'string'),
        node: repeated(7, 'NodeProto'),
        opsetImport: repeated(9, 'OperatorSetIdProto'),
        domain: field(10, 'string'),
        attributeProto: repeated(11, 'AttributeProto'),
      },
    },
    GraphProto: {
      fields: {
        node: repeated(1, 'NodeProto'),
        name: field(2, 'string'),
        initializer: repeated(5, 'TensorProto'),
        input: repeated(11, 'ValueInfoProto'),
        output: repeated(12, 'ValueInfoProto'),
        valueInfo: repeated(13, 'ValueInfoProto'),
        sparseInitializer: repeated(15, 'SparseTensorProto'),
      },
    },
    NodeProto: {
      fields: {
        input: repeated(1, 'string'),
        output: repeated(2, 'string'),
        name: field(3, 'string'),
        opType: field(4, 'string'),
        attribute: repeated(5, 'AttributeProto'),
        domain: field(7, 'string'),
      },
    },
    AttributeProto: {
      fields: {
        name: field(1, 'string'),
        f: field(2, 'float'),
        i: field(3, 'int64'),
        s: field(4, 'bytes'),
        t: field(5, 'TensorProto'),
        g: field(6, 'GraphProto'),
        floats: repeated(7, 'float'),
        ints: repeated(8, 'int64'),
        strings: repeated(9, 'bytes'),
        type: field(20, 'int32'),
        refAttrName: field(21, 'string'),
      },
    },
    TensorProto: {
      fields: {
        dims: repeated(1, 'int64'),
        dataType: field(2, 'int32'),
        floatData: repeated(4, 'float'),
        int32Data: repeated(5, 'int32'),
        int64Data: repeated(7, 'int64'),
        name: field(8, 'string'),
        rawData: field(9, 'bytes'),
        doubleData: repeated(10, 'double'),
        uint64Data: repeated(11, 'uint64'),
        externalData: repeated(13, 'StringStringEntryProto'),
        payloadStart: field(payloadStartField, 'uint64'),
        payloadLength: field(payloadLengthField, 'uint64'),
      },
    },
    SparseTensorProto: { fields: { values: field(1, 'TensorProto'), dims: repeated(3, 'int64') } },
    StringStringEntryProto: { fields: { key: field(1, 'string'), value: field(2, 'string') } },
    ValueInfoProto: { fields: { name: field(1, 'string'), type: field(2, 'TypeProto') } },
    TypeProto: { fields: { tensorType: field(1, 'TensorTypeProto') } },
    TensorTypeProto: { fields: { elemType: field(1, 'int32'), shape: field(2, 'TensorShapeProto') } },
    TensorShapeProto: { fields: { dim: repeated(1, 'DimensionProto') } },
    DimensionProto: { fields: { dimValue: field(1, 'int64'), dimParam: field(2, 'string') } },
  },
};
