// Files as they were written before version 0.4.

export const oldFiles = {
  'lists.yaml': `arch:
  arithmetic: {name: MAC, instances: 8, meshX: 4, word-bits: 8, energy: 1}
  storage:
  - {name: RF, entries: 16, instances: 8, meshX: 4, word-bits: 8, vector_access_energy: 1}
  - {name: GLB, entries: 512, instances: 1, word-bits: 8, block-size: 8, vector_access_energy: 8}
  - {name: DRAM, technology: DRAM, instances: 1, word-bits: 8, block-size: 8, vector_access_energy: 64}
`,
  'rules.yaml': `architecture_constraints:
  version: 0.3
  targets:
  - {target: GLB, type: spatial, factors: M4 N2 K1, permutation: MN, split: 1}
  - {target: RF, type: datatype, keep: [Z], bypass: [A, B]}
mapper: {version: 0.3, optimization-metrics: [energy]}
`,
  'layer.yaml': `problem:
  version: 0.3
  shape:
    name: product
    dimensions: [M, N, K]
    data-spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read-write: true}
  instance: {M: 8, N: 4, K: 6}
`,
};
