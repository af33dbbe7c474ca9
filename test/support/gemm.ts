// A matrix product as YAML text: A is M x K, B is K x N.

/** `instance`: bounds, and densities where they matter. */
export function gemm(instance: string): string {
  return `problem:
  shape:
    name: gemm
    dimensions: [M, N, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {${instance}}
`;
}
