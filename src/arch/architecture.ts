// The flattened accelerator: tiling levels from innermost (0) to outermost, and the compute below them (A.6 to A.11).

import type { Span } from '../diagnostics/span.js';
import type { PlainValue } from '../spec/node.js';
import type { EstimateKind } from './estimate/figures.js';
import type { ComputeSparsity, LevelSparsity } from './sparse/sparsity.js';
import type { StorageSize } from './storage-size.js';

/** Where an energy came from; shown beside every figure, so that no dummy value goes unnoticed. */
export type EnergySource = 'ERT' | 'attribute' | EstimateKind | 'default' | 'none';

/** Where an area came from; only an estimated one is scaled. */
export type AreaSource = 'ART' | 'attribute' | 'estimate' | 'none';

/** What an estimate rests on. */
export interface EstimateNote {
  /** The chain of sources, for people. */
  readonly basis: string;
  /** null where nobody can state one. */
  readonly errorPercent: number | null;
  /** What lies outside the range that the figures are of; nobody knows how far off an extrapolation is. */
  readonly extrapolated: readonly string[];
}

export interface StorageEnergy {
  /** pJ per vector (row) access. */
  readonly readPj: number;
  readonly fillPj: number;
  readonly updatePj: number;
  /** pJ per instance and cycle. */
  readonly leakPj: number;
  /** pJ per address generation. */
  readonly addressGenerationPj: number;
  /** pJ per temporal reduction. */
  readonly temporalReductionPj: number;
  readonly source: EnergySource;
  /** Present where `source` is an estimate. */
  readonly estimate?: EstimateNote;
}

/** The network inferred just below a level (F.10); all zero when nothing gives it energy. */
export interface InferredNetwork {
  readonly wordBits: number;
  readonly energyPerHopPj: number | null;
  readonly wireEnergyPjPerBitMm: number;
  readonly tileWidthMm: number | null;
  readonly routerEnergyPj: number;
  readonly ingressEnergyPj: number;
}

/** What a storage level and the compute have alike. */
interface Component {
  readonly name: string;
  readonly className: string;
  readonly instances: number;
  readonly meshX: number;
  readonly meshY: number;
  /** Per instance; null when neither ART nor attributes give one. */
  readonly areaUm2: number | null;
  readonly areaSource: AreaSource;
  /** Every attribute after inheritance, for estimators and machines. */
  readonly attributes: Readonly<Record<string, PlainValue>>;
  readonly span: Span;
}

export interface StorageLevel extends StorageSize, Component {
  /** Component name, or `inter_<leaf>_spatial` for a fan-out level. */
  readonly name: string;
  /** `fanout`: the dummy level that holds a leaf's spatial loops; it bypasses everything and has no temporal loops. */
  readonly kind: 'storage' | 'fanout';
  /** Name of the architecture leaf that directives target; for a fan-out level the leaf that owns the mesh. */
  readonly leaf: string;
  readonly technology: 'SRAM' | 'DRAM';
  /** Children per instance in the next inner level (or compute). */
  readonly fanoutX: number;
  readonly fanoutY: number;
  readonly minUtilization: number;
  /** Words per cycle per instance; null = unlimited. */
  readonly readBandwidth: number | null;
  readonly writeBandwidth: number | null;
  readonly sharedBandwidth: number | null;
  /** Bandwidth demand multiplier by dataspace name; absent = 1. */
  readonly bandwidthScale: ReadonlyMap<string, number>;
  readonly networkFillLatencyCycles: number;
  readonly networkDrainLatencyCycles: number;
  readonly reductionSupported: boolean;
  readonly energy: StorageEnergy;
  readonly network: InferredNetwork;
  readonly hasPowerGating: boolean;
  /** Index of the level at whose granularity instances are power gated; itself by default (F.11). */
  readonly powerGatedAt: number;
  /** Where its limits are stated, as far as they are. */
  readonly places?: LimitPlaces;
  /** Part of its energies that a dataspace is charged; absent = 1. Only of problems that bound another (dense-floor). */
  readonly charges?: Readonly<
    Record<string, { readonly read: number; readonly fill: number; readonly update: number }>
  >;
  /** Of every storage level, and of the compute, once any component asks for sparse optimizations; else of none. */
  readonly sparsity?: LevelSparsity;
}

export interface LimitPlaces {
  readonly capacity?: Span;
  readonly minUtilization?: Span;
  readonly fanout?: Span;
}

export interface ComputeLevel extends Component {
  readonly wordBits: number;
  readonly energyPj: number;
  readonly energySource: EnergySource;
  readonly estimate?: EstimateNote;
  readonly sparsity?: ComputeSparsity;
}

export interface ParallelGroup {
  /** Level indices of each child of one `!Parallel` node; a `!Nothing` child is an empty list. */
  readonly children: readonly {
    readonly levels: readonly number[];
    readonly nothing: boolean;
    readonly leaf: string;
  }[];
  readonly span: Span;
}

export interface Architecture {
  readonly name: string;
  /** Index 0 is closest to compute. */
  readonly levels: readonly StorageLevel[];
  readonly compute: ComputeLevel;
  /** For the resolution of keep/bypass inside Parallel branches. */
  readonly parallels: readonly ParallelGroup[];
  /** Name in the machine list; `generic` unless the file has a `machine:` section. */
  readonly machine: string;
  readonly machineParameters: PlainValue;
}

/** Where everything is at home. Fan-outs may stand further outside: several whole machines side by side. */
export function outermostStorage({ levels }: Pick<Architecture, 'levels'>): StorageLevel {
  return levels.findLast(({ kind }) => kind === 'storage')!;
}
