// What a machine is to the rest of the program, as far as questions go: a name and a list of inspections, each one question
// with its arguments, options and examples. The command line makes parsing, help, completion and documentation from
// this description and knows no machine by name.

import type { Notice } from './verdict.js';

export interface Machine {
  /** As typed: `mapper inspect <name> ...`. */
  readonly name: string;
  /** A noun phrase for help: what the machine is. */
  readonly summary: string;
  readonly inspections: readonly Inspection[];
}

/** One question: `mapper inspect <machine> <name> [arguments] [options]`. */
export interface Inspection {
  readonly name: string;
  /** Lower case, no full stop, like a command's. */
  readonly summary: string;
  readonly notes?: string;
  /** Arguments without a name; without this there are none. At least one must be given. */
  readonly positional?: { readonly name: string; readonly doc: string; readonly takes: 'one' | 'several' };
  readonly options: readonly InspectionOption[];
  readonly examples: readonly string[];
  /** The code is loaded only when the question is asked. It is a pure function of the request. */
  readonly load: () => Promise<(request: InspectionRequest) => Answer>;
}

export interface InspectionOption {
  /** Long name without dashes; must differ from the flags that every command has, such as `json`. */
  readonly name: string;
  /** `integers`: a comma-separated list of whole numbers, e.g. `2,3`; `choices`: a comma-separated list of choices. */
  readonly kind: 'switch' | 'text' | 'integer' | 'number' | 'choice' | 'choices' | 'integers';
  /** What stands for the value in help, e.g. `CYCLES`; absent on switches. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: OptionValue;
  /** What happens without the option, where that is not a fixed value. */
  readonly without?: string;
  /** Least value of an integer or number. */
  readonly min?: number;
  readonly required?: true;
  readonly doc: string;
}

export type OptionValue = boolean | number | string | readonly number[] | readonly string[];

export interface InspectionRequest {
  readonly positional: readonly string[];
  /** Checked against the descriptions of the options, defaults filled in; what was not given is absent. */
  readonly options: ReadonlyMap<string, OptionValue>;
}

export type Answer = Answered | Refusal | Misunderstanding;

/** Exit code 0: `json` as it is with --json, `text` for people. */
export interface Answered {
  readonly kind: 'answered';
  readonly json: object;
  /** Ends with a newline. */
  readonly text: string;
  /** Reported beside the answer; a machine that wants them in its document too puts them there itself. */
  readonly warnings?: readonly Notice[];
}

/**
 * The machine cannot do that: exit code 1 and `{legal: false, code, message}` with --json, followed by `details` where a
 * question promises more fields.
 */
export interface Refusal extends Notice {
  readonly kind: 'refused';
  readonly details?: object;
  /** For people, on standard output, beside the message; ends with a newline. */
  readonly text?: string;
}

/** An argument is not written as it must be, so that there is no question yet: exit code 2. */
export interface Misunderstanding {
  readonly kind: 'misunderstood';
  readonly problems: readonly { readonly message: string; readonly expected?: string; readonly hint?: string }[];
}
