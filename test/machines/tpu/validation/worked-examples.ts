// The worked examples of section 2.3 of docs/tpu.md, with a mapping for each in the short form of `mappingOf`.

export interface WorkedExample {
  readonly arch: string;
  /** m, k, n */
  readonly size: readonly [number, number, number];
  readonly arrays: number;
  readonly mapping: string;
  /** Of the arrays, by hand. */
  readonly cycles: number;
}

const fullArray = (m: number): string => `weights: M=${m}\ncolumn/: N=128\nrow/: K=128`;

function onV4i(size: readonly [number, number, number], cycles: number, inside: string, arrays = 1): WorkedExample {
  return { arch: 'v4i', size, arrays, mapping: `CMEM-: A B Z\n${inside}`, cycles };
}

export const workedExamples: readonly WorkedExample[] = [
  onV4i([8, 128, 128], 390, fullArray(8)),
  onV4i([256, 128, 128], 638, fullArray(256)),
  onV4i([512, 1024, 1024], 33150, `VMEM: K=8 N=8\n${fullArray(512)}`),
  onV4i([512, 1024, 1024], 8574, `VMEM: K=8 N=2\nmxu/: N=4\n${fullArray(512)}`, 4),
  onV4i([100, 300, 200], 1126, 'VMEM: K=3 N=2\nweights: M=100\ncolumn/: N=100\nrow/: K=100'),
  { ...onV4i([512, 1024, 1024], 8574, '', 4), arch: 'v5e', mapping: `VMEM: K=8 N=2\nmxu/: N=4\n${fullArray(512)}` },
  {
    ...{ arch: 'v1', size: [200, 600, 600], arrays: 1, cycles: 11760.2 },
    mapping: 'unified_buffer: N=3\naccumulators: K=3\nweights: M=200\ncolumn/: N=200\nrow/: K=200',
  },
];
