// Text from outside that is shown: what would drive a terminal, or turn a line around, is spelt out.

/** Control characters as `\u001b`, but for tabs and line ends; so a name is the same name wherever it stands. */
export function visible(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu, (one) => {
    return `\\u${one.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  });
}

/** For a comment or a cell of a table, which end where a line ends. */
export function inOneLine(text: string): string {
  return text.replace(/[\t\n\r\p{Zl}\p{Zp}]/gu, (one) => written[one] ?? `\\u${one.codePointAt(0)!.toString(16)}`);
}

const written: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
