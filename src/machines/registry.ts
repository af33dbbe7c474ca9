// The one list of machines. A new machine is a folder beside this file and a line here.

import { epu } from './epu/machine.js';
import { ipu } from './ipu/machine.js';
import type { Machine } from './machine.js';
import { tpu } from './tpu/machine.js';

export const machines: readonly Machine[] = [epu, ipu, tpu];
