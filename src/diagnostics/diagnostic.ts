// A user's mistake is a value, collected and rendered late; only programmer mistakes are thrown.

import type { Span } from './span.js';

/**
 * Every code there is, in one closed union: scripts match on them, so a code is never renamed.
 * E- stops the run, W- is reported and the run goes on.
 */
export type DiagnosticCode =
  // reading
  | 'E-READ' // file missing, unreadable, not UTF-8
  | 'E-SIZE' // file, alias expansion, nesting or count beyond the limits
  | 'E-YAML' // not YAML
  | 'E-TAG' // unknown or misplaced tag
  | 'E-JINJA' // template that cannot be rendered
  | 'E-INCLUDE' // missing, cyclic or escaping include
  | 'E-MERGE' // merge key misuse or files that contradict each other
  | 'E-DUPLICATE' // the same key or name twice
  | 'E-VERSION'
  // expressions
  | 'E-EXPR'
  // shape of the document
  | 'E-SCHEMA'
  | 'E-KEY' // unknown key
  | 'E-TYPE' // wrong type or out of range
  | 'E-REQUIRED' // missing key
  | 'E-CLASS'
  | 'E-NAME' // unknown name, dimension, dataspace, level, target
  // architecture
  | 'E-ARCH'
  | 'E-FANOUT'
  | 'E-PARALLEL'
  | 'E-ATTRIBUTE'
  // problem
  | 'E-PROBLEM'
  | 'E-MODEL' // a model file that no workloads can be made of
  // constraints and mapping
  | 'E-FACTOR'
  | 'E-PERMUTATION'
  | 'E-BYPASS'
  | 'E-CONFLICT'
  // evaluation
  | 'E-CAPACITY'
  | 'E-UTILIZATION'
  | 'E-INSTANCES'
  | 'E-OVERFLOW'
  | 'E-MACHINE'
  | 'E-SPARSE'
  | 'E-MAPPING'
  // search
  | 'E-INFEASIBLE'
  | 'E-OPTION'
  // results
  | 'E-WRITE' // a results directory that exists or cannot be written
  | 'E-QUEUE' // a Redis server that cannot be used
  | 'E-UNSUPPORTED'
  | 'E-INTERNAL' // a mistake of ours, in one case of a batch
  // warnings
  | 'W-DROPPED' // what the reference drops silently
  | 'W-COMPAT' // accepted because of --compat
  | 'W-ENERGY' // an energy by fall-back
  | 'W-SPARSE'
  | 'W-FACTOR'
  | 'W-MODEL' // what a model file leaves open or contradicts
  | 'W-PROBLEM' // a workload outside what is tested
  | 'W-ATTRIBUTE'
  | 'W-UNUSED'
  | 'W-MERGE' // files joined in a way that may not be meant
  | 'W-WRITE' // results that nobody named a place for could not be written
  | 'W-QUEUE' // a Redis server that may lose what it is given
  | 'W-LEGACY'
  | 'W-ALGORITHM'; // another or a lesser search than the one asked for

export type Severity = 'error' | 'warning';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One lower-case sentence without a full stop that names the offending value. */
  readonly message: string;
  readonly span?: Span;
  readonly expected?: string;
  readonly found?: string;
  /** What to do, for instance a did-you-mean. */
  readonly hint?: string;
  /** The other places of a conflict. */
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
}

/** Details whose value is `undefined` are left out. */
export type Details = { [K in 'span' | 'expected' | 'found' | 'hint' | 'related']?: Diagnostic[K] | undefined };

function diagnostic(severity: Severity, code: DiagnosticCode, message: string, details: Details): Diagnostic {
  const present = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  return { code, severity, message, ...present };
}

export function error(code: DiagnosticCode, message: string, details: Details = {}): Diagnostic {
  return diagnostic('error', code, message, details);
}

export function warning(code: DiagnosticCode, message: string, details: Details = {}): Diagnostic {
  return diagnostic('warning', code, message, details);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error');
}

/** Nothing but what stands in the way. */
export function failure(...diagnostics: readonly Diagnostic[]): Outcome<never> {
  return { value: undefined, diagnostics };
}

/** What a phase returns: a value unless there were errors, and whatever there is to say. */
export interface Outcome<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
