// The command and its worker threads as few files: to open five hundred modules takes longer than many a search. Scripts and
// not modules, of which the engine would keep no code (`src/engine/bundled.ts`).

import { rmSync } from 'node:fs';
import { relative } from 'node:path';

const dist = new URL('dist/', import.meta.url).pathname;
const bundle = `${dist}bundle`;

/** Files are found from where their module was: what is bundled lies one folder deep, as every chunk does. */
const keepPlaces = {
  name: 'keep-places',
  transform: (code, id) => {
    const place = `new URL('../${relative(dist, id)}', import.meta.url).href`;
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : null;
  },
};

/** What is loaded later and not bundled; see `Require`. */
const importElsewhere = {
  name: 'import-elsewhere',
  renderChunk: (code) => code.replaceAll(/\bimport\("([^"]+)"\)/g, 'require.import("$1")'),
};

/** Code that was kept of files before is for those files. */
const startAnew = { name: 'start-anew', buildStart: () => rmSync(bundle, { recursive: true, force: true }) };

/** Of what others wrote: what few commands load, and what starts threads from files of its own. */
const apart = /^(node:|piscina$|bullmq$|ioredis$|vega|ajv|protobufjs)/;

export default {
  input: { process: `${dist}cli/process.js`, worker: `${dist}parallel/worker.js` },
  platform: 'node',
  external: (id) => apart.test(id),
  plugins: [startAnew, keepPlaces, importElsewhere],
  output: { dir: bundle, format: 'cjs', exports: 'named', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
  logLevel: 'warn',
};
