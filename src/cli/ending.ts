// How a run ended, and the only place where that becomes an exit code.

const codes = {
  done: 0,
  /** It ran and the answer is no: no valid mapping, a regression, an invalid file. */
  'answer-no': 1,
  /** Bad usage, or an input that cannot be read or makes no sense. */
  'bad-input': 2,
  'internal-error': 3,
};

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export type StopSignal = keyof typeof signalCodes;

export const stopSignals = Object.keys(signalCodes) as StopSignal[];

export type Ending =
  | { readonly kind: keyof typeof codes }
  | { readonly kind: 'interrupted'; readonly signal: StopSignal };

export const done: Ending = { kind: 'done' };
export const answerNo: Ending = { kind: 'answer-no' };
export const badInput: Ending = { kind: 'bad-input' };

export function exitCode(ending: Ending): number {
  return ending.kind === 'interrupted' ? signalCodes[ending.signal] : codes[ending.kind];
}
