// What the searches find, in short, for the tables of docs/validation/epu.md: `MAPPER_RECORD=1 npx vitest run
// test/machines/epu/validation.test.ts -u` searches every layer anew, under all placements, and takes minutes.

import { writeFileSync } from 'node:fs';
import { machineModel } from '../../../src/machines/models.js';
import { alternativesOf } from '../../../src/mapping/alternatives.js';
import { mappingEntries } from '../../../src/mapping/codec.js';
import { problemOf, searched } from '../searched.js';
import type { Recorded } from './validation-tables.js';

export async function recordMappings(file: string, recorded: readonly Recorded[]): Promise<void> {
  const found: Recorded[] = [];
  for (const one of recorded) found.push(await recordMapping(one));
  writeFileSync(file, `[\n${found.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
}

async function recordMapping({ network, core, workload, stated }: Recorded): Promise<Recorded> {
  const asked = { machine: `epu-${core}`, workload, set: stated ?? {} };
  const { mappings, optimal } = await searched(asked, { objective: ['cycles', 'energy'] });
  const [best] = mappings;
  if (!optimal || best === undefined) throw new Error(`${workload} on ${core} is not proven`);
  const problem = alternativesOf(problemOf(asked))[best.alternative ?? 0]!;
  const loops = mappingEntries(problem, best.mapping).flatMap((entry) => {
    if (entry.type === 'dataspace') return [];
    const factors = entry.factors.split(' ').filter((factor) => !factor.endsWith('1') || factor.length > 2);
    const names = factors.map((factor) => factor[0]!);
    const order = [...entry.permutation].filter((name) => names.includes(name)).join('');
    const ordered = entry.type === 'temporal' && names.length > 1 ? `; ${order}` : '';
    return factors.length === 0 ? [] : [[entry.target, `${factors.join(' ')}${ordered}`]];
  });
  const choices = Object.entries(machineModel(problem)!.choices).map(([key, value]) => [`machine.${key}`, `${value}`]);
  return {
    ...{ network, core, workload, ...(stated && { stated }) },
    choices: Object.fromEntries(choices) as Readonly<Record<string, string>>,
    mapping: Object.fromEntries(loops) as Readonly<Record<string, string>>,
  };
}
