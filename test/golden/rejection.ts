// Cases that the reference refuses: ours must refuse them for the same reason, with the same names and numbers.

import type { Diagnostic, DiagnosticCode } from '../../src/diagnostics/diagnostic.js';

interface Reason {
  /** What the reference wrote; its groups must all appear in our diagnostic. */
  readonly pattern: RegExp;
  readonly codes: readonly DiagnosticCode[];
  /** Loops too wide for the compute are too wide for the levels above it: any of them may be named. */
  readonly anyLevel?: true;
}

const reasons: readonly Reason[] = [
  {
    pattern: /couldn't map level (\S+): mapped tile size (\d+) exceeds buffer capacity (\d+)/,
    codes: ['E-CAPACITY'],
  },
  {
    pattern: /couldn't map level (\S+): mapped max Arithmetic instances (\d+) exceeds hardware instances (\d+)/,
    codes: ['E-INSTANCES', 'E-FANOUT'],
    anyLevel: true,
  },
  {
    pattern: /all factors of dimension (\w) is (\d+), which is not equal to the dimension size of the workload (\d+)/,
    codes: ['E-FACTOR'],
  },
  { pattern: /The last node in the architecture tree must be a (compute) node/, codes: ['E-ARCH', 'E-CLASS'] },
  { pattern: /\['(\w+)=keep AND \w+=bypass'\]/, codes: ['E-CONFLICT', 'E-BYPASS'] },
  { pattern: /conflicting constraints (\w)=(\d+) and \w=(\d+)/, codes: ['E-CONFLICT', 'E-FACTOR'] },
];

/** What is wrong with our way of refusing; empty = the same reason. */
export function rejectionDifferences(error: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  const reason = reasons.find(({ pattern }) => pattern.test(error));
  if (!reason) return [`no rule for: ${error}`];
  const facts = reason.anyLevel ? [] : reason.pattern.exec(error)!.slice(1);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const same = errors.some((one) => {
    const related = (one.related ?? []).map(({ message }) => message);
    const words = [one.message, one.expected, one.found, one.hint, ...related, quoted(one)].join(' ');
    return reason.codes.includes(one.code) && facts.every((fact) => new RegExp(`\\b${fact}\\b`).test(words));
  });
  if (same) return [];
  const said = errors.map(({ code, message }) => `${code} ${message}`).join('; ') || 'nothing';
  return [`expected ${reason.codes.join(' or ')} with ${facts.join(', ')}; said ${said}`];
}

/** The places a diagnostic points at are part of what it says. */
function quoted({ span, related }: Diagnostic): string {
  return [span, ...(related ?? []).map((one) => one.span)]
    .map((one) => (one ? one.source.text.slice(one.start, one.end) : ''))
    .join(' ');
}
