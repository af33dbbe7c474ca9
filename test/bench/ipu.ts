// Searches everything that docs/validation/ipu.md shows, and keeps the mappings for the page's test, which costs them again:
//   npm run build && npx tsc -p test/bench/tsconfig.json && node test/bench/build/test/bench/ipu.js [part of a name]
//   npx vitest run test/machines/ipu/validation --update

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SearchCase, type Searched, searchCases } from '../machines/ipu/validation/cases.js';
import { root } from './built.js';

interface Answer {
  readonly optimal: boolean;
  readonly gap: number;
  readonly mapspaceSize: string;
  readonly mappings: readonly {
    readonly cycles: number;
    readonly machine: { readonly choices: Readonly<Record<string, string | boolean>> };
    readonly mapping: readonly { target: string; type: string; factors?: string; permutation?: string }[];
  }[];
}

const directory = fileURLToPath(root);
const kept = new URL('test/golden/ipu/searched.json', root);
const only = process.argv[2] ?? '';
const known = new Map((JSON.parse(readFileSync(kept, 'utf8')) as Searched[]).map((one) => [one.name, one]));

for (const one of searchCases((folder) => readdirSync(join(directory, folder)))) {
  if (!one.name.includes(only)) continue;
  const answer = search(one);
  const best = answer?.mappings[0];
  if (!answer || !best) {
    console.log(`${one.name}: refused`);
    known.delete(one.name);
    continue;
  }
  const { cycles, mapping } = best;
  const { choices } = best.machine;
  const decided = Object.entries(choices).map(([key, value]) => `machine.${key}=${value}`);
  const { optimal: proven, gap, mapspaceSize: mapspace } = answer;
  known.set(one.name, {
    name: one.name,
    cycles,
    proven,
    gap,
    mapspace,
    set: decided,
    mapping: chosen(mapping, choices.kernel === 'amp'),
  });
  console.log(`${one.name}: ${cycles} cycles${proven ? ', proven' : `, gap ${gap}`}`);
  write();
}

function search({ arch, workload, set }: SearchCase): Answer | undefined {
  const flags = ['--json', '--time-limit', '300', '--out', mkdtempSync(join(tmpdir(), 'mapper-')), '--force'];
  const overrides = set.flatMap((override) => ['--set', override]);
  const command = ['dist/cli/main.js', 'search', arch, workload, ...overrides, ...flags];
  try {
    return JSON.parse(execFileSync('node', command, { cwd: directory, encoding: 'utf8', stdio: 'pipe' })) as Answer;
  } catch {
    return undefined;
  }
}

/** What the machine does not fix anyway: factors above 1, and orders where supersteps are. */
function chosen(mapping: Answer['mappings'][number]['mapping'], fixedSums: boolean): Searched['mapping'] {
  return mapping.flatMap(({ target, type, factors, permutation }) => {
    const some = (factors ?? '')
      .split(' ')
      .filter((factor) => !/^[A-Z]+1$/.test(factor))
      .join(' ');
    if (some === '' || (fixedSums ? ['accumulators', 'amp'] : ['amp']).includes(target)) return [];
    const ordered = type === 'temporal' && ['memory', 'streaming'].includes(target) && permutation !== undefined;
    return [{ target, type, factors: some, ...(ordered ? { permutation } : {}) }];
  });
}

function write(): void {
  const order = searchCases((folder) => readdirSync(join(directory, folder))).map(({ name }) => name);
  const rows = order.flatMap((name) => known.get(name) ?? []).map((row) => `  ${JSON.stringify(row)}`);
  writeFileSync(kept, `[\n${rows.join(',\n')}\n]\n`);
}
