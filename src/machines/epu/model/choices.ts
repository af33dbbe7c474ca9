// What a compiler decides on this machine: which dimensions lie on the cores, and how strided regions are fetched.

import type { Settings } from '../../../mapping/implied.js';
import type { PlainValue } from '../../../spec/node.js';
import type { Workload } from '../../../workload/workload.js';
import { openChoices } from '../../section.js';
import { rolesOf } from './roles.js';
import { settingsOf } from './settings.js';

/** Placements, also those that leave all but one core idle, which copy and flow the least of tiny layers; and ways to fetch every second row where there is such a thing. */
export function choicesOf(workload: Workload, given: PlainValue): readonly Settings[] {
  const { arraySide } = settingsOf(given).core;
  const placements = (['rows', 'columns'] as const).flatMap((placement) => {
    const roles = rolesOf(workload, placement, arraySide);
    return roles === null ? [] : [{ placement, roles }];
  });
  const busyFirst = placements.toSorted(
    (a, b) => Number(a.roles.axes.length === 0) - Number(b.roles.axes.length === 0),
  );
  const all = busyFirst.flatMap(({ placement, roles }): Settings[] => {
    const strided = roles.axes.some(({ stride }) => stride > 1);
    return strided
      ? ['rau', 'flow'].map((fetch) => ({ on_cores: placement, strided_fetch: fetch }))
      : [{ on_cores: placement }];
  });
  return openChoices(all, given);
}
