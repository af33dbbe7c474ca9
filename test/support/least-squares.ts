// Linear least squares by the normal equations, for fits of a few coefficients.

/** The weights w for which rows · w is nearest to `wanted`. */
export function leastSquares(rows: readonly (readonly number[])[], wanted: readonly number[]): readonly number[] {
  const size = rows[0]!.length;
  const columns = Array.from({ length: size }, (_, at) => at);
  const system = columns.map((one) => [
    ...columns.map((other) => rows.reduce((sum, row) => sum + row[one]! * row[other]!, 0)),
    rows.reduce((sum, row, at) => sum + row[one]! * wanted[at]!, 0),
  ]);
  for (const pivot of columns) {
    const best = columns
      .slice(pivot)
      .reduce((a, b) => (Math.abs(system[b]![pivot]!) > Math.abs(system[a]![pivot]!) ? b : a));
    [system[pivot], system[best]] = [system[best]!, system[pivot]!];
    for (const other of columns) {
      if (other === pivot) continue;
      const factor = system[other]![pivot]! / system[pivot]![pivot]!;
      system[other] = system[other]!.map((value, at) => value - factor * system[pivot]![at]!);
    }
  }
  return columns.map((at) => system[at]![size]! / system[at]![at]!);
}
