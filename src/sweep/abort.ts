// Stopping from outside, as something to wait for.

/** When the signal comes, or has come before. */
export function abortOf(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
