// Words per row, rows and capacity of a storage level, from whichever attributes give them (A.7, A.8).

import { error, warning } from '../diagnostics/diagnostic.js';
import { sizeNames, spellings } from '../spec/attribute-names.js';
import { defaultWordBits } from '../spec/spec.js';
import { type AttributeSource, lookUp, readNumber } from './attribute-reader.js';

export interface StorageSize {
  readonly wordBits: number;
  /** Words per vector access. */
  readonly blockSize: number;
  /** Logical instances that share one physical row. */
  readonly clusterSize: number;
  /** null = unbounded. */
  readonly capacityWords: number | null;
  readonly multipleBuffering: number;
  /** floor(capacity / multipleBuffering); null = unbounded. */
  readonly effectiveCapacityWords: number | null;
}

export interface StorageKind {
  readonly technology: 'SRAM' | 'DRAM';
  readonly instances: number;
  /** `depth: null` says so. */
  readonly unbounded: boolean;
}

export function readStorageSize(source: AttributeSource, kind: StorageKind): StorageSize {
  const wordBits = readWordBits(source);
  const clusterSize = readNumber(source, spellings.clusterSize) ?? 1;
  checkClusters(source, kind, clusterSize);
  const blockSize = readBlockSize(source, { wordBits, clusterSize });
  const capacityWords = readCapacity(source, { wordBits, blockSize });
  if (kind.technology !== 'DRAM' && !kind.unbounded && !lookUp(source, sizeNames)) {
    const message = `storage ${source.owner} has no size`;
    const expected = 'depth, entries or sizeKB, depth: null for an unbounded one, or a class that contains DRAM';
    source.diagnostics.push(error('E-ATTRIBUTE', message, { span: source.span, expected }));
  }
  const multipleBuffering = readNumber(source, ['multiple_buffering']) ?? 1;
  const effectiveCapacityWords = capacityWords === null ? null : Math.floor(capacityWords / multipleBuffering);
  return { wordBits, blockSize, clusterSize, capacityWords, multipleBuffering, effectiveCapacityWords };
}

function readWordBits(source: AttributeSource): number {
  const given = readNumber(source, spellings.wordBits);
  if (given !== undefined) return given;
  const message = `${source.owner} gives no datawidth, ${defaultWordBits} bits a word are assumed`;
  source.diagnostics.push(warning('W-ATTRIBUTE', message, { span: source.span }));
  return defaultWordBits;
}

function checkClusters(source: AttributeSource, kind: StorageKind, clusterSize: number): void {
  if (clusterSize === 1) return;
  const span = lookUp(source, spellings.clusterSize)?.attribute.span;
  if (kind.technology === 'DRAM') {
    const message = `${source.owner}.cluster_size is ${clusterSize}, but a DRAM is never shared`;
    source.diagnostics.push(error('E-ATTRIBUTE', message, { span, expected: '1' }));
  } else if (kind.instances % clusterSize !== 0) {
    const message = `${source.owner}.cluster_size ${clusterSize} does not divide its ${kind.instances} instances`;
    const expected = `a divisor of ${kind.instances}`;
    const hint = 'where no instances share a row: cluster_size 1 and a width of block_size x datawidth';
    source.diagnostics.push(error('E-ATTRIBUTE', message, { span, expected, hint }));
  }
}

/** A row holds one block for each of the instances that share it: width = block size x cluster size x word bits. */
function readBlockSize(source: AttributeSource, row: { wordBits: number; clusterSize: number }): number {
  const given = readNumber(source, spellings.blockSize);
  const width = readNumber(source, spellings.width);
  if (width === undefined) return given ?? 1;
  const span = lookUp(source, spellings.width)?.attribute.span;
  const blockSize = given ?? Math.floor(width / row.clusterSize / row.wordBits);
  const needed = given === undefined ? row.wordBits : given * row.clusterSize * row.wordBits;
  const fits = given === undefined ? blockSize >= 1 && width % needed === 0 : width === needed;
  if (!fits) {
    const message =
      given !== undefined
        ? `${source.owner}.width of ${width} bits is not ${given} words x cluster size ${row.clusterSize} x ${row.wordBits} bits`
        : blockSize < 1 && row.clusterSize > 1
          ? `${source.owner}.width of ${width} bits holds no ${row.wordBits}-bit word for each of the ${row.clusterSize} instances that share a row`
          : `${source.owner}.width of ${width} bits holds no whole number of ${row.wordBits}-bit words`;
    const expected = given === undefined ? `a multiple of ${row.wordBits * row.clusterSize} bits` : `${needed} bits`;
    source.diagnostics.push(error('E-ATTRIBUTE', message, { span, expected }));
  }
  return Math.max(1, blockSize);
}

/** One attribute says how large a storage is; another that says otherwise would be passed over in silence. */
function warnOfOtherSizes(source: AttributeSource, sizes: readonly (readonly [readonly string[], number])[]): void {
  const [settling, ...others] = sizes;
  const passedOver = others
    .filter(([, words]) => words !== settling![1])
    .flatMap(([names]) => ({ ...lookUp(source, names)!, instead: lookUp(source, settling![0])! }));
  const spelledAgain = [spellings.depth, spellings.width].flatMap((names) => otherSpellings(source, names));
  for (const { name, attribute, instead } of [...passedOver, ...spelledAgain]) {
    const message = `${source.owner}.${name} has no effect, ${source.owner}.${instead.name} says how large it is`;
    source.diagnostics.push(warning('W-UNUSED', message, { span: attribute.span }));
  }
}

/** `data_storage_depth` beside a `depth` of another value: the first spelling counts. */
function otherSpellings(source: AttributeSource, names: readonly string[]) {
  const [instead, ...others] = names.flatMap((name) => lookUp(source, [name]) ?? []);
  return others
    .filter(({ attribute }) => attribute.value !== instead!.attribute.value)
    .map((one) => ({ ...one, instead: instead! }));
}

function readCapacity(source: AttributeSource, row: { wordBits: number; blockSize: number }): number | null {
  // Nothing is a size: what keeps no dataspace needs none, and in what has none no tile fits.
  const entries = readNumber(source, spellings.entries);
  const depth = readNumber(source, spellings.depth);
  const sizeKb = readNumber(source, spellings.sizeKb);
  const sizes = [
    [spellings.entries, entries],
    [spellings.depth, depth && depth * row.blockSize],
    [spellings.sizeKb, sizeKb && Math.floor((sizeKb * 8192) / row.wordBits)],
  ] as const;
  const given = sizes.flatMap(([names, words]) => (words === undefined ? [] : [[names, words] as const]));
  warnOfOtherSizes(source, given);
  return given[0]?.[1] ?? null;
}
