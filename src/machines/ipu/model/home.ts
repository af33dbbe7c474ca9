// Where tensors are at home: on the chips where they fit, all of them, else in streaming memory where there is one.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { error } from '../../../diagnostics/diagnostic.js';
import type { MapNode } from '../../../spec/node.js';
import { dataspaceSize } from '../../../workload/workload.js';
import { elementBytes, homeBytes } from './footprint.js';
import type { IpuProblem } from './problem.js';

export interface Home {
  /** Of every tensor, spread over the tiles of all chips. */
  readonly bytes: readonly number[];
  readonly roomBytes: number;
  /** Not all of them fit on the chips. */
  readonly spilled: boolean;
}

export function homeOf(problem: IpuProblem): Home {
  const { workload, architecture, places } = problem;
  const bytes = workload.dataspaces.map((dataspace, t) =>
    homeBytes(dataspaceSize(workload, dataspace) * elementBytes(problem, places.memory, t), places.tiles),
  );
  const roomBytes = architecture.levels[places.memory]!.effectiveCapacityWords ?? 0;
  return { bytes, roomBytes, spilled: sum(bytes) > roomBytes };
}

export function checkHome(
  home: Home,
  { workload, architecture, places }: IpuProblem,
  section: MapNode | undefined,
): Diagnostic[] {
  if (!home.spilled) return [];
  const streaming = architecture.levels[places.streaming];
  const room = streaming ? streaming.effectiveCapacityWords : home.roomBytes;
  const needed = sum(home.bytes);
  if (room === null || needed <= room) return [];
  const each = workload.dataspaces.map(({ name }, t) => `${name} ${home.bytes[t]} B`).join(', ');
  const where = streaming ? streaming.name : `the memory of ${places.tiles} tiles`;
  const message = `${needed} B of tensors do not fit in ${where}, which has ${room} B for them: ${needed - room} B too much`;
  const hint = streaming ? undefined : 'use more chips, or a machine with streaming memory, or smaller tensors';
  return [error('E-CAPACITY', message, { span: section?.span, expected: `${room} B at most`, found: each, hint })];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
