// The command and its worker threads as few files: to open five hundred modules takes longer than many a search.

import { relative } from 'node:path';

const dist = new URL('dist/', import.meta.url).pathname;

/** Files are found from where their module was: what is bundled lies one folder deep, as every chunk does. */
const keepPlaces = {
  name: 'keep-places',
  transform: (code, id) => {
    const place = `new URL('../${relative(dist, id)}', import.meta.url).href`;
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : null;
  },
};

/** Of what others wrote: what few commands load, and what starts threads from files of its own. */
const apart = /^(node:|piscina$|bullmq$|ioredis$|vega|ajv|protobufjs)/;

export default {
  input: { 'cli/main': `${dist}cli/main.js`, 'parallel/worker': `${dist}parallel/worker.js` },
  platform: 'node',
  external: (id) => apart.test(id),
  plugins: [keepPlaces],
  output: { dir: dist, entryFileNames: '[name].js', chunkFileNames: 'bundle/[name].js' },
  logLevel: 'warn',
};
