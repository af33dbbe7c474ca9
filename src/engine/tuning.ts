// What the JavaScript engine is told before a run. A search is a few seconds of work spread over hundreds of functions: by
// itself the engine optimizes many of them that hardly run again, in every thread anew, and pays for it with the time of the
// cores that should search. Measured on Node.js 20: ResNet-50 on two threads takes about a sixth less time where functions are
// optimized later and less is inlined; that the first round of a loop is not optimized apart from the others takes another two
// to ten percent off searches of one to twelve seconds. Node.js 22 counts otherwise when to optimize; the other two settings
// take 11 percent off searches of one to two seconds there, and 3 on Node.js 24.

import { setFlagsFromString } from 'node:v8';

const usual = ['--max-inlined-bytecode-size-cumulative=300', '--no-turbo-loop-peeling'];

/** By major release: where they were measured. */
const flags: Readonly<Record<string, readonly string[]>> = {
  20: ['--interrupt-budget=500000', ...usual],
  22: usual,
  24: usual,
};

/** Changes nothing but speed. */
export function tuneEngine(release = process.versions.node): void {
  for (const flag of flags[release.split('.')[0]!] ?? []) setFlagsFromString(flag);
}
