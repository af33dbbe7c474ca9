// What the rules of a machine say of a request: a value, or everything that forbids it in the order in which rules are checked.

/** Codes are the machine's own and stable; the message is one lower-case sentence without a full stop. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** Codes are a machine's own and stable: scripts match on them. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  /** One lower-case sentence without a full stop that names the offending value. */
  readonly message: string;
  /** What would be legal. */
  readonly instead?: string;
}

export interface Illegal<Code extends string = string> {
  readonly kind: 'illegal';
  readonly problems: readonly [Problem<Code>, ...Problem<Code>[]];
}

export type Verdict<T, Code extends string = string> =
  | { readonly kind: 'legal'; readonly value: T; readonly warnings?: readonly Problem<Code>[] }
  | Illegal<Code>;

export function legal<T, Code extends string>(value: T, warnings: readonly Problem<Code>[] = []): Verdict<T, Code> {
  return { kind: 'legal', value, ...(warnings.length > 0 && { warnings }) };
}

export function illegal<Code extends string>(code: Code, message: string, instead?: string): Illegal<Code> {
  return { kind: 'illegal', problems: [{ code, message, ...(instead !== undefined && { instead }) }] };
}

/** The value unless there are problems. */
export function unless<T, Code extends string>(problems: readonly Problem<Code>[], value: () => T): Verdict<T, Code> {
  const [first, ...others] = problems;
  return first ? { kind: 'illegal', problems: [first, ...others] } : legal(value());
}

export function noticeOf({ code, message, instead }: Problem): Notice {
  return { code, message: instead === undefined ? message : `${message}; ${instead}` };
}
