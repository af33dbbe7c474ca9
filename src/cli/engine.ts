// What the JavaScript engine is told before a run. A search is a few seconds of work spread over hundreds of functions: by
// itself the engine optimizes many of them that hardly run again, in every thread anew, and pays for it with the time of the
// cores that should search. Measured: ResNet-50 on two threads takes about a sixth less time with the first two settings. The
// third leaves out that the first round of a loop is optimized apart from the others, which takes time to compile: searches of
// one to twelve seconds take two to ten percent less.

import { setFlagsFromString } from 'node:v8';

const flags = ['--interrupt-budget=500000', '--max-inlined-bytecode-size-cumulative=300', '--no-turbo-loop-peeling'];

/** Changes nothing but speed; left alone on releases where it was not measured. */
export function tuneEngine(release = process.versions.node): void {
  if (!release.startsWith('20.')) return;
  for (const flag of flags) setFlagsFromString(flag);
}
