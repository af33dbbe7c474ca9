// Five layers that the field's reference mapper searched for a minute with each of its strategies (`best.json`: the best of
// them all). Ours proves its own best, and it is never worse.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mapper } from '../cli/run-mapper.js';

const folder = fileURLToPath(new URL('search', import.meta.url));

interface Found {
  readonly optimal: boolean;
  readonly mappings: readonly { readonly edpPjCycles: number }[];
}

describe('searches of the reference mapper', () => {
  it.each(readdirSync(folder))('%s', { timeout: 300_000 }, (name) => {
    const [arch, problem, ert, best] = ['arch.yaml', 'problem.yaml', 'ert.yaml', 'best.json'].map(
      (file) => `${folder}/${name}/${file}`,
    );
    const options = ['--compat', 'timeloop-v4', '--json', '--quiet', '--no-results'];
    const run = mapper(['search', arch!, problem!, ert!, ...options]);
    const found = JSON.parse(run.stdout) as Found;
    const { edpPjCycles } = JSON.parse(readFileSync(best!, 'utf8')) as { readonly edpPjCycles: number };
    expect(found.optimal).toBe(true);
    // The reference prints its energies rounded.
    expect(found.mappings[0]!.edpPjCycles).toBeLessThanOrEqual(edpPjCycles * (1 + 1e-6));
  });
});
