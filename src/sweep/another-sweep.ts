// Whether a results directory holds the sweep that is about to write there, or another one whose rows it would replace.

import { groupedBy, remembered } from '../math/remembered.js';
import type { Entry, Point } from './point.js';
import type { SweepRun } from './run-sweep.js';

interface Planned extends Pick<SweepRun, 'read'> {
  readonly points: readonly Point[];
  /** What is varied. */
  readonly keys: readonly string[];
}

/**
 * That not one row of those left behind has its place in the new table. A row is its architecture, workload, objective and
 * settings: what files say inside may have changed, and values may have come and gone, and axes beside those that stay.
 */
export function isAnotherSweep(before: readonly Entry[], { points, read, keys }: Planned): boolean {
  const rows = before.filter(({ hash }) => hash !== null);
  const varied = new Set(rows.flatMap(({ settings }) => settings.map(({ key }) => key)));
  const both = new Set(keys.filter((key) => varied.has(key)));
  if (both.size < Math.min(varied.size, keys.length)) return true;
  const placeOf = ({ settings }: Pick<Point, 'settings'>): string =>
    inAnyOrder(settings.filter(({ key }) => both.has(key)));
  const left = groupedBy(rows, placeOf);
  const seen = new Map<
    Point['architecture'],
    Map<Point['workload'], Map<Point['objective'], ReturnType<typeof read>>>
  >();
  const isLeft = (point: Point): boolean => {
    const there = left.get(placeOf(point));
    if (!there) return false;
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
    return there.some(
      (row) =>
        row.objective === objective &&
        row.architecture.includes(architecture.name) &&
        row.workload.includes(workload.name),
    );
  };
  return left.size > 0 && !points.some(isLeft);
}

/** Axes may have changed places. */
function inAnyOrder(settings: Point['settings']): string {
  return settings
    .map((setting) => JSON.stringify(setting))
    .toSorted()
    .join();
}
