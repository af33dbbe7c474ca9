// What the input files say, as plain data with spans: read, merged, evaluated and validated against the schemas,
// but not yet interpreted. Sections A.2 to A.5 of the semantics.

import type { Span } from '../diagnostics/span.js';
import type { ListNode, MapNode, Node, PlainValue } from './node.js';

export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

export interface Attribute extends Located<PlainValue> {
  readonly keySpan: Span;
}

/** Of a storage or a compute that says nothing of its words (A.7). */
export const defaultWordBits = 16;

/** Evaluated attributes in document order, aliases not yet resolved. */
export type Attributes = ReadonlyMap<string, Attribute>;

export type DirectiveType = 'temporal' | 'spatial' | 'dataspace' | 'utilization' | 'max_overbooked_proportion';

export type DirectiveOrigin = 'architecture' | 'constraints' | 'mapping';

/**
 * One constraint or mapping entry (B.1, D.1). Both are the same objects: the reference attaches them all to leaves.
 * `fields` still holds `factors`, `permutation`, `split`, `keep`, … as located nodes: they can only be read once the
 * problem's dimensions and dataspaces are known.
 */
export interface Directive {
  readonly origin: DirectiveOrigin;
  readonly type: DirectiveType;
  readonly target: Located<string>;
  readonly fields: MapNode;
  readonly span: Span;
}

export interface Branch {
  readonly kind: 'hierarchical' | 'parallel' | 'pipelined';
  readonly nodes: readonly ArchNode[];
  readonly span: Span;
}

export interface Leaf {
  readonly kind: 'component' | 'container' | 'nothing';
  readonly name: Located<string>;
  /** Present on every component. */
  readonly class?: Located<string>;
  readonly subclass?: Located<string>;
  readonly attributes: Attributes;
  /** Fan-out of this leaf and all below it; both default to 1. */
  readonly spatial?: { readonly meshX: number; readonly meshY: number; readonly span: Span };
  /** The leaf's own `constraints:` group, one directive per sub-key, target = the leaf's name. */
  readonly constraints: readonly Directive[];
  readonly sparseOptimizations?: Node;
  readonly enabled: boolean;
  readonly areaScale: number;
  readonly energyScale: number;
  readonly span: Span;
}

export type ArchNode = Branch | Leaf;

/** By tag. */
export const NODE_KINDS: Readonly<Record<string, ArchNode['kind']>> = {
  Component: 'component',
  Container: 'container',
  Nothing: 'nothing',
  Hierarchical: 'hierarchical',
  Parallel: 'parallel',
  Pipelined: 'pipelined',
};

export interface ErtAction {
  readonly name: string;
  readonly energyPj: number;
  readonly arguments: PlainValue;
  readonly span: Span;
}

export interface ErtTable {
  /** Last dotted part without the `[a..b]` range. */
  readonly component: string;
  readonly actions: readonly ErtAction[];
  readonly span: Span;
}

export interface ArtTable {
  readonly component: string;
  readonly areaUm2: number;
  readonly span: Span;
}

export interface DimensionTerm {
  readonly dimension: Located<string>;
  /** Name of a coefficient, or a number written in place; absent = 1. */
  readonly coefficient?: Located<string | number>;
}

export interface DataspaceSpec {
  readonly name: Located<string>;
  readonly readWrite: boolean;
  /** One list of terms per tensor rank. */
  readonly projection: readonly (readonly DimensionTerm[])[];
}

/** Where a matrix is not zero; row and column of the same nonzero stand at the same index, from 0. */
export interface NonzeroPattern {
  readonly rows: number;
  readonly columns: number;
  readonly row: Int32Array;
  readonly column: Int32Array;
}

export interface ProblemSpec {
  readonly name: string;
  /** Set where `shape:` names a predefined shape; without it, and without dimensions, `name` is that name. */
  readonly shapeName?: Located<string>;
  readonly dimensions: readonly Located<string>[];
  readonly coefficients: readonly { readonly name: Located<string>; readonly default: number }[];
  readonly dataspaces: readonly DataspaceSpec[];
  /** Bounds, coefficient values and ignored extras, by name. */
  readonly instance: ReadonlyMap<string, Located<number>>;
  /** Densities by dataspace, uninterpreted. */
  readonly densities?: Node;
  /** The density of every dataspace that `densities` does not name, uninterpreted. */
  readonly commonDensity?: Node;
  /** The matrices that densities name as files, by the node of the file's name. */
  readonly patterns: ReadonlyMap<Node, NonzeroPattern>;
  /** How often the layer occurs in its network (our extension); default 1. */
  readonly count: number;
  /** Element types per dataspace (our extension, read by machines), e.g. {Inputs: int8}. */
  readonly types: ReadonlyMap<string, Located<string>>;
  readonly span: Span;
}

/** What files turn off in the model; absent = on. */
export interface ModelSwitches {
  readonly firstReadElision?: false;
  readonly linkTransfers?: false;
}

export interface Spec {
  /** Of architecture, constraints or mapping, whichever states one: `0.4`. */
  readonly version?: string;
  /** Display name: from the architecture file's name, or `architecture.name`. */
  readonly architectureName: string;
  readonly problemName: string;
  readonly architecture?: Branch;
  readonly problem?: ProblemSpec;
  /** From top-level `*constraints*` keys; not the inline ones, which stay on their leaves. */
  readonly constraints: readonly Directive[];
  readonly mapping: readonly Directive[];
  /** Where the mapping is given, empty or not. */
  readonly mappingSpan?: Span;
  readonly mapper?: MapNode;
  readonly mapspace?: MapNode;
  readonly machine?: MapNode;
  readonly components?: MapNode | ListNode;
  readonly sparseOptimizations?: Node;
  readonly variables: ReadonlyMap<string, Located<PlainValue>>;
  readonly switches?: ModelSwitches;
  readonly ert?: readonly ErtTable[];
  readonly art?: readonly ArtTable[];
}
