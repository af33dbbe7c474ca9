// results/reference/<network>-<architecture>.csv: certified optima, kept so that a change of any figure is seen. Each
// row's mapping must still cost what the row says; searching them all again is for `mapper compare`.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildMapping } from '../../src/mapping/build-mapping.js';
import { buildProblem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { compilePlan } from '../../src/model/plan.js';
import { compareTables } from '../../src/results/compare.js';
import { parseCsv } from '../../src/results/read-csv.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { mapperHere } from '../cli/run-mapper.js';
import { modelOptions } from '../shipped/evaluate-files.js';
import { root } from '../shipped/shipped-files.js';

const folder = join(root, 'results/reference');
const tables = readdirSync(folder).filter((name) => name.endsWith('.csv'));

type Row = Readonly<Record<string, string>>;

function rowsOf(table: string): readonly Row[] {
  return parseCsv(readFileSync(join(folder, table), 'utf8'), table).value?.rows ?? [];
}

function evaluate(table: string, row: Row): Evaluation | undefined {
  const network = table.slice(0, -`-${row.architecture}.csv`.length);
  const paths = [`arch/${row.architecture}.yaml`, `workloads/nets/${network}/${row.workload}.yaml`];
  const files: readonly InputFile[] = [
    ...paths.map((path) => shipped(path)),
    { source: { name: 'mapping', text: `mapping: ${row.mapping}` }, directory: null, role: 'mapping' },
  ];
  const spec = readSpec(files, { compat: 'none', overrides: [] }).value;
  const problem = spec && buildProblem(spec, { compat: 'none' }).value;
  const built = problem && buildMapping(spec, problem, { compat: 'none' }).value;
  if (!built) return undefined;
  const { workload, architecture } = problem;
  return evaluateMapping(compilePlan(workload, architecture, built.constraints, modelOptions), built.mapping);
}

function shipped(path: string): InputFile {
  const full = join(root, path);
  return { source: { name: path, text: readFileSync(full, 'utf8') }, directory: dirname(full), role: 'any' };
}

test('there are reference results', () => {
  expect(tables.length).toBeGreaterThan(0);
});

describe.each(tables)('%s', (table) => {
  test.each(rowsOf(table).map((row) => [row.workload!, row] as const))('%s', (_name, row) => {
    expect(row).toMatchObject({ optimal: 'true', stop_reason: 'Optimal', gap: '0' });
    const evaluation = evaluate(table, row);
    expect(evaluation?.valid).toBe(true);
    const { cycles, energyPj, edpPjCycles, utilization } = evaluation!;
    const kept = [row.cycles, row.energy_pj, row.edp_pj_cycles, row.utilization].map(Number);
    expect([cycles, energyPj, edpPjCycles, utilization]).toEqual(kept);
  });

  test('a layer searched again is as it was', async () => {
    const rows = rowsOf(table);
    const { architecture, workload } = rows.at(-1)!;
    const network = table.slice(0, -`-${architecture}.csv`.length);
    const files = [`arch/${architecture}.yaml`, `workloads/nets/${network}/${workload}.yaml`];
    const { stdout } = await mapperHere(['search', ...files, '--csv', '--no-results']);
    const now = parseCsv(stdout, 'now').value!;
    const kept = { columns: Object.keys(rows[0]!), rows: rows.slice(-1) };
    const { changes, missing } = compareTables(kept, now, { tolerances: new Map() });
    expect({ changes, missing }, 'results/reference/README.md says how to renew them').toEqual({
      changes: [],
      missing: [],
    });
  });

  test('is not empty', () => {
    expect(rowsOf(table).length).toBeGreaterThan(0);
  });
});
