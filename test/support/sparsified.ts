// Random sparsity for a random problem: densities of the two inputs, formats, gating and skipping, at storage and compute.

import type { ComputeLevel, StorageLevel } from '../../src/arch/architecture.js';
import type {
  ActionOptimization,
  LevelSparsity,
  RankFormat,
  SparseEnergy,
  StoredFormat,
} from '../../src/arch/sparse/sparsity.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { Density } from '../../src/workload/density.js';
import { type Choices, chance, pick } from './choices.js';

export type Sparsifiable = Pick<Problem, 'workload' | 'architecture'>;

/** Null where the workload has not two inputs. */
export function sparsified<P extends Sparsifiable>(choices: Choices, problem: P): P | null {
  const { workload, architecture } = problem;
  const inputs = workload.dataspaces.filter(({ readWrite }) => !readWrite);
  if (inputs.length !== 2) return null;
  const dataspaces = workload.dataspaces.map((one) => (one.readWrite ? one : { ...one, density: density(choices) }));
  const names = workload.dataspaces.map(({ name }) => name);
  const packed = names.map(() => chance(choices, 40));
  const levels = architecture.levels.map((level): StorageLevel => {
    if (level.kind === 'fanout') return level;
    return { ...level, sparsity: levelSparsity(choices, { level, names, packed, problem }) };
  });
  const compute: ComputeLevel = {
    ...architecture.compute,
    sparsity: {
      gating: chance(choices, 40),
      skipping: chance(choices, 30),
      gatedPj: architecture.compute.energyPj * pick(choices, [1, 0.1, 0]),
      skippedPj: 0,
    },
  };
  return { ...problem, workload: { ...workload, dataspaces }, architecture: { ...architecture, levels, compute } };
}

function density(choices: Choices): Density {
  const value = pick(choices, [1, 0.5, 0.3, 0.1, 0.75]);
  if (chance(choices, 50)) return { kind: 'hypergeometric', density: value, tensorWords: null };
  return { kind: 'fixed_structured', density: value };
}

interface LevelOptions {
  readonly level: StorageLevel;
  readonly names: readonly string[];
  /** Dataspaces with formats from somewhere inwards. */
  readonly packed: readonly boolean[];
  readonly problem: Sparsifiable;
}

function levelSparsity(choices: Choices, { level, names, packed, problem }: LevelOptions): LevelSparsity {
  const { energy } = level;
  const part = (pj: number): number => pj * pick(choices, [0, 0.1, 0.5]);
  const sparse: SparseEnergy = {
    gatedReadPj: part(energy.readPj),
    gatedUpdatePj: part(energy.updatePj),
    skippedReadPj: 0,
    skippedUpdatePj: 0,
    metadataReadPj: part(energy.readPj),
    metadataFillPj: part(energy.fillPj),
    metadataUpdatePj: part(energy.updatePj),
    gatedMetadataReadPj: 0,
    gatedMetadataUpdatePj: 0,
    skippedMetadataReadPj: 0,
    skippedMetadataUpdatePj: 0,
    decompressionPj: pick(choices, [0, 0.1]),
    compressionPj: pick(choices, [0, 0.1]),
  };
  const outputs = problem.workload.dataspaces.find(({ readWrite }) => readWrite)!.name;
  // Outputs and levels inside may stay uncompressed; a compressed level inside an uncompressed one is for the model to refuse.
  const formats = names.flatMap((name, t) =>
    packed[t] && name !== outputs && !chance(choices, 20) ? [format(choices, name, problem)] : [],
  );
  const inputs = names.filter((name) => name !== outputs);
  const actions = chance(choices, 50) ? [action(choices, inputs, outputs)] : [];
  return {
    formats,
    actions: chance(choices, 20) ? [...actions, action(choices, inputs, outputs)] : actions,
    metadataWordBits: 4,
    metadataRowBits: 8,
    metadataCapacityBits: null,
    decompresses: true,
    compresses: true,
    allowsOverbooking: false,
    energy: sparse,
  };
}

const unplaced = problemSpan();

function format(choices: Choices, name: string, { workload }: Sparsifiable): StoredFormat {
  const kind = pick(choices, ['CP', 'RLE', 'B'] as const);
  const all = workload.dimensions.map(located);
  const rank: RankFormat = { kind, metadataBits: kind === 'B' ? 1 : 4, payloadBits: 4, flattened: [all] };
  const outerKind = pick(choices, [kind, kind, 'UOP', 'CP'] as const);
  const outer: RankFormat = { ...rank, kind: outerKind, flattened: chance(choices, 50) ? [all] : [] };
  const ranks = chance(choices, 50) ? [outer, rank] : [rank];
  return { dataspace: located(name), innerToOuter: false, ranks: chance(choices, 20) ? [outer, ...ranks] : ranks };
}

function action(choices: Choices, inputs: readonly string[], outputs: string): ActionOptimization {
  const kind = pick(choices, ['gating', 'skipping'] as const);
  const [a, b] = inputs as [string, string];
  const options = [
    { target: located(a), conditionOn: [located(b)] },
    { target: located(b), conditionOn: [located(a)] },
    { target: located(outputs), conditionOn: [located(a), located(b)] },
  ];
  const first = choices.below(3);
  return { kind, options: chance(choices, 20) ? options : [options[first]!] };
}

function located(value: string): { readonly value: string; readonly span: ReturnType<typeof problemSpan> } {
  return { value, span: unplaced };
}

function problemSpan() {
  return { source: { name: 'random', text: '' }, start: 0, end: 0 };
}
