// What the command line says about the model: switches, and what --compat means for it.

import type { ModelOptions } from '../model/plan.js';
import { type Compat, followsReference } from '../spec/compat.js';
import { isOn, type Options, textOf } from './options.js';

export function modelOptions(options: Options): ModelOptions & { readonly cumulativeFanout: boolean } {
  const compat = textOf(options, 'compat') as Compat;
  return {
    slidingWindow: compat === 'timeloop-2024' ? 'before-2025' : 'current',
    linkTransfers: !isOn(options, 'no-link-transfers'),
    firstReadElision: !isOn(options, 'no-first-read-elision'),
    cumulativeFanout: followsReference(compat),
    referenceQuirks: followsReference(compat),
  };
}
