// Results of a search among the input files: the mapping that is meant takes their place.

import { type Diagnostic, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { holdsResults, pickMapping, storedMappings } from '../results/stored-mapping.js';
import type { InputFile } from '../spec/read/input-file.js';
import { readSpec } from '../spec/read-spec.js';
import { buildWorkload } from '../workload/build-workload.js';
import type { Reading } from './inputs.js';

export function withStoredMapping({ inputs, read }: Reading, rank: number): Outcome<readonly InputFile[]> {
  const diagnostics: Diagnostic[] = [];
  const others = inputs.filter(({ source, role }) => role !== 'any' || !holdsResults(source));
  if (others.length === inputs.length) {
    const hint = 'a mappings.csv or result.json of a search holds mappings by rank';
    if (rank > 1) diagnostics.push(warning('W-UNUSED', `--rank ${rank} has no effect on the files given`, { hint }));
    return { value: inputs, diagnostics };
  }
  const spec = readSpec(others, read);
  const workload = spec.value && buildWorkload(spec.value);
  // Which mapping is meant is known once the rest is: what is wrong with that is what to say.
  if (!spec.value || !workload?.value)
    return { value: undefined, diagnostics: [...spec.diagnostics, ...(workload?.diagnostics ?? [])] };
  const names = { architecture: spec.value.architectureName, workload: workload.value.name };
  const files = inputs.map((input): InputFile => {
    if (others.includes(input)) return input;
    const { name } = input.source;
    const stored = storedMappings(input.source);
    diagnostics.push(...stored.diagnostics);
    const picked = stored.value && pickMapping(stored.value, { ...names, rank }, name);
    if (picked && 'code' in picked) diagnostics.push(picked);
    const { mapping, choices } = picked && 'mapping' in picked ? picked : { mapping: '[]', choices: '' };
    const machine = choices === '' ? '' : `machine: ${choices}\n`;
    return {
      source: { name: `${name}, rank ${rank}`, text: `${machine}mapping: ${mapping}\n` },
      directory: null,
      role: 'mapping',
    };
  });
  return { value: diagnostics.length > 0 ? undefined : files, diagnostics };
}
