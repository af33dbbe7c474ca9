// The one table of commands: what each is called, takes and does, with an example, and where its code lives. A
// command's code is imported only when it runs, so help and completion start at once.

import type { Machine } from '../machines/machine.js';
import { machines } from '../machines/registry.js';
import type { Context } from './context.js';
import type { Ending } from './ending.js';
import type { CommandName } from './flag.js';

export interface Command {
  readonly name: CommandName;
  readonly summary: string;
  /** Positional arguments as help shows them. */
  readonly usage: string;
  readonly positional: { readonly name: string; readonly doc: string; readonly choices?: readonly string[] };
  readonly notes?: string;
  /** Each machine and each of its inspections is a command below this one (`inspections.ts`). */
  readonly machines?: readonly Machine[];
  readonly examples: readonly string[];
  readonly load: () => Promise<(context: Context) => Promise<Ending>>;
}

export const commands: readonly Command[] = [
  {
    name: 'search',
    summary: 'find the best mappings',
    usage: '<arch.yaml> <workload>...',
    positional: { name: 'files', doc: 'an architecture and one or several workloads; - reads standard input' },
    notes: `A workload is a YAML file, an ONNX model, a table of layers (.csv), a directory with a network.yaml, a file of einsum lines (.einsum), or one such line itself.

Several workloads are the layers of one network: one row a layer, identical layers solved once, totals that respect each layer's count. Results are also written to a directory, by default results/<workload>-<arch>-<hash> with a hash of everything that decides the result. Nothing is overwritten without --force: equal results in the default directory are left as they are, different ones go beside them as <directory>-2.

Layers whose optimum can be proven are searched side by side, one per thread, within one memory limit; their order and their results do not depend on it.

The first Ctrl-C stops, prints and writes the best so far of every layer that was begun, with its gap; the second stops at once.`,
    examples: [
      'mapper search arch/eyeriss-like.yaml workloads/nets/resnet50/03-conv2_x-3x3.yaml',
      'mapper search arch.yaml layer.yaml --objective energy,cycles --top 10 --json | jq .mappings[0]',
      "mapper search arch/teaching-three-level.yaml 'Z[m,n] = A[m,k] * B[k,n]; m=512, n=256, k=256'",
      'mapper search arch/eyeriss-like.yaml bert.onnx --dim batch=1,seq=128',
    ],
    load: async () => (await import('./commands/search.js')).search,
  },
  {
    name: 'evaluate',
    summary: 'cost one mapping in full detail',
    usage: '<arch.yaml> <workload.yaml> <mapping.yaml>',
    positional: { name: 'files', doc: 'an architecture, a workload and a mapping; - reads standard input' },
    examples: [
      'mapper evaluate arch.yaml layer.yaml mapping.yaml --ert ert.yaml',
      'mapper evaluate arch.yaml layer.yaml results/layer/mappings.csv --sensitivity',
      'mapper evaluate --batch cases.jsonl --compat timeloop-v4 > results.jsonl',
    ],
    load: async () => (await import('./commands/evaluate.js')).evaluate,
  },
  {
    name: 'explain',
    summary: 'why a mapping costs what it costs, and what would help',
    usage: '<arch.yaml> <workload> [<mapping.yaml>]',
    positional: { name: 'files', doc: 'an architecture, a workload and, unless the optimum is meant, a mapping' },
    notes:
      'Says what binds, where the energy goes, which loops bring the same words again, and how far all that is from the least there can be. Then searches for the optimum again with twice the capacity and bandwidth of each level and twice the instances of each array: what is worth asking for. --csv prints that table.',
    examples: [
      'mapper explain arch/simba-like.yaml workloads/nets/resnet50/11-conv3_x-3x3.yaml',
      'mapper explain arch.yaml layer.yaml results/first/mappings.csv --rank 2',
    ],
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    name: 'sweep',
    summary: 'architectures x workloads x settings, resumable',
    usage: '<sweep.yaml>',
    positional: { name: 'files', doc: 'a sweep file; - reads standard input' },
    notes: `Writes results.csv, one row a point in the order of the file, and journal.jsonl, one line a solved point. The same command again continues where it stopped, however it was stopped; --fresh starts over. Equal points are solved once. A point that cannot be read or has no mapping is a row that says why, and ends the run with exit code 1. docs/sweeps.md has the file format, docs/distributed.md several machines.`,
    examples: [
      'mapper sweep sweeps/resnet50-six-architectures.yaml --out results/six',
      'mapper sweep sweeps/buffer-sizes.yaml --shard 2/8 --out results/part-2',
      'mapper sweep sweeps/buffer-sizes.yaml --engine bullmq --redis redis://host:6379',
    ],
    load: async () => (await import('./commands/sweep.js')).sweep,
  },
  {
    name: 'worker',
    summary: 'solve points of sweeps from a queue',
    usage: '--redis <url>',
    positional: { name: 'files', doc: 'none' },
    notes:
      'Runs until it is stopped or has been idle for --idle-exit seconds. The first Ctrl-C gives the points in hand back to the queue. Any number of workers on any number of machines may take from one queue; all must be of the version that made it.',
    examples: ['MAPPER_REDIS=rediss://user:password@host:6380 mapper worker --threads 16'],
    load: async () => (await import('./commands/worker.js')).worker,
  },
  {
    name: 'merge',
    summary: 'put the parts of a sharded sweep together',
    usage: '<directory>... --out <directory>',
    positional: { name: 'files', doc: 'results directories of mapper sweep --shard' },
    notes: 'The result is what the sweep in one piece would have left. Exit code 1 when points are missing.',
    examples: ['mapper merge results/part-* --out results/whole'],
    load: async () => (await import('./commands/merge.js')).merge,
  },
  {
    name: 'validate',
    summary: 'check any input file',
    usage: '<file>...',
    positional: { name: 'files', doc: 'input files of any kind; - reads standard input' },
    notes: 'An architecture, a workload and a mapping given together are also checked against each other.',
    examples: ['mapper validate arch.yaml layer.yaml mapping.yaml'],
    load: async () => (await import('./commands/validate.js')).validate,
  },
  {
    name: 'import',
    summary: "a network's layers as workloads",
    usage: '[onnx|scalesim|csv|einsum] <file>',
    positional: { name: 'words', doc: 'what kind of file it is, if its name does not tell, and the file' },
    notes: `Of an ONNX model the convolutions, matrix products and attention become layers, everything else edges of the graph that are counted and reported. Weights are not read, shapes are inferred where the file has none.

With --out the distinct layers are written as workload files, with network.yaml, which runs them in order and says who takes whose output: mapper search arch.yaml DIR.`,
    examples: [
      'mapper import onnx model.onnx --dim batch=1,seq=128 -o model',
      'mapper import scalesim topology.csv --json | jq .macs',
    ],
    load: async () => (await import('./commands/import.js')).importModel,
  },
  {
    name: 'components',
    summary: 'energies and areas of components, with their sources',
    usage: '<arch.yaml>...',
    positional: { name: 'files', doc: 'an architecture, and whatever defines its component classes' },
    notes:
      'Prints an ERT and an ART that --ert and --art read back. With --class and --batch, estimates one class for one JSON object of attributes a line.',
    examples: [
      'mapper components arch.yaml --set technology=28nm --json',
      'echo \'{"technology": "45nm", "width": 64, "depth": 2048}\' | mapper components --class SRAM --batch -',
    ],
    load: async () => (await import('./commands/components.js')).components,
  },
  {
    name: 'convert',
    summary: 'files of versions before 0.4 in the dialect of today',
    usage: '<old.yaml>... -o <new.yaml>',
    positional: { name: 'files', doc: 'an architecture, and what belongs to it; - reads standard input' },
    notes:
      'Trees of subtree and local, lists of storage and arithmetic, constraints, mappings, workloads and mapper sections; several files become one. What cannot be carried over is said. Without --out the file is printed. The other commands read such files as they are, converting them on the way.\n\n--json is for scripts and is no input file: JSON has no tags, so what an item of nodes is stands under tag, and expressions are text.',
    examples: ['mapper convert old/arch.yaml old/constraints.yaml -o arch.yaml'],
    load: async () => (await import('./commands/convert.js')).convert,
  },
  {
    name: 'compare',
    summary: 'what changed between two results, worst first',
    usage: '<baseline.csv> <candidate.csv>',
    positional: { name: 'files', doc: 'two CSV files as mapper search writes them, or results directories' },
    notes:
      'Rows are joined on architecture, workload, objective and rank, and on what a sweep varied. Cycles, energy and EDP are shown for every row in which one changed, the worst first, then networks in total and whatever else got worse. Exit code 1 when anything got worse.',
    examples: [
      'mapper compare results/eyeriss/mappings.csv results/simba/mappings.csv --key workload,objective,rank',
      'mapper compare results/reference/resnet50-eyeriss-like.csv results/now/mappings.csv --tolerance energy_pj=1e-6',
    ],
    load: async () => (await import('./commands/compare.js')).compare,
  },
  {
    name: 'report',
    summary: 'draw results in one HTML file, or as a picture',
    usage: '<results...> -o report.html',
    positional: { name: 'files', doc: 'results directories of searches and sweeps, or their CSV files' },
    notes:
      'One file that loads nothing: frontier, energy by level and dataspace, buffers, roofline, layers, lines along an axis, heat map, parallel coordinates, the loop nest and a table, linked by what is chosen. It opens in any browser of today, in light and dark, prints, and exports every chart as SVG. With -o picture.svg the lines along the axis that takes most values, by themselves. An older report is replaced, any other file only with --force.',
    examples: [
      'mapper report results/sweep-buffer-sizes -o buffers.html',
      'mapper report results/eyeriss results/simba',
      'mapper report results/densities -o densities.svg',
    ],
    load: async () => (await import('./commands/report.js')).report,
  },
  {
    name: 'inspect',
    summary: 'ask a machine model one question',
    usage: '<machine> <what> ...',
    positional: { name: 'words', doc: 'a machine, one of its questions, and what that question takes' },
    notes:
      'A request that the machine refuses ends with exit code 1 and, with --json, {"legal": false, "code", "message"}. Options of a request stand on the command line only.',
    examples: machines.flatMap(({ inspections }) => inspections[0]?.examples[0] ?? []),
    machines,
    load: async () => (await import('./commands/inspect.js')).inspect,
  },
  {
    name: 'completion',
    summary: 'print a shell completion script',
    usage: 'bash|zsh|fish',
    positional: { name: 'shell', doc: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] },
    examples: ['source <(mapper completion bash)', 'mapper completion fish > ~/.config/fish/completions/mapper.fish'],
    load: async () => (await import('./commands/completion.js')).completion,
  },
];
