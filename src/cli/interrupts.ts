// SIGINT, SIGTERM, and SIGHUP of a terminal that is closed: the first asks the run to stop and hand over its best so far, the second ends it at once.

import { exitCode, type StopSignal, stopSignals } from './ending.js';

export interface Interrupts {
  readonly signal: AbortSignal;
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
  for (const name of stopSignals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    received: () => received,
    release: () => {
      for (const name of stopSignals) process.off(name, onSignal);
    },
  };
}
