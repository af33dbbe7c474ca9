// The part of onnx.proto (ONNX project, Apache 2.0; field numbers are facts of the format) that shapes and layers need, as
// protobufjs reads descriptors. Fields that are not listed are skipped. `payload…` are our own: where in the file the data
// stands that `skim` has left out.

import { createRequire } from 'node:module';
import type { INamespace, IType } from 'protobufjs/light.js';

/** `data/` lies beside `src/` and beside `dist/`. */
export const onnxSchema = createRequire(import.meta.url)('../../../../data/onnx.json') as INamespace;

const { payloadStart, payloadLength } = (onnxSchema.nested!.TensorProto as IType).fields;
export const payloadStartField = payloadStart!.id;
export const payloadLengthField = payloadLength!.id;
