#!/usr/bin/env node

// Entry point: the engine is told what it has to do, and then runs what the build has put together.

import { loadBundled } from '../engine/bundled.js';
import { tuneEngine } from '../engine/tuning.js';

tuneEngine();
await loadBundled<typeof import('./process.js')>('process').runProcess();
