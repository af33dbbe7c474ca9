// What the validation page shows mappings of: square matrix products over size, and the layers of two networks. The benchmark searches them and
// keeps the mappings (searched.json); the page and its test cost those again.

export interface SearchCase {
  /** Unique, and what the page calls it. */
  readonly name: string;
  readonly series: 'square' | 'pod' | 'mk1' | 'resnet50-1' | 'resnet50-16' | 'bert-base' | 'llama3-8b-decode';
  /** Relative to the project. */
  readonly arch: string;
  readonly workload: string;
  readonly set: readonly string[];
}

export interface Searched {
  readonly name: string;
  readonly cycles: number;
  readonly proven: boolean;
  /** Share by which the best could still be better. */
  readonly gap: number;
  readonly mapspace: string;
  /** What was decided for the machine, as after `--set`. */
  readonly set: readonly string[];
  readonly mapping: readonly {
    readonly target: string;
    readonly type: string;
    readonly factors: string;
    readonly permutation?: string;
  }[];
}

/** Rows, columns and inner dimension alike. */
export const squareSizes = [
  256, 512, 768, 1024, 1536, 2048, 3072, 3584, 4096, 5120, 6144, 7168, 8192, 12_288, 16_384,
] as const;

export const squareTypes = ['f16', 'f32'] as const;

const podSizes = [4096, 8192, 16_384] as const;

function square(size: number, type: string): Pick<SearchCase, 'workload' | 'set'> {
  // Sizes without a file of their own are a shipped one with other bounds.
  const set = ['C', 'M', 'P'].map((dimension) => `problem.instance.${dimension}=${size}`);
  return { workload: `workloads/gemm/square-4096-${type}.yaml`, set };
}

const squares = squareTypes.flatMap((type) =>
  squareSizes.map(
    (size): SearchCase => ({
      name: `${size} ${type}`,
      series: 'square',
      arch: 'arch/ipu-mk2.yaml',
      ...square(size, type),
    }),
  ),
);

const pods = squareTypes.flatMap((type) =>
  podSizes.map(
    (size): SearchCase => ({
      name: `${size} ${type} on four chips`,
      series: 'pod',
      arch: 'arch/ipu-pod4-mk2.yaml',
      ...square(size, type),
    }),
  ),
);

const first = [
  { size: 2048, type: 'f32', set: [] },
  { size: 2560, type: 'f32', set: [] },
  { size: 2048, type: 'f16', set: ['machine.partials=float'] },
  { size: 3584, type: 'f16', set: ['machine.partials=float'] },
].map(({ size, type, set }): SearchCase => {
  const given = square(size, type);
  const sums = set.length > 0 ? ' with sums in f32' : '';
  return {
    name: `${size} ${type}${sums} on Mk1`,
    series: 'mk1',
    arch: 'arch/ipu-mk1.yaml',
    ...given,
    set: [...given.set, ...set],
  };
});

/** `workloads/nets/<network>/*.yaml`, in their order. */
export const networks = [
  { series: 'resnet50-1', files: 'workloads/nets/resnet50', starts: '', set: [] },
  { series: 'resnet50-16', files: 'workloads/nets/resnet50', starts: '', set: ['problem.instance.N=16'] },
  { series: 'bert-base', files: 'workloads/nets/bert-base', starts: 'seq384', set: [] },
  { series: 'llama3-8b-decode', files: 'workloads/nets/llama3-8b-decode2048', starts: '0', set: [] },
] as const;

/** `list`: names of the files in a folder. */
export function searchCases(list: (folder: string) => readonly string[]): readonly SearchCase[] {
  const layers = networks.flatMap(({ series, files, starts, set }) =>
    list(files)
      .filter((file) => file.startsWith(starts) && file.endsWith('.yaml'))
      .toSorted()
      .map(
        (file): SearchCase => ({
          name: `${series} ${file.replace('.yaml', '')}`,
          series,
          arch: 'arch/ipu-mk2.yaml',
          workload: `${files}/${file}`,
          set,
        }),
      ),
  );
  return [...squares, ...pods, ...first, ...layers];
}
