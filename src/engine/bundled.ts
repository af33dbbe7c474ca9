// Loads what the build has put together into the few files of `dist/bundle`, together with what the engine made of each of them
// when the build ran it (`write-code`): to read, compile and link all modules anew takes as long as many a search.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

interface Loaded {
  readonly script: Script;
  readonly module: { exports: unknown };
}

interface Require {
  (id: string): unknown;
  /** Stands for `import()`, which code that was kept cannot do by itself. */
  readonly import: (id: string) => Promise<unknown>;
}

type Body = (exports: unknown, require: Require, module: Loaded['module'], ...place: string[]) => void;

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../bundle');
const requireOther = createRequire(import.meta.url);

/** By path. */
const loaded = new Map<string, Loaded>();

/** The exports of the entry with this name. The engine takes no notice of code that another version or other settings have left. */
export function loadBundled<Exports>(name: string): Exports {
  return load(resolve(folder, `${name}.cjs`)) as Exports;
}

/** A file that has been loaded, and whether the engine took the code that was kept of it. */
interface Compiled {
  readonly isKept: boolean;
  /** Keeps what the engine has made of it by now; readers of before have the whole of the old or of the new. */
  readonly keep: () => void;
}

/** All that have been loaded so far. */
export function compiledSoFar(): readonly Compiled[] {
  return [...loaded].map(([path, { script }]) => ({
    isKept: script.cachedDataRejected === false,
    keep: () => {
      writeFileSync(`${path}.tmp`, script.createCachedData());
      renameSync(`${path}.tmp`, codeOf(path));
    },
  }));
}

function load(path: string): unknown {
  const known = loaded.get(path);
  if (known !== undefined) return known.module.exports;
  const code = codeOf(path);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`,
    {
      filename: path,
      cachedData: existsSync(code) ? readFileSync(code) : undefined,
    },
  );
  const module: Loaded['module'] = { exports: {} };
  loaded.set(path, { script, module });
  const isFile = (id: string): boolean => id.startsWith('.') || isAbsolute(id);
  const inside = (id: string): unknown => (isFile(id) ? load(resolve(dirname(path), id)) : requireOther(id));
  const require = Object.assign(inside, { import: (id: string): Promise<unknown> => import(id) });
  (script.runInThisContext() as Body)(module.exports, require, module, path, dirname(path));
  return module.exports;
}

function codeOf(path: string): string {
  return `${path}.code`;
}
