// The last step of the build, run by it: has the program do a little of everything that it mostly does, and leaves what the engine
// has compiled by then beside the bundled files.

import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { compiledSoFar, loadBundled } from './bundled.js';
import { tuneEngine } from './tuning.js';

const layer = 'workloads/nets/resnet50/11-conv3_x-3x3.yaml';

/** As typed, but for what every one of them is told: one objective after the other, dense, forwarding and sparse. */
const sessions = [
  `search arch/eyeriss-like.yaml ${layer}`,
  `search arch/teaching-three-level.yaml workloads/nets/resnet18/06-conv4_x-3x3-stride2.yaml --max-evaluations 20000`,
  `search arch/simple-output-stationary.yaml workloads/nets/bert-base/seq128-02-attention-scores.yaml --objective energy`,
  `search arch/simba-like.yaml ${layer} --objective cycles`,
  `search arch/eyeriss-like-rle.yaml ${layer} --max-evaluations 20000`,
];

interface Program {
  run(argv: readonly string[], streams: object): Promise<{ readonly kind: string }>;
}

tuneEngine();
setFlagsFromString('--no-flush-bytecode'); // of functions that have not run for a while
const { run } = loadBundled<Program>('process');
for (const session of sessions) {
  const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
  const streams = { stdout: nowhere(), stderr: nowhere(), environment: {} };
  const { kind } = await run([...session.split(' '), '--no-results', '--quiet'], streams);
  if (kind !== 'done') throw new Error(`mapper ${session} ended with ${kind}`);
}
setFlagsFromString('--flush-bytecode'); // the engine takes no code from other settings than its own
for (const { keep } of compiledSoFar()) keep();
