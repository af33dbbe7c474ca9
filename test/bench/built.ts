// The benchmarks measure the built product: its modules are loaded from `dist/`, typed by their sources.

/** From `test/bench/build/test/bench/`. */
export const root = new URL('../../../../../', import.meta.url);

/** `from`: the folder of another build. */
export async function loadBuilt<Module>(path: string, from: URL = root): Promise<Module> {
  return (await import(new URL(`dist/${path}`, from).href)) as Module;
}

export type Evaluators = typeof import('../../src/model/kernel/evaluator.js');
export type NestBuffers = typeof import('../../src/model/nest-buffer.js');
export type Plans = typeof import('../../src/model/plan.js');
export type Problems = typeof import('../../src/mapping/problem.js');
export type Readers = typeof import('../../src/spec/read-spec.js');
export type Mapspaces = typeof import('../../src/mapspace/mapspace.js');
export type Contexts = typeof import('../../src/search/search-context.js');
export type Drafts = typeof import('../../src/search/draft.js');
export type Sampling = typeof import('../../src/search/sampling.js');
export type Randomness = typeof import('../../src/math/random.js');
