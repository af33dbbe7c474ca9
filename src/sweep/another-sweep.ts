// Whether a results directory holds the sweep that is about to write there, or another one whose rows it would replace.

import { groupedBy, remembered } from '../math/remembered.js';
import type { Entry, Point } from './point.js';
import type { SweepRun } from './run-sweep.js';

interface Planned extends Pick<SweepRun, 'read'> {
  readonly points: readonly Point[];
}

/**
 * That not one row of those left behind has its place in the new table. A row is its architecture, workload, objective and
 * settings: what files say inside may have changed, and values may have come and gone.
 */
export function isAnotherSweep(before: readonly Entry[], { points, read }: Planned): boolean {
  const left = groupedBy(
    before.filter(({ hash }) => hash !== null),
    inAnyOrder,
  );
  const seen = new Map<
    Point['architecture'],
    Map<Point['workload'], Map<Point['objective'], ReturnType<typeof read>>>
  >();
  const isLeft = (point: Point): boolean => {
    const rows = left.get(inAnyOrder(point));
    if (!rows) return false;
    const workloads = remembered(seen, point.architecture, () => new Map());
    const { value } = remembered(
      remembered(workloads, point.workload, () => new Map()),
      point.objective,
      () => read(point),
    );
    // Why it cannot be read is for the sweep to say.
    if (!value) return true;
    const { architecture, workload } = value.problem;
    const objective = value.options.objective.join(',');
    // Names that were told apart contain what they were before.
    return rows.some(
      (row) =>
        row.objective === objective &&
        row.architecture.includes(architecture.name) &&
        row.workload.includes(workload.name),
    );
  };
  return left.size > 0 && !points.some(isLeft);
}

/** Axes may have changed places. */
function inAnyOrder({ settings }: Pick<Point, 'settings'>): string {
  return settings
    .map((setting) => JSON.stringify(setting))
    .toSorted()
    .join();
}
