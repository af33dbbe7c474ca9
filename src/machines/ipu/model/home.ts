// Where tensors are at home: on the chips where they fit, all of them, else in streaming memory where there is one.

import { type Diagnostic, error } from '../../../diagnostics/diagnostic.js';
import type { MapNode } from '../../../spec/node.js';
import { dataspaceSize } from '../../../workload/workload.js';
import { tileRoomBytes } from './places.js';
import type { IpuProblem } from './problem.js';
import { elementBytes, homeBytes } from './stored-bytes.js';

export type Home = ReturnType<typeof homeOf>;

/** `bytes`: of every tensor, spread over the tiles of all chips; `spilled`: not all of them fit there. */
export function homeOf(problem: IpuProblem) {
  const { workload, architecture, places } = problem;
  const bytes = workload.dataspaces.map((dataspace, t) =>
    homeBytes(dataspaceSize(workload, dataspace) * elementBytes(problem, places.memory, t), places.tiles),
  );
  const roomBytes = architecture.levels[places.memory]!.effectiveCapacityWords ?? 0;
  return { bytes, roomBytes, spilled: sum(bytes) > roomBytes };
}

/**
 * Of a tile, for the work: at most its share, and what tensors at home and the reserve leave (section 2.7). Where tensors may be at
 * home in streaming memory instead, what is at home on a tile depends on the mapping, and both have rooms of their own.
 */
export function workRoomBytes(problem: IpuProblem): number {
  const { settings, places } = problem;
  if (places.streaming >= 0) return places.workBytes;
  return Math.min(places.workBytes, tileRoomBytes(settings) - sum(homeOf(problem).bytes) / places.tiles);
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
