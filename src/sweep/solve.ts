// One point solved: a search in a thread of the pool, and its best mapping as the answer that is kept.

import type { PointPool } from '../parallel/point-pool.js';
import { mappingRow } from '../results/mapping-row.js';
import { type Answer, diagnosticText, type PointSearch } from './point.js';

/** Rejects where the search breaks, which is a mistake of ours or too little memory. */
export async function solve(search: PointSearch, pool: PointPool, version: string): Promise<Answer> {
  const { result } = await pool.search(search);
  const diagnostics = result.diagnostics.map(diagnosticText);
  const [best] = result.mappings;
  if (best === undefined) return { kind: 'no-mapping', diagnostics };
  return { kind: 'mapping', row: mappingRow(best, { ...search, result, version }), diagnostics };
}

export function brokenAnswer(problem: unknown): Answer {
  const message = problem instanceof Error ? problem.message : String(problem);
  return { kind: 'failed', diagnostics: [`E-INTERNAL the search broke: ${message}`] };
}
