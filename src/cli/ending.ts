// How a run ended, and the only place where that becomes an exit code.

export type Ending =
  | { readonly kind: 'done' }
  /** It ran and the answer is no: no valid mapping, a regression, an invalid file. */
  | { readonly kind: 'answer-no' }
  /** Bad usage, or an input that cannot be read or makes no sense. */
  | { readonly kind: 'bad-input' }
  | { readonly kind: 'internal-error' }
  | { readonly kind: 'interrupted'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' };

export const done: Ending = { kind: 'done' };
export const answerNo: Ending = { kind: 'answer-no' };
export const badInput: Ending = { kind: 'bad-input' };

export function exitCode(ending: Ending): 0 | 1 | 2 | 3 | 129 | 130 | 143 {
  switch (ending.kind) {
    case 'done':
      return 0;
    case 'answer-no':
      return 1;
    case 'bad-input':
      return 2;
    case 'internal-error':
      return 3;
    case 'interrupted':
      return { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[ending.signal] as 129 | 130 | 143;
  }
}
