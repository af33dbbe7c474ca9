// `npm run bench -- growth`: how time and memory of the optimal search grow with storage levels, dimensions and bounds,
// one process a point. Kept under `runs/<date>-<machine class>-growth/`: every point in raw.csv, as it comes, tables in
// README.md, the curves in growth.svg. `npm run bench -- peer` sets the last run kept beside a peer: see
// peer.ts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command-speed.js';
import { growthPlot } from './growth-plot.js';
import { type Axis, architectureText, type GrowthPoint, type Keeps, pointsOf, workloadText } from './growth-points.js';
import { growthReadme } from './growth-report.js';
import { keepRun } from './kept-run.js';

export interface GrowthRow {
  readonly axis: Axis;
  readonly value: number;
  readonly keeps: Keeps;
  /** `no tables`: the memory limit does not allow them, and the search samples instead. */
  readonly outcome: 'certified' | 'open' | 'no tables';
  readonly gap: number;
  /** Not the tables' own where they were not ready in time. */
  readonly bound: string;
  readonly mapspace: string;
  /** As the search itself says. */
  readonly seconds: number;
  /** Of the whole process, all threads; what other programs do hardly changes it. */
  readonly processorSeconds: number;
  readonly wallSeconds: number;
  readonly nodes: number;
  readonly evaluations: number;
  readonly peakMegabytes: number;
}

interface SearchDocument {
  readonly optimal: boolean;
  readonly gap: number | null;
  readonly boundKind: string | null;
  readonly mapspaceSize: string;
  readonly timing: { readonly elapsedSeconds: number; readonly nodes: number; readonly evaluations: number };
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

const columns = [
  'axis',
  'value',
  'keeps',
  'outcome',
  'gap',
  'bound',
  'mapspace',
  'seconds',
  'processorSeconds',
  'wallSeconds',
  'nodes',
  'evaluations',
  'peakMegabytes',
] as const satisfies readonly (keyof GrowthRow)[];

/** `seconds` is the time limit of one point. */
export function benchGrowth(seconds: number): void {
  const run = keepRun<GrowthRow>('growth', columns);
  const rows: GrowthRow[] = [];
  for (const series of everySeries()) {
    let openInARow = 0;
    for (const point of series) {
      // Two in a row say enough; the last one still says how much memory is taken at the end of the scale.
      if (openInARow >= 2 && point !== series.at(-1)) continue;
      const row = measure(point, seconds);
      openInARow = row.outcome === 'certified' ? 0 : openInARow + 1;
      rows.push(row);
      run.write(row);
      const state = row.outcome === 'open' ? `gap ${(100 * row.gap).toFixed(1)} %` : row.outcome;
      console.log(`${row.axis} ${row.value}, keeps ${row.keeps}: ${row.seconds.toFixed(2)} s, ${state}`);
    }
  }
  const conditions = { date: run.date, loadBefore: run.load, loadAfter: loadavg()[0]!, limitSeconds: seconds };
  run.finish('README.md', growthReadme(rows, conditions));
  run.finish('growth.svg', growthPlot(rows));
}

function everySeries(): GrowthPoint[][] {
  const axes: readonly Axis[] = ['levels', 'dimensions', 'bound'];
  return axes.flatMap((axis) => [pointsOf(axis, 'fixed'), pointsOf(axis, 'free')]);
}

function measure(point: GrowthPoint, limitSeconds: number): GrowthRow {
  const folder = mkdtempSync(join(tmpdir(), 'mapper-growth-'));
  const architecture = join(folder, 'architecture.yaml');
  const workload = join(folder, 'workload.yaml');
  writeFileSync(architecture, architectureText(point));
  writeFileSync(workload, workloadText(point));
  const args = ['search', architecture, workload, '--json', '--no-results', '--time-limit', `${limitSeconds}`];
  // Status 1: nothing found within the limit, which is a result, too.
  const run = runCommand(args, [0, 1]);
  rmSync(folder, { recursive: true });
  const document = JSON.parse(run.stdout) as SearchDocument;
  // The code alone is also that of a remark about the mapspace's size.
  const sampled = document.diagnostics.some(
    ({ code, message }) => code === 'W-ALGORITHM' && message.includes('cannot be proven here'),
  );
  return {
    axis: point.axis,
    value: point.value,
    keeps: point.keeps,
    outcome: document.optimal ? 'certified' : sampled ? 'no tables' : 'open',
    gap: document.gap ?? 1,
    bound: document.boundKind ?? '',
    mapspace: document.mapspaceSize,
    seconds: document.timing.elapsedSeconds,
    processorSeconds: run.processorSeconds,
    wallSeconds: run.milliseconds / 1e3,
    nodes: document.timing.nodes,
    evaluations: document.timing.evaluations,
    peakMegabytes: run.peakMegabytes,
  };
}
