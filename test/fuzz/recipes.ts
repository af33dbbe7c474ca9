// What is mutated: for every reader of the program sound files and the command that reads them.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapperHere, root } from '../cli/run-mapper.js';
import { resnet50 } from '../support/exported-networks.js';
import { oldFiles } from '../support/old-files.js';
import { tallTree, wideProduct } from '../support/tall-texts.js';

export interface Recipe {
  /** Where the command is run. */
  readonly directory: string;
  /** Files that may be mutated, in `directory`. */
  readonly files: readonly string[];
  readonly args: readonly string[];
}

/** Lays everything out below `directory`. */
export async function recipesIn(directory: string): Promise<readonly Recipe[]> {
  const place = (name: string, files: Readonly<Record<string, string | Uint8Array>>): string => {
    const folder = join(directory, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  };
  return [
    ...measured(directory),
    ...shipped(place),
    ...project(directory),
    ...imports(place),
    ...sections(place),
    ...(await stored(place)),
  ];
}

type Place = (name: string, files: Readonly<Record<string, string | Uint8Array>>) => string;

/** Small cases of every feature of the model, dense and sparse, with their mappings and energies. */
function measured(directory: string): readonly Recipe[] {
  return ['cases', 'sparse'].flatMap((kind) =>
    readdirSync(join(root, 'test/golden', kind)).flatMap((name) => {
      const folder = join(directory, kind, name);
      cpSync(join(root, 'test/golden', kind, name), folder, { recursive: true });
      const [arch, problem, mapping, ert] = ['arch.yaml', 'problem.yaml', 'mapping.yaml', 'ert.yaml'];
      const energies = readdirSync(folder).includes(ert!) ? ['--ert', ert!] : [];
      const files = [arch!, problem!, mapping!, ...energies.slice(1)];
      const at = (...args: readonly string[]): Recipe => ({ directory: folder, files, args: [...args, ...energies] });
      return [at('evaluate', arch!, problem!, mapping!), at('search', arch!, problem!)];
    }),
  );
}

const gemm = 'workloads/gemm/gemm-small.yaml';
const conv = 'workloads/conv/conv2d-small.yaml';

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every shipped architecture, constraints and machines with them; trees with more levels and products with more dimensions than anybody has. */
function shipped(place: Place): readonly Recipe[] {
  const files = ['arch.yaml', 'layer.yaml'];
  const search = ['search', ...files];
  const architectures = readdirSync(join(root, 'arch')).filter((name) => name.endsWith('.yaml'));
  const real = architectures.flatMap((name) =>
    [gemm, conv].map((workload, at) => {
      const texts = { 'arch.yaml': textOf(`arch/${name}`), 'layer.yaml': textOf(workload) };
      return { directory: place(`${name}-${at}`, texts), files, args: search };
    }),
  );
  const tall = [
    [8, 3, 16],
    [14, 3, 60],
    [3, 14, 2],
    [4, 8, 5040],
  ].map(([storages, dimensions, bound]) => {
    const texts = { 'arch.yaml': tallTree(storages!), 'layer.yaml': wideProduct(dimensions!, bound!) };
    return { directory: place(`tall-${storages}-${dimensions}`, texts), files, args: search };
  });
  return [...real, ...tall];
}

/** Templates, includes, component classes, results of others. */
function project(directory: string): readonly Recipe[] {
  const folder = join(directory, 'exercises');
  cpSync(join(root, 'test/golden/projects/exercises'), folder, { recursive: true });
  const top = 'example_designs/top.yaml.jinja2';
  const design = (name: string, args: readonly string[], more: readonly string[] = []): Recipe => ({
    directory: folder,
    files: [top, `example_designs/${name}/arch.yaml`, 'example_designs/_components/smartbuffer_SRAM.yaml', ...more],
    args: [...args, top, '--jinja', `architecture=${name}`],
  });
  const outputs = 'example_designs/eyeriss_like/ref_outputs/default_problem/timeloop-mapper';
  const [map, ert, art] = ['map', 'ERT', 'ART'].map((kind) => `${outputs}.${kind}.yaml`);
  const tables = ['--ert', ert!, '--art', art!, '--compat', 'timeloop-2024'];
  return [
    design('eyeriss_like', ['search']),
    design('simple_weight_stationary', ['components']),
    design('sparseloop/04.2.1-eyeriss-like-gating', ['search']),
    design('eyeriss_like', ['evaluate', map!, ...tables], [map!, ert!, art!]),
  ];
}

const topology = `Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,
Conv1, 14, 14, 3, 3, 8, 16, 1,
Conv2, 56, 56, 1, 1, 64, 64, 2,
`;
const einsum = 'Z[m,n] = A[m,k] * B[k,n]; m=16, n=8, k=12\nO[p] = I[2*p+r] * W[r]; p=8, r=3\n';

/** Networks that are no YAML. */
function imports(place: Place): readonly Recipe[] {
  const golden = (name: string): Uint8Array => readFileSync(join(root, 'test/golden/onnx', `${name}.onnx`));
  const directory = place('imports', {
    'small.onnx': golden('attention_head'),
    'resnet18.onnx': golden('resnet18'),
    'resnet50.onnx': resnet50(13).bytes(),
    'net.csv': topology,
    'products.csv': 'Layer, M, N, K,\nQKV, 128, 2304, 768,\nagain, 128, 2304, 768,\n',
    'lines.einsum': einsum,
    'arch.yaml': textOf('arch/teaching-three-level.yaml'),
  });
  const one = (file: string, ...args: readonly string[]): Recipe => ({
    directory,
    files: [file],
    args: [...args, file],
  });
  return [
    ...['small.onnx', 'resnet18.onnx'].map((name) => one(name, 'import', 'onnx', '--dim', 'batch=1', '--json')),
    one('resnet50.onnx', 'import', '--dim', 'batch=1', '--density-from-weights', '--skip-unknown'),
    ...['net.csv', 'products.csv', 'lines.einsum'].map((name) => one(name, 'import', '--json')),
    ...['net.csv', 'lines.einsum'].map((name) => one(name, 'search', 'arch.yaml', '--max-evaluations', '2000')),
  ];
}

const constraints = `architecture_constraints:
  targets:
  - {target: DRAM, type: temporal, factors: [M=2], permutation: [N, K, M]}
  - {target: GLB, type: spatial, factors: [K<=2], permutation: [M, N, K], split: 1}
  - {target: RF, type: dataspace, keep: [A], bypass: [B]}
  - {target: RF, type: max_overbooked_proportion, proportion: 0.1}
mapper: {algorithm: hybrid, optimization_metric: [energy, delay], timeout: 100, victory_condition: 50, num_threads: 2, live_status: false}
variables: {version: 0.4, n: 2, m: n*2}
`;
/** Sections and files beside architecture, workload and mapping. */
function sections(place: Place): readonly Recipe[] {
  const [arch, problem, mapping] = [
    'arch/teaching-three-level.yaml',
    'workloads/gemm/gemm-example.yaml',
    'workloads/mappings/gemm-example.yaml',
  ].map(textOf);
  const attributes = '{"technology": "45nm", "width": 64, "depth": 512, "datawidth": 16}';
  const directory = place('sections', {
    'arch.yaml': arch!,
    'layer.yaml': problem!,
    'rules.yaml': constraints,
    'old.yaml': oldFiles['lists.yaml'] + oldFiles['rules.yaml'],
    'product.yaml': oldFiles['layer.yaml'],
    'options.yaml': 'objective: energy\ntop: 3\ntime-limit: 0.2\nthreads: 1\nno-results: true\n',
    'sweep.yaml': textOf('sweeps/tiny.yaml').replaceAll(/\.\.\/\S*\/(\S+)\.yaml/g, (_, name) =>
      name.startsWith('gemm') ? 'layer.yaml' : 'arch.yaml',
    ),
    'cases.jsonl': `${JSON.stringify({ arch, problem, mapping })}\n{"arch": 1}\n`,
    'attributes.jsonl': `${attributes}\n{}\n`,
  });
  const one = (files: readonly string[], ...args: readonly string[]): Recipe => ({ directory, files, args });
  const sound = ['arch.yaml', 'layer.yaml'];
  return [
    one([...sound, 'rules.yaml'], 'search', ...sound, '--constraints', 'rules.yaml'),
    one(['rules.yaml'], 'search', ...sound, 'rules.yaml', '--compat', 'timeloop-v4'),
    one(['old.yaml', 'product.yaml'], 'search', 'old.yaml', 'product.yaml'),
    one(['old.yaml', 'product.yaml'], 'convert', 'old.yaml', 'product.yaml'),
    one(['options.yaml'], 'search', ...sound, '--config', 'options.yaml'),
    one(['sweep.yaml'], 'validate', 'sweep.yaml'),
    one(['cases.jsonl'], 'evaluate', '--batch', 'cases.jsonl'),
    one(['attributes.jsonl'], 'components', '--class', 'SRAM', '--batch', 'attributes.jsonl'),
    one(sound, 'validate', ...sound, '--set', 'GLB.depth=4k'),
  ];
}

/** What the program itself has written, read again. */
async function stored(place: Place): Promise<readonly Recipe[]> {
  const directory = place('stored', {
    'arch.yaml': textOf('arch/teaching-three-level.yaml'),
    'layer.yaml': textOf('workloads/gemm/gemm-example.yaml'),
    'net.csv': topology,
  });
  for (const [out, workload] of [
    ['one', 'layer.yaml'],
    ['many', 'net.csv'],
  ] as const) {
    const limits = ['--max-evaluations', '2000', '--top', '3', '--out', out];
    await mapperHere(['search', 'arch.yaml', workload, ...limits], { directory });
  }
  const one = (files: readonly string[], ...args: readonly string[]): Recipe => ({ directory, files, args });
  const tables = ['one/mappings.csv', 'many/mappings.csv'];
  const documents = ['one/result.json', 'many/result.json'];
  return [
    one(tables, 'compare', ...tables, '--key', 'objective,rank'),
    one(documents, 'report', 'one', 'many', '-o', 'report.html', '--force'),
    one(['one/mapping.yaml'], 'evaluate', 'arch.yaml', 'layer.yaml', 'one/mapping.yaml'),
    ...[tables[0]!, documents[0]!].map((from) =>
      one([from], 'evaluate', 'arch.yaml', 'layer.yaml', from, '--rank', '2'),
    ),
  ];
}
