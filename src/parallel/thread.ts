// What a thread of the pool loads: the worker as the build has put it together.

import { loadBundled } from '../engine/bundled.js';

export default loadBundled<typeof import('./worker.js')>('worker').default;
