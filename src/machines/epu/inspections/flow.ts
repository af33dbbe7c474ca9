// `inspect epu flow`: one fetch or write of a region by an iterator.

import { answered, refused } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredText, textOf } from '../../request.js';
import { registerBytes } from '../element-type.js';
import { flowRuling } from '../flow.js';
import { flowCycles, flowEstimates } from '../flow-cycles.js';
import type { Packing } from '../local-memory.js';
import type { Path } from '../memory.js';
import type { Core } from '../parameters.js';
import { coreAtElement, coreOfFirstElement, type StreamSide } from '../stream-side.js';
import { estimatesAmong, readShapes, requestedCore, requestedPath, requestedType } from './options.js';

export function inspectFlow(request: InspectionRequest): Answer {
  const read = readShapes(request, ['tensor', 'roi', 'offset']);
  if (read.kind === 'misunderstood') return read;
  const core = requestedCore(request);
  const tensor = read.value.get('tensor')!;
  const path = requestedPath(request);
  const ruling = flowRuling(core, {
    path,
    region: { tensor, roi: read.value.get('roi') ?? tensor, offset: read.value.get('offset')! },
    iterator: requiredText(request, 'iterator'),
    type: requestedType(request),
    packing: requiredText(request, 'packing') as Packing,
    liveRegisters: requiredNumber(request, 'live-registers'),
  });
  if (ruling.kind === 'illegal') return refused(ruling.problems);
  const { grid, iterator, bytesMoved, registers } = ruling.value;
  const { streaming, setup } = flowCycles(core, ruling.value);
  const side = textOf(request, 'stream-side')?.toUpperCase() as StreamSide | undefined;
  const first = side && firstElementAt(core, side, path);
  return answered({
    json: {
      tiles: grid.tiles,
      bytesMoved,
      registers,
      cycles: streaming,
      setupCycles: setup,
      ...(first && { firstElementAt: first }),
      estimates: estimatesAmong(flowEstimates),
    },
    lines: [
      `${grid.tiles} tiles in order ${iterator.name}, ${bytesMoved} bytes moved, ${registers} registers (${registers * registerBytes} bytes) of every core`,
      `${streaming} cycles and ${setup} of setup (estimates: no rate is published)`,
      ...(first ? [`the first element of a tile is in the core at row ${first[0]}, column ${first[1]}`] : []),
    ],
    warnings: ruling.warnings,
  });
}

function firstElementAt(core: Core, side: StreamSide, { to }: Path): readonly [row: number, column: number] {
  const place = to === 'array' ? coreOfFirstElement(side, core) : coreAtElement(side, { row: 0, column: 0 }, core);
  return [place.row, place.column];
}
