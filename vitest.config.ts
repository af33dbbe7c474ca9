import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long go first, so that both cores stay busy to the end. */
const long = [
  'optimal/bounds',
  'optimal/exactness',
  'parallel/run-search',
  'cli/search',
  'optimal/monotone',
  'property/kernel-vs-walk',
  'shipped/feasibility',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? long.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Tests that need a program beside Node.js, by what it is called; `.ci/run` installs both. */
const missing = [
  { folder: 'test/sweep/redis', program: 'redis-server' },
  { folder: 'test/report/browser', program: 'chromium' },
].filter(({ program }) => spawnSync(program, ['--version']).status !== 0);
for (const { folder, program } of missing) {
  const files = readdirSync(new URL(`${folder}/`, import.meta.url)).filter((name) => name.endsWith('.test.ts'));
  console.warn(`${program} is not installed: LEFT OUT ${files.map((name) => `${folder}/${name}`).join(', ')}`);
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...missing.map(({ folder }) => `${folder}/**`)],
    testTimeout: 240_000,
    maxWorkers: 2,
    // Modules are pure: loading and compiling them once per worker instead of once per file saves a tenth of the time.
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
