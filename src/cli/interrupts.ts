// SIGINT and SIGTERM: the first asks the run to stop and hand over its best so far, the second ends it at once.

import { exitCode } from './ending.js';

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface Interrupts {
  readonly signal: AbortSignal;
  /** Which signal came, if any. */
  readonly received: () => StopSignal | undefined;
  readonly release: () => void;
}

export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  let received: StopSignal | undefined;
  const onSignal = (name: StopSignal): void => {
    if (received) process.exit(exitCode({ kind: 'interrupted', signal: name }));
    received = name;
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    received: () => received,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
