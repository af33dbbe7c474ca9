// What separates the cells of a table.

/** Spreadsheets of half the world write semicolons, and what is copied from them has tabs: the first line decides. */
export function separatorOf(text: string): string {
  const first = /^[^\n]*\S[^\n]*$/m.exec(text)?.[0] ?? '';
  const counts = [',', ';', '\t'].map((one) => [first.split(one).length, one] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}
